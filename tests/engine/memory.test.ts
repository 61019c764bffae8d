// Ten thousand recomputations leave memory as it was, in wasm and in JavaScript.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEngine } from "clearhead/engine.js";
import { unwatch, watchMemories } from "./support/instrumented.js";
import { random, tokens } from "./support/model.js";

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

const RUNS = 10_000;
/** Bytes: what the heap may differ by from noise alone. */
const NOISE = 1 << 20;

test("10,000 recomputations with gradients leave memory flat", async () => {
  const memories = watchMemories();
  const engine = await createEngine();
  unwatch();
  const model = await engine.model(random);
  const recompute = async (times: number): Promise<void> => {
    for (let i = 0; i < times; ++i) {
      const values = [i / RUNS];
      const run = await model.run(
        { tokens },
        { interventions: [{ tensor: "scores", action: "set", indices: [0], values }] },
      );
      const gradients = await run.gradients({ of: { tensor: "output", reduce: "sum" } });
      await run.tensor("weights");
      await gradients.tensor("x");
      await run.dispose();
    }
  };
  const state = async () => {
    // What the collector finds is cleared away in a later turn, and found again.
    for (let turn = 0; turn < 4; ++turn) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const { used, peak } = await engine.memory();
    return {
      used,
      peak,
      wasm: memories[0]?.buffer.byteLength,
      heap: process.memoryUsage().heapUsed,
    };
  };
  await recompute(RUNS / 10);
  const before = await state();
  await recompute(RUNS);
  const after = await state();
  assert.deepEqual(
    { used: after.used, peak: after.peak, wasm: after.wasm },
    { used: before.used, peak: before.peak, wasm: before.wasm },
  );
  assert.ok(after.heap - before.heap < NOISE, `the heap grew by ${after.heap - before.heap} bytes`);
  await engine.dispose();
});

test("what is dropped without dispose() is freed in time", async () => {
  const engine = await createEngine();
  const model = await engine.model(random);
  const empty = (await engine.memory()).used;
  for (let i = 0; i < 50; ++i) await model.run({ tokens });
  const full = (await engine.memory()).used;
  assert.ok(full > empty);
  for (let i = 0; i < 20 && (await engine.memory()).used > empty; ++i) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const used = (await engine.memory()).used;
  assert.ok(used - empty <= (full - empty) / 10, `${used} of ${full} bytes are still in use`);
  await model.dispose();
  await engine.dispose();
});
