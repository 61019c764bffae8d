// The same numbers, bit by bit, from this thread and from a worker; several
// engines share a worker.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine, type Engine } from "clearhead/engine.js";
import { random, tokens } from "./support/model.js";
import { started, startNodeWorker } from "./support/node_worker.js";

async function everything(engine: Engine): Promise<unknown[]> {
  const model = await engine.model({ ...random, seed: 2 ** 32 - 1, mask: "combined", length: 2 });
  const run = await model.run({ tokens: [...tokens, "猫", "😀"] });
  const gradients = await run.gradients({ of: { tensor: "output", reduce: "sum" } });
  const found: unknown[] = [run.catalogue, run.bytes, gradients.value, await run.gradientMap()];
  for (const { name } of run.catalogue) found.push(await run.tensor(name));
  for (const name of gradients.names) found.push(await gradients.tensor(name));
  found.push(await run.explain("output", [0, 1, 2]), await gradients.explain("x", [0, 0, 0]));
  found.push(await engine.operations(), await engine.tokenize("a 猫"), engine.version);
  const q = { shape: [1, 2, 9, 8], data: Float32Array.from({ length: 144 }, (_, i) => i % 7) };
  found.push(await engine.apply("attention", { q, k: q, v: q }, {}, { outputGradient: q }));
  await model.dispose();
  return found;
}

test("this thread and a worker give bit-equal numbers and the same errors", async () => {
  const here = await createEngine({ worker: false });
  const there = await createEngine({ worker: startNodeWorker });
  const again = await createEngine({ worker: startNodeWorker });
  assert.equal(started.length, 1, "two engines share one worker");
  assert.deepEqual(await everything(there), await everything(here));
  for (const engine of [here, there]) {
    await assert.rejects(engine.apply("softmax", {}), {
      name: "ArgumentError",
      code: "argument",
      message: /softmax: a is missing/,
    });
  }
  await there.dispose();
  assert.equal((await again.tokenize("a")).tokens.length, 1, "the other engine lives on");
  await again.dispose();
  await here.dispose();
});
