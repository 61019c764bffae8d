// The models that ship, by their names: what the page shows first comes out of the wasm core too.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import { createEngine, type GenerateRequest, type Transformer } from "clearhead/engine.js";
import { shippedFileName, shippedModels } from "../../web/engine/shipped.js";
import { BOS, EOS } from "../../web/engine/tokens.js";
import { distribution } from "./support/distribution.js";

const engine = await createEngine();
after(() => engine.dispose());

const shown = [
  ["translate French to English: Je t'aime", "I love you"],
  ["translate Chinese to English: 我爱你。", "I love you."],
  ["translate English to German: The house is wonderful.", "Das Haus ist wunderbar."],
] as const;

const textOf = (model: Transformer, tokens: number[]) =>
  model.decode(tokens.filter((token) => token !== EOS));

async function greedy(model: Transformer, request: GenerateRequest): Promise<string> {
  const generation = await model.generate({ maxLength: 32, ...request });
  let step = await generation.step();
  while (!step.done) step = await generation.step();
  await generation.dispose();
  return textOf(model, step.tokens);
}

async function withBeams(model: Transformer, source: string): Promise<string> {
  const generation = await model.generate({ source, beams: 4, maxLength: 32 });
  while (!(await generation.beamStep()).done);
  const best = (await generation.ranked())[0];
  await generation.dispose();
  assert.ok(best);
  return textOf(model, best.tokens);
}

test("translate says what the page shows first", async () => {
  const model = await engine.model({ shipped: "translate" });
  for (const [source, target] of shown) {
    assert.equal(await greedy(model, { source }), target);
    assert.equal(await withBeams(model, source), target);
  }
  await model.dispose();
});

test("language refers back to the name", async () => {
  const model = await engine.model({ shipped: "language" });
  for (const [name, pronoun] of [
    ["小明", "他"],
    ["小红", "她"],
  ]) {
    const forced = `${name}很聪明，`;
    const { tokens } = await model.encode(forced);
    const written = await greedy(model, { forced, maxLength: tokens.length + 1 });
    assert.equal(written, forced + pronoun);
  }
  await model.dispose();
});

test("a head of language looks at what decides", async () => {
  const model = await engine.model({ shipped: "language" });
  for (const [text, decides] of [
    ["小明很聪明，", "明"],
    ["小红很努力，", "红"],
    ["Tom was smart, so", "Tom"],
    ["The keys to the cabinet", " keys"],
    ["The key to the cabinets", " key"],
  ] as const) {
    const { tokens } = await model.encode(text);
    // Behind [BOS].
    const place = 1 + tokens.findIndex((token) => token.text === decides);
    const run = await model.run({ target: text }, { record: "inspect" });
    const { shape, data } = await run.tensor("decoder.1.self_attention.weights");
    const [, heads = 0, queries = 0, keys = 0] = shape;
    const weights = Array.from({ length: heads }, (_, head) => {
      return Number(data[(head * queries + tokens.length) * keys + place]);
    });
    assert.ok(Math.max(...weights) > 0.8, `${text}: ${weights}`);
    await run.dispose();
  }
  await model.dispose();
});

test("a model that is not shipped is answered with those that are", async () => {
  const files = readdirSync(new URL("models/", distribution)).filter((name) =>
    name.endsWith(".safetensors"),
  );
  assert.deepEqual(shippedModels.map(shippedFileName).sort(), files.sort());
  for (const shipped of ["translat", "", "../models/bank", "toString"]) {
    await assert.rejects(engine.model({ shipped }), {
      name: "UnknownNameError",
      message: `there is no shipped model "${shipped}"; the shipped models are translate, language, bank`,
    });
  }
});

test("the first tokens of every shipped vocabulary are those that the engine counts on", async () => {
  for (const shipped of shippedModels) {
    const model = await engine.model({ shipped });
    assert.deepEqual([model.vocabulary?.[BOS], model.vocabulary?.[EOS]], ["[BOS]", "[EOS]"]);
    await model.dispose();
  }
});
