// What a text is asked with: every field is checked, and each kind of text has its own step.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type GenerateRequest } from "clearhead/engine.js";

const engine = await createEngine();
const model = await engine.model({
  kind: "transformer",
  preset: "transformer",
  settings: { vocabulary: 14, d_model: 16, d_ff: 32, heads: 2, max_length: 32 },
});
after(() => engine.dispose());

const source = [4, 5, 6];
const kinds = [
  ...["temperature", "top_k", "top_p", "min_p", "typical", "repetition_penalty"],
  ...["no_repeat_ngram", "min_length", "forced_begin", "forced_end"],
];
const phrased = ["bad_words", "sequence_bias"];

async function refused(request: object, code: string, message: string): Promise<void> {
  const made = model.generate({ source, ...request } as GenerateRequest);
  await assert.rejects(made, (error: Error & { code?: string }) => {
    assert.deepEqual([error.code, error.message.includes(message)], [code, true], error.message);
    return true;
  });
}

test("the processors are those of the core", async () => {
  const all = [...kinds, ...phrased].join(", ");
  await refused({ processors: [{ kind: "top" }] }, "unknown", all);
});

test("a processor that reads a value is given one; one that reads phrases needs none", async () => {
  for (const kind of kinds) {
    await refused({ processors: [{ kind }] }, "argument", "processors[0].value is undefined");
    await (await model.generate({ source, processors: [{ kind, value: 1 }] })).dispose();
  }
  for (const kind of phrased) {
    const phrases = [{ tokens: [4, 5] }, { tokens: [6], bias: -1 }];
    const text = await model.generate({ source, processors: [{ kind, phrases }] });
    assert.equal((await text.step()).tokens.length, 1);
    await text.dispose();
  }
});

test("phrases, seeds and numbers of choices of the wrong kind are named", async () => {
  const phrases = (...given: unknown[]) => ({
    processors: [{ kind: "bad_words", phrases: given }],
  });
  const first = "processors[0].phrases[0]";
  for (const given of [null, undefined, 4, "4", [4]]) {
    await refused(phrases(given), "argument", `${first} is `);
  }
  await refused(
    phrases({ token: [4] }),
    "argument",
    `${first} has no field "token"; allowed: tokens`,
  );
  await refused(phrases({}), "argument", `${first}.tokens is undefined`);
  await refused(phrases({ tokens: [4], bias: "1" }), "argument", `${first}.bias is "1"`);
  await refused({ processors: Array(1) }, "argument", "processors[0] is undefined");
  for (const seed of [-1, 2 ** 32]) await refused({ seed }, "range", `seed is ${seed}; it may be`);
  await refused({ seed: 0.5 }, "argument", "seed is 0.5");
  for (const choices of [-1, 1.5, "8"]) await refused({ choices }, "argument", "choices is ");
});

test("one text and beams are told apart", async () => {
  const one = await model.generate({ source });
  await assert.rejects(one.beamStep(), { name: "ArgumentError", message: /call step\(\)/ });
  assert.equal((await one.step()).tokens.length, 1);
  const beams = await model.generate({ source, beams: 2 });
  await assert.rejects(beams.step(), { name: "ArgumentError", message: /call beamStep\(\)/ });
  assert.ok((await beams.beamStep()).nodes.length > 0);
});
