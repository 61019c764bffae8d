// The client over a fake engine: order, cancellation, recovery and replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../web/engine/client.js";
import type { ModelConfig } from "../../web/engine/types.js";
import { FakeEngine } from "./support/fake_engine.js";

const config = {} as ModelConfig;
const request = { tokens: ["a"], record: "inspect", interventions: [] };
const of = { tensor: "output", reduce: "sum" } as const;

async function populated(): Promise<{ fake: FakeEngine; client: Client }> {
  const fake = new FakeEngine();
  const client = new Client(fake.connect);
  const model = await client.make("model", [config]);
  const run = await client.make("run", [model.id, request], model.id);
  await client.make("gradients", [run.id, of], run.id);
  assert.deepEqual(fake.log, ["1 model 1", "1 run 2 1", "1 gradients 3 2"]);
  return { fake, client };
}

function gate(fake: FakeEngine): () => void {
  let open = (): void => {};
  fake.gate = new Promise((resolve) => {
    open = () => {
      fake.gate = undefined;
      resolve();
    };
  });
  return open;
}

test("starts no engine before the first call", async () => {
  const fake = new FakeEngine();
  const client = new Client(fake.connect);
  assert.equal(fake.starts, 0);
  await client.start();
  assert.equal(fake.starts, 1);
});

test("sends calls one at a time, in order", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  const open = gate(fake);
  const calls = ["x", "y", "z"].map((name) => client.call("tensor", [2, name]));
  await new Promise(setImmediate);
  assert.deepEqual(fake.log, ["1 tensor 2 x"]);
  open();
  await Promise.all(calls);
  assert.deepEqual(fake.log, ["1 tensor 2 x", "1 tensor 2 y", "1 tensor 2 z"]);
});

test("a call cancelled while it waits never reaches the engine", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  const open = gate(fake);
  const first = client.call("tensor", [2, "x"]);
  const controller = new AbortController();
  const second = client.make("run", [1, request], 1, controller.signal);
  controller.abort();
  await assert.rejects(second, { name: "AbortError" });
  open();
  await first;
  await client.call("memory", []);
  assert.deepEqual(fake.log, ["1 tensor 2 x", "1 memory"]);
});

test("a run cancelled under way rejects at once and is disposed of when it is done", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  const open = gate(fake);
  const controller = new AbortController();
  const run = client.make("run", [1, request], 1, controller.signal);
  await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(run, { name: "AbortError" });
  open();
  await client.call("memory", []);
  assert.deepEqual(fake.log, ["1 run 4 1", "1 dispose", "1 memory"]);
});

test("a cancelled call that does not end is ended: the engine starts anew for those behind it", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  gate(fake);
  const controller = new AbortController();
  const endless = client.call("apply", [{} as never], controller.signal);
  const behind = client.call("tensor", [2, "x"]);
  await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(endless, { name: "AbortError" });
  fake.gate = undefined;
  await behind;
  assert.deepEqual(fake.log, [
    "1 apply",
    "2 model 1",
    "2 run 2 1",
    "2 gradients 3 2",
    "2 tensor 2 x",
  ]);
});

test("a call that needs the whole core waits for the rest, which is loaded once, cancelled or not", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  let open = (): void => {};
  fake.loading = new Promise((resolve) => {
    open = resolve;
  });
  const controller = new AbortController();
  const cancelled = client.call("apply", [{} as never], controller.signal);
  const behind = client.call("compute", [4, {} as never]);
  await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(cancelled, { name: "AbortError" });
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.deepEqual(fake.log, []);
  open();
  await behind;
  await client.call("run", [5, 1, { ...request, record: "train" }]);
  assert.deepEqual(fake.log, ["1 compute 4", "1 run 5 1"]);
  assert.deepEqual(fake.completed, [1]);
});

test("an engine that takes the place of one that stopped is whole before anything is replayed", async () => {
  const { fake, client } = await populated();
  fake.crashes.push("tensor 2 x");
  await client.call("tensor", [2, "x"]);
  assert.deepEqual(fake.completed, [2]);
});

test("a call cancelled while the engine starts, or whose engine crashes, is not performed again", async () => {
  const fake = new FakeEngine();
  const client = new Client(fake.connect);
  const controller = new AbortController();
  const early = client.make("model", [config], undefined, controller.signal);
  controller.abort();
  await assert.rejects(early, { name: "AbortError" });
  await client.call("memory", []);
  assert.deepEqual(fake.log, ["1 memory"]);
  const open = gate(fake);
  fake.crashes.push("tokenize text");
  const second = new AbortController();
  const crashing = client.call("tokenize", ["text"], second.signal);
  await new Promise(setImmediate);
  second.abort();
  await assert.rejects(crashing, { name: "AbortError" });
  open();
  await client.call("memory", []);
  assert.deepEqual(fake.log, ["1 memory", "1 tokenize text", "2 memory"]);
});

test("a cancelled call that ends by itself costs no engine", async () => {
  const { fake, client } = await populated();
  const open = gate(fake);
  const controller = new AbortController();
  const late = client.call("tensor", [2, "x"], controller.signal);
  await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(late, { name: "AbortError" });
  open();
  await new Promise((resolve) => setTimeout(resolve, 600));
  await client.call("memory", []);
  assert.equal(fake.starts, 1);
});

test("a signal aborted before rejects, and listeners do not pile up on a long-lived one", async () => {
  const { client } = await populated();
  await assert.rejects(client.call("memory", [], AbortSignal.abort()), { name: "AbortError" });
  const { signal } = new AbortController();
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listening += 1;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listening -= 1;
    remove(...args);
  };
  for (let i = 0; i < 5; ++i) await client.call("memory", [], signal);
  assert.equal(listening, 0);
});

test("after a crash the engine is new, everything alive is replayed, the call is repeated", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  fake.crashes.push("tensor 2 x");
  await client.call("tensor", [2, "x"]);
  assert.equal(fake.starts, 2);
  assert.equal(fake.closed, 1);
  assert.deepEqual(fake.log, [
    "1 tensor 2 x",
    "2 model 1",
    "2 run 2 1",
    "2 gradients 3 2",
    "2 tensor 2 x",
  ]);
});

test("a call that stops the engine twice is given up; others live on", async () => {
  const { fake, client } = await populated();
  fake.crashes.push("tensor 2 x", "tensor 2 x");
  const doomed = client.call("tensor", [2, "x"]);
  const healthy = client.call("tensor", [2, "y"]);
  await assert.rejects(doomed, { name: "EngineCrashedError", message: /"tensor".*again/ });
  await healthy;
  assert.equal(fake.log.at(-1), "3 tensor 2 y");
});

test("what stops the engine while it is replayed is dropped with what lives in it", async () => {
  const { fake, client } = await populated();
  fake.log.length = 0;
  fake.crashes.push("memory", "run 2 1");
  await client.call("memory", []);
  assert.deepEqual(fake.log, ["1 memory", "2 model 1", "2 run 2 1", "3 model 1", "3 memory"]);
});

test("an ordinary error is no crash", async () => {
  const { fake, client } = await populated();
  fake.failures.add("tensor 2 x");
  await assert.rejects(client.call("tensor", [2, "x"]), { name: "ShapeError" });
  assert.equal(fake.starts, 1);
});

test("what was released is not replayed, nor what lived in it", async () => {
  const { fake, client } = await populated();
  await client.release(2);
  fake.log.length = 0;
  fake.crashes.push("memory");
  await client.call("memory", []);
  assert.deepEqual(fake.log, ["1 memory", "2 model 1", "2 memory"]);
});

test("a closed client rejects what waits and what comes", async () => {
  const { fake, client } = await populated();
  const open = gate(fake);
  const underWay = client.call("tensor", [2, "x"]);
  const waiting = client.call("tensor", [2, "y"]);
  client.close();
  await assert.rejects(waiting, { name: "DisposedError" });
  open();
  await underWay;
  await assert.rejects(client.call("memory", []), { name: "DisposedError" });
  await new Promise(setImmediate);
  assert.equal(fake.closed, 1);
});
