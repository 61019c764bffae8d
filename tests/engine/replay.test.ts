// What a new engine makes again after the old one stopped: all that it makes as it was; the rest is
// lost, says so, and holds no memory.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { RecordRequest } from "../../web/engine/calls.js";
import { Client } from "../../web/engine/client.js";
import type { Method } from "../../web/engine/handlers.js";
import type { TransformerRequest, WriteRequest } from "../../web/engine/transformer-handlers.js";
import type { ModelConfig } from "../../web/engine/types.js";
import { FakeEngine } from "./support/fake_engine.js";
import { unwatch, watchMemories, wreck } from "./support/instrumented.js";

const config = {} as ModelConfig;
const request = { tokens: ["a"], record: "inspect", interventions: [] };
const text: RecordRequest & { texts: [source: number[], target: number[]][] } = {
  ...{ texts: [[[1], []]], record: "inspect", interventions: [] },
};

async function engines(): Promise<{ fake: FakeEngine; client: Client; crash(): Promise<void> }> {
  const fake = new FakeEngine();
  const client = new Client(fake.connect);
  await client.start();
  const crash = async (): Promise<void> => {
    fake.log.length = 0;
    fake.crashes.push("memory");
    await client.call("memory", []);
  };
  return { fake, client, crash };
}

const gone = (promise: Promise<unknown>, message: RegExp) =>
  assert.rejects(promise, { name: "DisposedError", code: "disposed", message });

test("what was made of a model at a step that is not kept is lost, with what lives in it", async () => {
  const { fake, client, crash } = await engines();
  const { id } = await client.make("transformer", [{} as TransformerRequest]);
  const before = await client.make("record", [id, text], id);
  await client.call("trainStep", [id], undefined, { id, moves: true });
  const run = await client.make("record", [id, text], id);
  const of = { tensor: "output", reduce: "sum" } as const;
  const gradients = await client.make("gradients", [run.id, of], run.id);
  const written = await client.make("write", [id, {} as WriteRequest, 0], id);
  await crash();
  assert.deepEqual(fake.log.slice(1), ["2 transformer 1", "2 record 2 1", "2 memory"]);
  await client.call("tensor", [before.id, "x"]);
  const told = /the engine stopped and was started again.*make a new one/;
  await gone(client.call("tensor", [run.id, "x"]), told);
  await gone(client.call("gradient", [gradients.id, "x"]), told);
  await gone(client.call("writeStep", [written.id, 0]), told);
  await gone(client.make("gradients", [run.id, of], run.id), told);
  // Let go of, it is as any other that was.
  await client.release(run.id);
  fake.log.length = 0;
  await client.call("tensor", [run.id, "x"]);
  assert.deepEqual(fake.log, [`2 tensor ${run.id} x`]);
});

test("what was made at the step that is kept is made again, what before it is lost", async () => {
  const { fake, client, crash } = await engines();
  const { id } = await client.make("transformer", [{} as TransformerRequest]);
  await client.make("record", [id, text], id);
  await client.call("trainStep", [id], undefined, { id, moves: true });
  const again = () => [id, "kept"] as never;
  await client.call("checkpoint", [id], undefined, { id, keeps: true, again });
  await client.make("record", [id, text], id);
  await crash();
  assert.deepEqual(fake.log.slice(1), ["2 transformer 1 kept", "2 record 3 1", "2 memory"]);
  await client.call("trainStep", [id], undefined, { id, moves: true });
  await crash();
  assert.deepEqual(fake.log.slice(1), ["3 transformer 1 kept", "3 record 3 1", "3 memory"]);
});

test("what a call did is kept, also where its caller was told that it is cancelled", async () => {
  const { fake, client, crash } = await engines();
  const { id } = await client.make("write", [1, {} as WriteRequest, 0]);
  let open = (): void => {};
  fake.gate = new Promise((resolve) => {
    open = resolve;
  });
  const controller = new AbortController();
  const again = ([, model, asked, steps]: [number, number, WriteRequest, number]) =>
    [id, model, asked, steps + 1] as never;
  const step = client.call("writeStep", [id, 0], controller.signal, { id, again });
  await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(step, { name: "AbortError" });
  open();
  await crash();
  assert.deepEqual(fake.log.slice(1), [`2 write ${id} 1 1`, "2 memory"]);
});

test("what fails while it is made again is let go of, and what lives in it is not made", async () => {
  const { fake, client, crash } = await engines();
  const { id } = await client.make("transformer", [{} as TransformerRequest]);
  await client.make("record", [id, text], id);
  fake.failures.add("transformer 1");
  await crash();
  assert.deepEqual(fake.log.slice(1), ["2 transformer 1", "2 dispose", "2 memory"]);
  await gone(client.call("encode", [id, "a"]), /could not be made again \(told to fail\)/);
});

/** Lets go of `id` while a new engine is at `call`. */
async function releasedUnder(call: string, id: number): Promise<string[]> {
  const { fake, client } = await engines();
  const model = await client.make("model", [config]);
  await client.make("run", [model.id, request], model.id);
  fake.log.length = 0;
  fake.crashes.push("memory");
  let released: Promise<void> | undefined;
  fake.heard = (name) => {
    if (name === `2 ${call}`) released = client.release(id);
  };
  await client.call("memory", []);
  await released;
  return fake.log.slice(1);
}

test("what is let go of while it is made again does not stay", async () => {
  assert.deepEqual(await releasedUnder("model 1", 2), ["2 model 1", "2 memory", "2 dispose"]);
  assert.deepEqual(await releasedUnder("model 1", 1), ["2 model 1", "2 memory", "2 dispose"]);
  const late = ["2 model 1", "2 run 2 1", "2 memory", "2 dispose"];
  assert.deepEqual(await releasedUnder("run 2 1", 2), late);
  assert.deepEqual(await releasedUnder("memory", 2), late);
});

test("letting go starts no engine", async () => {
  const { fake, client } = await engines();
  const { id } = await client.make("model", [config]);
  fake.crashes.push("dispose");
  await client.release(id);
  assert.equal(fake.starts, 1);
  await client.call("memory", []);
  assert.deepEqual(fake.log.slice(-2), ["1 dispose", "2 memory"]);
});

test("a cancelled call that was ended costs the next engine no part that it did not have", async () => {
  const { fake, client } = await engines();
  fake.gate = new Promise(() => {});
  const controller = new AbortController();
  const endless = client.call("tokenize", ["a"], controller.signal);
  await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(endless, { name: "AbortError" });
  fake.gate = undefined;
  await client.call("memory" satisfies Method, []);
  assert.deepEqual([fake.starts, fake.completed], [2, []]);
});

const settings = {
  ...{ vocabulary: 14, d_model: 16, d_ff: 32, heads: 2, order: "pre", max_length: 32 },
  ...{ encoder_layers: 1, decoder_layers: 1 },
};
const task = {
  task: "copy",
  parameters: { symbols: 5, length_min: 2, length_max: 4 },
  settings: { batch: 8, steps: 200, rate: 5e-3 },
};

test("a trained model: its newest run and text live on, an older run never has other numbers", async () => {
  const memories = watchMemories();
  const engine = await createEngine({ worker: false, ahead: "models" });
  const wreckAll = (): void => wreck(memories.at(-1) as WebAssembly.Memory);
  try {
    const input = { source: [4, 5, 6], target: [7] };
    const model = await engine.model({ kind: "transformer", preset: "transformer", settings });
    const training = await model.train(task);
    const before = await model.run(input);
    for (let step = 0; step < 40; ++step) await training.step();
    const run = await model.run(input);
    const written = await model.generate({ source: input.source });
    const logits = await run.tensor("logits");
    wreckAll();
    assert.deepEqual(await run.tensor("logits"), logits);
    await written.step();
    await gone(before.tensor("logits"), /started again/);
    // What was learnt lives on, and is what a training that follows begins with.
    assert.equal((await training.step()).step, 41);
    const learnt = await (await model.run(input)).tensor("logits");
    await model.train({ ...task, settings: { ...task.settings, seed: 2 } });
    wreckAll();
    assert.deepEqual(await (await model.run(input)).tensor("logits"), learnt);
    await gone(run.tensor("logits"), /started again/);
  } finally {
    unwatch();
    await engine.dispose();
  }
});
