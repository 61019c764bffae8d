import assert from "node:assert/strict";
import { test } from "node:test";
import type { AttentionState } from "../../../web/figures/attention/parameters.js";
import { parse } from "../../../web/state/codec.js";
import { attention } from "../../../web/views/attention.js";
import { FakeEngine } from "./fake_engine.js";

const stateOf = (link: string): AttentionState => parse(attention.table, link).state;

function open() {
  const engine = new FakeEngine();
  const session = attention.open(engine);
  /** What the engine was asked since the last call. */
  const asked = () => engine.log.splice(0);
  return { engine, session, asked };
}

const isAbort = (error: unknown) => (error as Error).name === "AbortError";

test("one run, and the tensors that are drawn", async () => {
  const { session, asked } = open();
  const data = await session.update(stateOf(""));
  assert.deepEqual(data.tokens, ["The", "cat", "sat"]);
  assert.deepEqual(asked(), [
    ...["tokenize", "model", "run", "tensor tokens", "tensor embeddings", "tensor x"],
    ...["tensor query", "tensor key", "tensor value", "tensor scores", "tensor scaled"],
    ...["tensor mask", "tensor masked", "tensor weights", "tensor output"],
  ]);
  assert.ok(Math.abs(data.tensors.weights!.data[5]! - 4 / 7) < 1e-6);
});

test("what changed no number asks for no run", async () => {
  const { session, asked } = open();
  await session.update(stateOf("heads=2&text=a+b"));
  asked();
  await session.update(stateOf("heads=2&text=a+b&head=1&open=weights[0,1,0,0]"));
  assert.deepEqual(asked(), []);
  await session.update(stateOf("heads=2&text=a+b&mode=all"));
  const more = ["embedding.table", "query.weight", "key.weight", "value.weight"];
  assert.deepEqual(
    asked(),
    more.map((name) => `tensor ${name}`),
  );
  const { gradients } = await session.update(stateOf("heads=2&text=a+b&gradients=true"));
  assert.deepEqual(
    asked().filter((call) => !call.startsWith("gradient ")),
    ["map", "gradients"],
  );
  assert.ok(gradients?.tensors.x);
  assert.equal(gradients.tensors["query.weight"], undefined);
});

test("a new sentence keeps the model, a new model takes the old one's place", async () => {
  const { engine, session, asked } = open();
  await session.update(stateOf("text=a+b"));
  asked();
  await session.update(stateOf("text=a+b+c"));
  const again = asked();
  assert.equal(again.includes("model"), false);
  // The old run goes after the new one is in.
  assert.deepEqual(again.at(-1), "dispose run");
  await session.update(stateOf("text=a+b+c&seed=9"));
  const other = asked();
  assert.deepEqual([other.includes("tokenize"), other.includes("model")], [false, true]);
  assert.deepEqual(other.slice(-2), ["dispose run", "dispose model"]);
  assert.equal(engine.live, 2);
  await session.dispose();
  assert.equal(engine.live, 0);
});

test("the newest of many updates wins, and nothing is left behind", async () => {
  const { engine, session } = open();
  let release = () => {};
  engine.gate = new Promise((resolve) => {
    release = resolve;
  });
  const states = [1, 2, 3, 4].map((seed) => stateOf(`text=a+b&seed=${seed}`));
  const updates = states.map((state) => session.update(state));
  const settled = Promise.allSettled(updates);
  release();
  const results = await settled;
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected", "rejected", "fulfilled"],
  );
  for (const result of results) if (result.status === "rejected") assert.ok(isAbort(result.reason));
  assert.equal((await updates[3])?.state.seed, 4);
  assert.equal(engine.live, 2);
  await session.dispose();
  assert.equal(engine.live, 0);
  await assert.rejects(session.update(states[0]!), isAbort);
});

test("an aborted update leaves the last data usable", async () => {
  const { engine, session } = open();
  await session.update(stateOf("text=a+b"));
  await assert.rejects(session.update(stateOf("text=c"), AbortSignal.abort()), isAbort);
  const stop = new AbortController();
  const pending = session.update(stateOf("text=c+d"), stop.signal);
  stop.abort();
  await assert.rejects(pending, isAbort);
  assert.equal((await session.tensor("weights")).shape[2], 2);
  assert.equal(engine.live, 2);
});

test("hand-made tokens need no tokenizer; 64 are used", async () => {
  const { session, asked } = open();
  const data = await session.update(stateOf("tokens=New+York|is|big"));
  assert.deepEqual(data.tokens, ["New York", "is", "big"]);
  assert.equal(asked().includes("tokenize"), false);
  const many = Array.from({ length: 70 }, (_, i) => `t${i}`).join("|");
  const cut = await session.update(stateOf(`tokens=${many}`));
  assert.deepEqual([cut.tokens.length, cut.truncated], [64, 64]);
  const long = await session.update(stateOf(`text=${"a+".repeat(200)}`));
  assert.deepEqual([long.tokens.length, long.truncated], [64, 64]);
});

test("an empty sentence needs no engine", async () => {
  const { session, asked } = open();
  const data = await session.update(stateOf("text=+"));
  assert.deepEqual([data.tokens, data.tensors, asked()], [[], {}, []]);
  await assert.rejects(
    session.explain({ tensor: "weights", index: [0], gradient: false }),
    /at least one token/,
  );
});

test("after an emptied sentence nothing of the older one is left to look into", async () => {
  const { engine, session } = open();
  await session.update(stateOf("text=a+b"));
  assert.equal((await session.tensor("weights")).shape[2], 2);
  await session.update(stateOf("text="));
  for (const ask of [
    () => session.tensor("weights"),
    () => session.tensor("x", true),
    () => session.explain({ tensor: "weights", index: [0, 0, 0, 0], gradient: false }),
  ]) {
    await assert.rejects(ask(), /at least one token/);
  }
  await session.update(stateOf("text=a+b+c"));
  assert.equal((await session.tensor("weights")).shape[2], 3);
  await session.dispose();
  assert.equal(engine.live, 0);
});

test("edits reach the run; those that the engine refuses are reported", async () => {
  const { session } = open();
  const data = await session.update(stateOf("edits=scores[0,0,1,2]=0"));
  assert.equal(data.tensors.scores!.data[5], 0);
  const edits = data.catalogue.find(({ name }) => name === "scores")?.edits;
  assert.deepEqual(
    edits?.map(({ index }) => index),
    [5],
  );
  const misfit = await session.update(stateOf("edits=scores[0,0,9,9]=0"));
  assert.deepEqual(
    misfit.ignored.map(({ name, reason }) => [name, reason]),
    [["edits", "shape"]],
  );
  const { tensors, ignored } = await session.update(stateOf("matrix=weights:1,0,0;0,1,0;0,0,1"));
  assert.deepEqual([...tensors.weights!.data], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  assert.deepEqual(ignored, []);
});

test("edits that the engine refuses are reported, and the rest is drawn", async () => {
  const { engine, session } = open();
  engine.refused.add("masked");
  const data = await session.update(
    stateOf("edits=masked[0,0,0,0]=1&matrix=scores:0,0,0;0,0,0;0,0,0"),
  );
  assert.deepEqual(data.ignored, [
    { name: "edits", given: "masked[0,0,0,0]=1", reason: "refused", allowed: "argument" },
  ]);
  assert.equal(data.pasted, undefined);
  assert.ok(Math.abs(data.tensors.weights!.data[5]! - 4 / 7) < 1e-6);
});

test("a gradient target that does not exist falls back to the sum of the output", async () => {
  const { session } = open();
  const cases: [string, RegExp][] = [
    ["nothing", /^embedding\.table, (?:.*, )?weights, (?:.*, )?output$/],
    ["mask", /output/],
    ["output[0,3,0]", /^output\[0,0,0\] … \[0,2,1\]$/],
    ["output[0,1]", /^output\[0,0,0\] … \[0,2,1\]$/],
  ];
  for (const [of, allowed] of cases) {
    const data = await session.update(stateOf(`gradients=true&of=${of}`));
    assert.deepEqual(data.gradients?.of, { tensor: "output", reduce: "sum" });
    assert.deepEqual(
      data.ignored.map(({ name, given, reason }) => [name, given, reason]),
      [["of", of, "choice"]],
    );
    assert.match(data.ignored[0]?.allowed ?? "", allowed);
  }
  const good = await session.update(stateOf("gradients=true&of=output[0,2,1]"));
  assert.deepEqual(good.ignored, []);
});

test("a slope is explained by the chain rule of its own output cell", async () => {
  const { session, asked } = open();
  await session.update(stateOf("gradients=true"));
  asked();
  const cell = { tensor: "x", index: [0, 2, 1], gradient: true, of: [0, 1, 0] };
  const slope = await session.explain(cell);
  assert.deepEqual([slope.of, slope.gradient], [[0, 1, 0], true]);
  await session.explain({ ...cell, tensor: "query" });
  assert.deepEqual(asked(), ["gradients"]);
  // The gradients that are drawn stay.
  const drawn = await session.explain({ tensor: "x", index: [0, 0, 0], gradient: true });
  assert.equal(drawn.of, undefined);
  assert.deepEqual(asked(), []);
  await session.explain({ ...cell, of: [0, 2, 0] });
  assert.deepEqual(asked(), ["gradients", "dispose gradients"]);
});

test("a cell is explained at the index that the run's tensor has", async () => {
  const { session } = open();
  await session.update(stateOf(""));
  const at = async (index: number[]) =>
    (await session.explain({ tensor: "positions.of.another.rank", index, gradient: false })).index;
  assert.deepEqual(await at([0, 0, 1]), [0, 0, 1]);
  const weights = await session.explain({
    tensor: "weights",
    index: [0, 0, 0, 1, 2],
    gradient: false,
  });
  assert.deepEqual(weights.index, [0, 0, 1, 2]);
});

test("a new target releases the gradients of the old one", async () => {
  const { session, asked } = open();
  await session.update(stateOf("gradients=true"));
  asked();
  await session.update(stateOf("gradients=true&of=output[0,1,0]"));
  const calls = asked();
  assert.deepEqual([calls.includes("run"), calls.includes("map")], [false, false]);
  assert.ok(calls.includes("dispose gradients"));
  assert.equal(
    (await session.explain({ tensor: "x", index: [0, 0, 0], gradient: true })).gradient,
    true,
  );
  assert.equal(
    (await session.explain({ tensor: "x", index: [0, 0, 0], gradient: false })).gradient,
    false,
  );
});
