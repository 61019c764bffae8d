// Every asynchronous call can be cancelled: it rejects at once, and what it
// leaves behind in the engine is nothing.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  type CallOptions,
  createEngine,
  type FullEngine,
  type SelfAttentionConfig,
} from "clearhead/engine.js";
import { random, tokens } from "./support/model.js";
import { started, startNodeWorker } from "./support/node_worker.js";

const of = { tensor: "output", reduce: "sum" } as const;
const one = { shape: [1], data: new Float32Array([1]) };
const largest: SelfAttentionConfig = { ...random, d_model: 256, d_k: 256, heads: 16 };
const many = { tokens: Array.from({ length: 64 }, (_, i) => `word ${i}`) };
const aborted = { name: "AbortError" };

const here = await createEngine();
const there = await createEngine({ worker: startNodeWorker });
after(() => Promise.all([here.dispose(), there.dispose()]));

/** Every call that takes a signal, by name. */
async function calls(
  engine: FullEngine,
): Promise<Record<string, (options: CallOptions) => Promise<unknown>>> {
  const model = await engine.model(random);
  const run = await model.run({ tokens });
  const gradients = await run.gradients({ of });
  return {
    operations: (options) => engine.operations(options),
    apply: (options) => engine.apply("softmax", { a: one }, {}, options),
    softmax: (options) => engine.softmax({ a: one, ...options }),
    tokenize: (options) => engine.tokenize("a b", options),
    memory: (options) => engine.memory(options),
    model: (options) => engine.model(random, options),
    run: (options) => model.run({ tokens }, options),
    tensor: (options) => run.tensor("output", options),
    explain: (options) => run.explain("output", [0, 0, 0], { limit: 2, ...options }),
    gradients: (options) => run.gradients({ of }, options),
    gradientMap: (options) => run.gradientMap(options),
    gradient: (options) => gradients.tensor("x", options),
    explainGradient: (options) => gradients.explain("x", [0, 0, 0], options),
    createEngine: (options) =>
      createEngine({ worker: false, ...options }).then((made) => made.dispose()),
  };
}

for (const [where, engine] of [
  ["in this thread", here],
  ["in a worker", there],
] as const) {
  test(`every call takes a signal, ${where}`, async () => {
    for (const [name, ask] of Object.entries(await calls(engine))) {
      await ask({ signal: new AbortController().signal });
      await assert.rejects(ask({ signal: AbortSignal.abort() }), aborted, name);
      await assert.rejects(ask({ signal: {} as AbortSignal }), /signal is a value of type/, name);
      if (name === "operations") continue; // known already
      const controller = new AbortController();
      const cancelled = ask({ signal: controller.signal });
      controller.abort();
      await assert.rejects(cancelled, aborted, name);
    }
  });

  test(`what was cancelled leaves nothing behind, ${where}`, async () => {
    const { model, run, gradients } = await calls(engine);
    const { used } = await engine.memory();
    for (const make of [model, run, gradients]) {
      const controller = new AbortController();
      const made = make?.({ signal: controller.signal });
      await new Promise(setImmediate);
      controller.abort();
      // A quick worker may have done it before.
      const done = await made?.catch((error) => void assert.equal(error.name, "AbortError"));
      await (done as { dispose(): Promise<void> } | undefined)?.dispose();
    }
    assert.equal((await engine.memory()).used, used);
  });

  test(`other calls come between the rows of a long gradient map, ${where}`, async () => {
    const model = await engine.model(largest);
    const run = await model.run(many, { record: "train" });
    const controller = new AbortController();
    const map = run.gradientMap({ signal: controller.signal });
    const ended = map.then(
      () => "done",
      (error) => error.name,
    );
    const first = await Promise.race([ended, engine.tokenize("a b").then(() => "tokenized")]);
    assert.equal(first, "tokenized");
    controller.abort();
    assert.equal(await ended, "AbortError");
    assert.deepEqual((await run.tensor("output")).shape, [1, 64, 4096]);
    await model.dispose();
  });
}

test("a long gradient map is the same at every level, and not of a run disposed meanwhile", async () => {
  const model = await there.model(random);
  const inspect = await model.run(many);
  const map = await inspect.gradientMap();
  assert.deepEqual(map.shape, [64, 64]);
  for (const record of ["train", "none"] as const) {
    const run = await model.run(many, { record });
    assert.deepEqual(await run.gradientMap(), map, record);
    await run.dispose();
  }
  const half = assert.rejects(inspect.gradientMap(), { name: "DisposedError" });
  await inspect.dispose();
  await half;
  await model.dispose();
});

test("a long call under way in a worker does not hold up the others", async () => {
  const model = await there.model(random);
  const run = await model.run({ tokens });
  const before = await run.tensor("output");
  const workers = started.length;
  const size = 4096;
  const square = { shape: [size, size], data: new Float32Array(size * size) };
  const controller = new AbortController();
  const product = there.matmul({ a: square, b: square, signal: controller.signal });
  await new Promise((resolve) => setTimeout(resolve, 100));
  controller.abort();
  await assert.rejects(product, aborted);
  assert.deepEqual(await run.tensor("output"), before);
  assert.equal(started.length, workers + 1);
  await model.dispose();
});
