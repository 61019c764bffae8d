// The figure `heads`: what its built heads find, that a layer is the sum of its heads, what each of
// them is worth, and its circuits.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Tensor } from "clearhead/engine.js";
import {
  HEAD_WIDTH,
  type HeadsState,
  headsTable,
  WIDTH,
} from "../../web/figures/heads/parameters.js";
import { parse } from "../../web/state/codec.js";
import { heads as view } from "../../web/views/heads.js";

const engine = await createEngine();
after(() => engine.dispose());

async function opened(link: string) {
  const session = view.open(engine);
  const { state } = parse(headsTable, `v=1&view=heads&${link}`);
  const data = await session.update(state as HeadsState);
  return { session, data };
}
const numbers = ({ data }: Tensor) => Array.from(data, Number);
const largest = (values: number[]) => values.indexOf(Math.max(...values));
const close = (a: number | undefined, b: number | undefined, what: string) =>
  assert.ok(Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) < 2e-5 * (1 + Math.abs(b ?? 0)), what);

/** 64 words, of which every one occurs twice. */
const long = Array.from({ length: 64 }, (_, at) => `w${at % 32}`).join(" ");

test("heads: the built heads find the previous token and the same word, in long sentences too", async () => {
  for (const text of ["the dog saw the cat and the cat saw the dog", long]) {
    const { session, data } = await opened(`text=${encodeURIComponent(text)}`);
    const count = data.tokens.length;
    const weights = numbers(await session.tensor("weights"));
    const row = (head: number, query: number) =>
      weights.slice((head * count + query) * count, (head * count + query + 1) * count);
    for (let query = 1; query < count; query++) {
      assert.equal(largest(row(0, query)), query - 1, `${query} of ${count}`);
      assert.ok((row(0, query)[query - 1] ?? 0) > 0.9, `weight ${row(0, query)[query - 1]}`);
      const same = row(1, query).filter((_, key) => data.tokens[key] === data.tokens[query]);
      const sum = same.reduce((total, one) => total + one, 0);
      assert.ok(sum > 0.85, `same word: ${sum}`);
      assert.ok(Math.abs(Math.max(...same) - Math.min(...same)) < 1e-6);
    }
    await session.dispose();
  }
});

test("heads: the output is the sum of what the heads add, and misses what a head adds without it", async () => {
  const heads = 4;
  const { session, data } = await opened(
    `heads=${heads}&edits=${encodeURIComponent("keep[2,0,0]=0")}`,
  );
  assert.deepEqual(data.ignored, []);
  const cells = data.tokens.length * WIDTH;
  const [added, whole, output, change, removed] = await Promise.all(
    ["addition", "whole.output", "output", "change.largest", "removed.largest"].map(async (name) =>
      numbers(await session.tensor(name)),
    ),
  );
  for (let at = 0; at < cells; at++) {
    const all = Array.from({ length: heads }, (_, head) => added?.[head * cells + at] ?? 0);
    const sum = all.reduce((total, one) => total + one, 0);
    close(whole?.[at], sum, `cell ${at}`);
    close(output?.[at], sum - (all[2] ?? 0), `cell ${at} without the third head`);
  }
  close(change?.[0], removed?.[2], "the change is what the head added");
  await session.dispose();
});

test("heads: scores and what is moved follow from the circuits alone", async () => {
  const { session, data } = await opened("heads=3&example=random");
  const count = data.tokens.length;
  const [x, qk, ov, scores, brought, norms, weights] = await Promise.all(
    ["x", "circuit_qk", "circuit_ov", "scores", "brought", "norms", "weights"].map(async (name) =>
      numbers(await session.tensor(name)),
    ),
  );
  const head = 1;
  const times = (circuit: number[] | undefined, token: number, column: number) => {
    let sum = 0;
    for (let at = 0; at < WIDTH; at++) {
      sum +=
        (x?.[token * WIDTH + at] ?? 0) * (circuit?.[(head * WIDTH + at) * WIDTH + column] ?? 0);
    }
    return sum;
  };
  for (const [query, key] of [
    [0, 0],
    [3, 1],
    [count - 1, 4],
  ] as const) {
    let score = 0;
    let square = 0;
    for (let at = 0; at < WIDTH; at++) {
      score += times(qk, query, at) * (x?.[key * WIDTH + at] ?? 0);
      const moved = times(ov, key, at);
      close(brought?.[(head * count + key) * WIDTH + at], moved, "v·W_O");
      square += moved ** 2;
    }
    const pair = (head * count + query) * count + key;
    close(scores?.[pair], score, "q·k");
    close(norms?.[pair], (weights?.[pair] ?? 0) * Math.sqrt(square), "weight times length");
  }
  const { shape } = await session.tensor("query.heads");
  assert.deepEqual(shape, [3, WIDTH, HEAD_WIDTH], "a head reads every feature");
  await session.dispose();
});

test("heads: however many share the width, a layer has 1,048,576 parameters", async () => {
  const { session } = await opened("");
  assert.deepEqual(numbers(await session.tensor("parameters")), Array(5).fill(1_048_576));
  await session.dispose();
});

test("heads: an opened cell of another head shows that head; other heads are all on", async () => {
  const { session, data } = await opened("");
  const state = data.state;
  assert.equal(view.change(state, { open: "weights[0,4,1,2]" }, "en").head, 4);
  assert.equal(view.change(state, { open: "circuit_qk[3,1,2]" }, "en").head, 0);
  const off = { ...state, edits: "keep[5,0,0]=0", head: 5 };
  const fewer = view.change(off, { heads: 2 }, "en");
  assert.deepEqual([fewer.head, fewer.edits], [1, ""]);
  await session.dispose();
});

test("heads: from one to twelve, with 64 tokens, and with none", async () => {
  for (const link of [
    "heads=1",
    `heads=12&text=${encodeURIComponent(long)}`,
    "text=",
    "heads=1&text=",
  ]) {
    const { session, data } = await opened(link);
    for (const language of ["en", "zh"] as const) {
      const scene = view.describe(data, { language });
      assert.doesNotMatch([scene.summary, ...scene.notes].join(" "), /undefined|NaN|[{}]/, link);
    }
    await session.dispose();
  }
});

test("heads: what is said of the others is said where there are others", async () => {
  for (const [heads, random] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    const { session, data } = await opened(`heads=${heads}`);
    const notes = view.describe(data, { language: "en" }).notes.join(" ");
    assert.equal(/others are random/.test(notes), random, `${heads} heads`);
    await session.dispose();
  }
});

test("heads: a head is on or off and nothing between, and the width that is counted is named", async () => {
  for (const [edit, taken] of [
    ["keep[1,0,0]=0", true],
    ["keep[1,0,0]=1", true],
    ["keep[1,0,0]=0.5", false],
    ["keep[1,0,0]=-1", false],
  ] as const) {
    const { state, ignored } = parse(headsTable, `view=heads&edits=${edit}`);
    assert.equal(state.edits === edit, taken, edit);
    assert.equal(ignored.length, taken ? 0 : 1, edit);
  }
  const { session, data } = await opened("");
  const scene = view.describe(data, { language: "en" });
  assert.match(scene.bands.find(({ id }) => id === "count")?.title ?? "", /512/);
  await session.dispose();
});
