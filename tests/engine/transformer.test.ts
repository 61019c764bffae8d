// Transformers through the public interface: made, run, written with, trained, kept in files,
// and alive again after the engine had to start anew.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Transformer } from "clearhead/engine.js";
import { unwatch, watchMemories, wreck } from "./support/instrumented.js";

const engine = await createEngine();
after(() => engine.dispose());

const settings = {
  ...{ vocabulary: 14, d_model: 16, d_ff: 32, heads: 2, order: "pre", max_length: 32 },
  ...{ encoder_layers: 1, decoder_layers: 1 },
};
const config = { kind: "transformer", preset: "transformer", settings, seed: 5 } as const;
const copy = {
  task: "copy",
  parameters: { symbols: 5, length_min: 2, length_max: 4 },
  settings: { batch: 8, steps: 200, rate: 5e-3 },
};
const source = [4, 5, 6];

async function written(model: Transformer, request = {}): Promise<number[]> {
  const text = await model.generate({ source, maxLength: 6, ...request });
  let step = await text.step();
  while (!step.done) step = await text.step();
  await text.dispose();
  return step.tokens;
}

const rejects = (promise: Promise<unknown>, code: string, ...words: string[]) =>
  assert.rejects(promise, (error: Error & { code?: string }) => {
    assert.equal(error.code, code, error.message);
    for (const word of words) assert.ok(error.message.includes(word), error.message);
    return true;
  });

test("the tables name every setting with its range", async () => {
  const { presets, model, training, tasks } = await engine.modelTables();
  assert.ok(presets.includes("transformer") && presets.includes("recurrent"));
  assert.equal(model.find(({ name }) => name === "heads")?.minimum, 1);
  assert.ok(training.some(({ name, values }) => name === "optimizer" && values?.includes("adamw")));
  assert.equal(tasks.length, 15);
});

test("a run names its tensors, opens them and is differentiated", async () => {
  const model = await engine.model(config);
  assert.equal(model.settings.heads, 2);
  assert.equal(model.vocabulary, undefined);
  const run = await model.run({ source, target: [7] });
  const weights = run.catalogue.find(({ name }) => name === "decoder.0.cross_attention.weights");
  assert.deepEqual(weights?.axes[2]?.labels, ["1", "7"]);
  assert.deepEqual(weights?.axes[3]?.labels, ["4", "5", "6"]);
  const { origin } = await run.explain("source", [0, 2]);
  assert.deepEqual([origin?.kind, origin?.word], ["token", "6"]);
  const gradients = await run.gradients({ of: { tensor: "loss", reduce: "sum" } });
  assert.ok(gradients.value > 0);
  const { terms } = await gradients.explain("encoder.norm", [0, 1, 3]);
  assert.ok(terms.length > 3);
  await model.dispose();
  await rejects(run.tensor("loss"), "disposed");
});

test("what is seen at a step is what the cached text chose by", async () => {
  const model = await engine.model(config);
  const text = await model.generate({ source, maxLength: 5, choices: 14 });
  for (let step = await text.step(), length = 0; ; step = await text.step(), length += 1) {
    const run = await model.run({ source, target: step.tokens.slice(0, length) });
    const { shape, data } = await run.tensor("logits");
    const row = data.subarray(length * (shape[2] as number));
    for (const { token, score } of step.choices) {
      assert.ok(Math.abs(score - (row[token] as number)) <= 1e-5, `${length}: ${token}`);
    }
    await run.dispose();
    if (step.done) break;
  }
  await rejects(text.step(), "argument", "ended");
  await model.dispose();
});

test("a decoder reads the source before its text, as in a run", async () => {
  const model = await engine.model({ ...config, preset: "gpt" });
  const text = await model.generate({ source, maxLength: 1, choices: 14 });
  const { choices } = await text.step();
  const run = await model.run({ source });
  const { data } = await run.tensor("logits");
  const last = data.subarray(-14);
  for (const { token, score } of choices) {
    assert.ok(Math.abs(score - (last[token] as number)) <= 1e-5);
  }
  await model.dispose();
});

test("draws repeat by their seed, beams are ranked again without searching", async () => {
  const model = await engine.model(config);
  const drawn = { sample: true, seed: 3, processors: [{ kind: "temperature", value: 2 }] };
  assert.deepEqual(await written(model, drawn), await written(model, drawn));
  const beams = await model.generate({ source, beams: 3, maxLength: 5 });
  let step = await beams.beamStep();
  while (!step.done) step = await beams.beamStep();
  assert.ok(step.nodes.some(({ fate }) => fate === "outranked"));
  const sums = await beams.ranked({ exponent: 0 });
  const means = await beams.ranked({ exponent: 1 });
  assert.deepEqual(sums.map(({ node }) => node).sort(), means.map(({ node }) => node).sort());
  for (const { node, score, tokens } of means) {
    assert.equal(step.nodes[node]?.length, tokens.length);
    assert.ok(Math.abs(score - (step.nodes[node]?.sum ?? 0) / tokens.length) < 1e-12);
  }
  const text = await model.generate({ source });
  await rejects(text.ranked(), "argument", "beams");
  await model.dispose();
});

test("a run of training lowers the loss, and goes on bit by bit from its file", async () => {
  const model = await engine.model(config);
  const training = await model.train(copy);
  assert.equal(training.form, "sequence");
  assert.equal(training.vocabulary[4], "a");
  const first = await training.step();
  assert.equal(first.step, 1);
  for (let i = 0; i < 29; ++i) await training.step();
  const file = await training.checkpoint();
  const losses: number[] = [];
  for (let i = 0; i < 5; ++i) losses.push((await training.step()).loss);
  assert.ok((losses[4] as number) < first.loss);
  const again = await engine.model(config);
  const resumed = await again.train({ ...copy, checkpoint: file });
  assert.equal(resumed.steps, 30);
  for (const loss of losses) assert.equal((await resumed.step()).loss, loss);
  const { labels, accuracy } = await resumed.evaluate(100);
  assert.ok(labels > 200 && accuracy >= 0 && accuracy <= 1);
  const answers = await resumed.answers(70, { first: 30 });
  assert.equal(answers.length, 70);
  for (const { given, target, right } of answers) {
    assert.equal(right, String(given) === String(target));
  }
  await Promise.all([model.dispose(), again.dispose()]);
});

test("a token of a held-out text is asked, with and without what stands behind", async () => {
  const model = await engine.model({
    kind: "transformer",
    preset: "bert",
    settings: { vocabulary: 45, d_model: 8, d_ff: 8, heads: 1, encoder_layers: 1 },
  });
  const training = await model.train({ task: "fill_mask" });
  const { tokens, labels } = await training.step();
  assert.ok(labels > 0 && tokens > labels);
  const around = await training.clozes(70, { first: 5 });
  const before = await training.clozes(70, { first: 5, after: false });
  assert.equal(around.length, 70);
  for (const [at, { text, place, given, log_probability }] of around.entries()) {
    assert.ok(place > 0 && place < text.length - 1);
    assert.ok(given >= 0 && given < 45 && log_probability < 0);
    assert.equal(before[at]?.place, place);
    assert.deepEqual(before[at]?.text, text.slice(0, place + 1));
  }
  assert.deepEqual(await training.clozes(1, { first: 7 }), around.slice(2, 3));
  await rejects(training.clozes(1, { after: 1 as never }), "argument", "options.after");
  const other = await model.train({ task: "previous_token" });
  await rejects(other.clozes(1), "argument", "previous_token");
  await model.dispose();
});

test("a training gives way to the next one that begins, and to no other", async () => {
  const model = await engine.model(config);
  const asked = { task: "copy", settings: { batch: 2 } } as const;
  const first = await model.train(asked);
  await first.step();
  await assert.rejects(model.train({ ...asked, checkpoint: new Uint8Array(9) }));
  assert.equal((await first.step()).step, 2);
  const second = await model.train({ ...asked, task: "reverse" });
  const gone = { name: "DisposedError", message: /another training/ };
  await assert.rejects(first.step(), gone);
  await assert.rejects(first.answers(1), gone);
  assert.equal((await second.step()).step, 1);
  await model.dispose();
});

test("a model in a file is the same model", async () => {
  const model = await engine.model(config);
  const again = await engine.model({ file: await model.file() });
  assert.deepEqual(again.settings, model.settings);
  assert.deepEqual(await written(again), await written(model));
  assert.ok((await model.file({ half: true })).length < (await model.file()).length);
  await Promise.all([model.dispose(), again.dispose()]);
});

test("bad input has a typed error and leaves the engine usable", async () => {
  const wrong = (more: object) => engine.model({ ...config, ...more } as never);
  await rejects(wrong({ preset: "gtp" }), "unknown", "gtp", "gpt");
  await rejects(wrong({ settings: { heads: 0 } }), "range", "heads", "0");
  await rejects(wrong({ settings: { heads: "two" } }), "argument", "heads");
  await rejects(wrong({ settings: { depth: 2 } }), "unknown", "depth");
  await rejects(wrong({ seed: -1 }), "range", "seed");
  await rejects(wrong({ more: 1 }), "argument", "more");
  await rejects(engine.model({ file: new Uint8Array(9) }), "argument");
  await rejects(engine.model({ file: "model" } as never), "argument", "file");
  const model = await engine.model(config);
  await rejects(model.run({ target: [7] }), "argument", "source");
  await rejects(model.run({ source: [99] }), "range", "99");
  await rejects(model.run({ source: [1.5] }), "argument");
  await rejects(model.run({ source: "Je t'aime" }), "argument", "vocabulary");
  await rejects(model.run([]), "range", "size is 0");
  await rejects(model.run([{ source: [4] }, { source: "a" }]), "argument", "vocabulary");
  await rejects(model.run([{ source }, { text: [4] }] as never), "argument", "input[1]");
  await rejects(model.generate({ source, beams: 0 }), "range", "0");
  await rejects(model.generate({ source, maxLength: 0 }), "range", "0");
  await rejects(model.generate({ source, processors: [{ kind: "top" }] }), "unknown", "top_k");
  await rejects(model.generate({ source, beam: 4 } as never), "argument", "beam");
  await rejects(model.train({ task: "juggle" }), "unknown", "juggle", "copy");
  await rejects(model.train({ ...copy, settings: { batch: 0 } }), "range", "batch");
  await rejects(model.train({ ...copy, checkpoint: await model.file() }), "argument");
  for (const checkpoint of [null, "", 0, false]) {
    await rejects(model.train({ ...copy, checkpoint } as never), "argument", "checkpoint");
  }
  const moved = new ArrayBuffer(8);
  structuredClone(moved, { transfer: [moved] });
  await rejects(engine.model({ file: moved }), "argument", "detached");
  await rejects(model.file({ half: 1 } as never), "argument", "half");
  await rejects(model.encode("a".repeat(2 ** 20 + 1)), "range", "text");
  const training = await model.train(copy);
  await rejects(training.evaluate(0), "range");
  await rejects(training.evaluate(65537), "range");
  assert.ok((await written(model)).length > 0);
  await model.dispose();
});

test("every call can be cancelled", async () => {
  const model = await engine.model(config);
  const training = await model.train(copy);
  const text = await model.generate({ source });
  const options = { signal: AbortSignal.abort() };
  for (const call of [
    () => engine.model(config, options),
    () => engine.modelTables(options),
    () => model.run({ source }, options),
    () => model.generate({ source }, options),
    () => model.train(copy, options),
    () => model.file(options),
    () => model.decode([4], options),
    () => training.step(options),
    () => training.evaluate(64, options),
    () => training.answers(64, options),
    () => training.clozes(64, options),
    () => training.checkpoint(options),
    () => text.step(options),
    () => text.ranked({}, options),
  ]) {
    await assert.rejects(call(), { name: "AbortError" });
  }
  assert.equal((await training.step()).step, 1);
  await model.dispose();
});

test("an engine that stops goes on from the last checkpoint and the last step", async () => {
  const memories = watchMemories();
  const own = await createEngine({ worker: false, ahead: "models" });
  const model = await own.model(config);
  const training = await model.train(copy);
  for (let i = 0; i < 60; ++i) await training.step();
  const other = await own.model(config);
  const before = await written(other);
  const text = await other.generate({ source, maxLength: 6 });
  await text.step();
  wreck(memories.at(-1) as WebAssembly.Memory);
  const { tokens } = await text.step();
  assert.deepEqual(tokens, before.slice(0, 2));
  // Kept after 50 steps.
  assert.equal((await training.step()).step, 51);
  unwatch();
  await own.dispose();
});

test("memory stays flat over models, runs, texts and steps", async () => {
  const used: number[] = [];
  for (let round = 0; round < 4; ++round) {
    const model = await engine.model(config);
    const training = await model.train(copy);
    for (let i = 0; i < 5; ++i) await training.step();
    await training.answers(64);
    await written(model);
    await (await model.run({ source })).dispose();
    await model.dispose();
    used.push((await engine.memory()).used);
  }
  assert.equal(new Set(used).size, 1, used.join());
});
