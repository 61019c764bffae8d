// The figure `fill`: what each policy makes of partly and fully hidden rows, in both precisions.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { FillState } from "../../web/figures/fill/parameters.js";
import { fill as lesson } from "../../web/lessons/fill.js";
import { parse } from "../../web/state/codec.js";
import { fill } from "../../web/views/fill.js";

const engine = await createEngine();
after(() => engine.dispose());

async function numbers(link: string) {
  const session = fill.open(engine);
  const state: FillState = parse(fill.table, link).state;
  const data = await session.update(state);
  const of = (name: string) => Array.from(data.tensors[name]?.data ?? [], Number);
  const row = (name: string, at: number) => of(name).slice(4 * at, 4 * at + 4);
  const run = { state, summary: "", tensor: session.tensor.bind(session), explain: undefined };
  const solved = await lesson.solved(run as never);
  const { summary } = fill.describe(data, { language: "en" });
  await session.dispose();
  return { of, row, solved, summary };
}

const softmax = (scores: number[]) => {
  const e = scores.map((score) => Math.exp(score));
  const sum = e.reduce((a, b) => a + b, 0);
  return e.map((one) => one / sum);
};

function near(actual: number[], expected: number[], tolerance = 1e-6) {
  assert.equal(actual.length, expected.length);
  for (const [at, value] of expected.entries()) {
    assert.ok(Math.abs((actual[at] ?? Number.NaN) - value) < tolerance, `${actual} ≠ ${expected}`);
  }
}

const all = (value: number) => [value, value, value, value];

test("a fully hidden row is NaN, uniform and 0; in float16 −10⁹ is NaN too", async () => {
  for (const link of ["", "added=true", "example=key&length=0", "example=xlnet"]) {
    const { row, of, solved } = await numbers(link);
    const hidden = link === "example=xlnet" ? 2 : 0;
    assert.deepEqual(row("mask", hidden), all(0));
    assert.deepEqual(row("infinity", hidden), all(Number.NaN), link);
    assert.deepEqual(row("large", hidden), all(0.25), link);
    assert.deepEqual(row("weights", hidden), all(0), link);
    assert.deepEqual(row("half.infinity", hidden), all(Number.NaN), link);
    assert.deepEqual(row("half.large", hidden), all(Number.NaN), link);
    assert.deepEqual(row("half.weights", hidden), all(0), link);
    assert.deepEqual(of("sums").slice(3 * hidden, 3 * hidden + 3), [Number.NaN, 1, 0], link);
    assert.equal(solved, true, link);
  }
});

test("one visible key is enough for all policies to agree", async () => {
  const { row, of, solved, summary } = await numbers("example=key");
  for (const [at, scores] of [of("scores").slice(0, 3), of("scores").slice(4, 7)].entries()) {
    for (const name of ["infinity", "large", "weights"]) {
      near(row(name, at), [...softmax(scores), 0]);
      near(row(`half.${name}`, at), [...softmax(scores), 0], 1e-3);
    }
  }
  near(of("sums"), Array(12).fill(1));
  assert.match(summary, /at least one key/);
  assert.equal(solved, false);
});

test("cells of the mask set to 0 make such a row", async () => {
  const edits = [0, 1, 2].map((key) => `mask[2,${key}]=0`).join(";");
  const { row, solved } = await numbers(`example=key&edits=${encodeURIComponent(edits)}`);
  assert.deepEqual(row("infinity", 2), all(Number.NaN));
  assert.equal(solved, true);
});

test("the XLNet row is [1, 0, 1, 0], not [0, 0, 1, 1]", async () => {
  const { row, of } = await numbers("example=xlnet");
  assert.deepEqual(of("mask"), [0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0]);
  assert.deepEqual(row("printed", 3), [0, 0, 1, 1]);
  assert.deepEqual(of("printed").slice(0, 12), of("mask").slice(0, 12));
});

test("multiplied after softmax, rows no longer sum to 1", async () => {
  const { of, row, solved } = await numbers("example=multiply");
  const whole = softmax(of("scores").slice(4, 8));
  near(row("multiplied", 1), [whole[0] ?? 0, whole[1] ?? 0, 0, 0]);
  near(of("sums").slice(2, 4), [1, (whole[0] ?? 0) + (whole[1] ?? 0)]);
  assert.equal(solved, false);
});
