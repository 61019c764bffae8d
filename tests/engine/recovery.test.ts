// The engine stops: a trap in wasm, a worker that dies. It is started again and
// everything that was alive lives on.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { createEngine, type FullEngine, type Run } from "clearhead/engine.js";
import { unwatch, watchMemories, wreck } from "./support/instrumented.js";
import { random, tokens } from "./support/model.js";
import { started, startNodeWorker } from "./support/node_worker.js";

let engine: FullEngine;
afterEach(async () => {
  await engine.dispose();
  unwatch();
});

const change = { tensor: "scores", action: "set", indices: [0], values: [3] } as const;
const interventions = [{ ...change, indices: [0], values: [3] }];

async function populated(): Promise<{ run: Run; check: () => Promise<void> }> {
  const model = await engine.model(random);
  const run = await model.run({ tokens }, { interventions });
  const gradients = await run.gradients({ of: { tensor: "output", index: [0, 2, 1] } });
  const before = {
    weights: await run.tensor("weights"),
    explanation: await run.explain("weights", [0, 1, 2, 0]),
    dx: await gradients.tensor("x"),
  };
  const check = async (): Promise<void> => {
    assert.deepEqual(await run.tensor("weights"), before.weights);
    assert.deepEqual(await run.explain("weights", [0, 1, 2, 0]), before.explanation);
    assert.deepEqual(await gradients.tensor("x"), before.dx);
    await (await model.run({ tokens })).dispose();
  };
  return { run, check };
}

test("a trap in this thread: models, runs and gradients live on", async () => {
  const memories = watchMemories();
  engine = await createEngine();
  const { check } = await populated();
  for (const _ of [1, 2, 3]) {
    wreck(memories.at(-1) as WebAssembly.Memory);
    await check();
  }
  assert.equal(memories.length, 4);
});

test("an engine that traps whenever it starts gives a typed error, then works again", async () => {
  const memories = watchMemories();
  engine = await createEngine();
  const { check } = await populated();
  wreck(memories.at(-1) as WebAssembly.Memory);
  const watched = WebAssembly.instantiate;
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await watched(module, imports);
    wreck(memories.at(-1) as WebAssembly.Memory);
    return instance;
  }) as typeof WebAssembly.instantiate;
  await assert.rejects(engine.tokenize("a"), {
    name: "EngineCrashedError",
    code: "crashed",
    message: /the engine stopped/,
  });
  WebAssembly.instantiate = watched;
  await check();
});

test("a worker that dies between two calls, and one that dies under a call", async () => {
  engine = await createEngine({ worker: startNodeWorker });
  const { run, check } = await populated();
  const before = started.length;
  await started.at(-1)?.terminate();
  await check();
  const underWay = run.gradientMap();
  await started.at(-1)?.terminate();
  assert.deepEqual((await underWay).shape, [3, 3]);
  await check();
  assert.equal(started.length, before + 2);
});
