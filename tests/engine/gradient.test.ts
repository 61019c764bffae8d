// The figure `gradient`: its map and its gradients against a layer worked out here in double
// precision, and what the masks make exactly 0.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { GradientState } from "../../web/figures/gradient/parameters.js";
import { gradient as lesson } from "../../web/lessons/gradient.js";
import { parse } from "../../web/state/codec.js";
import { gradient } from "../../web/views/gradient.js";

const engine = await createEngine();
after(() => engine.dispose());
const N = 5;
const C = 4;

async function numbers(link: string) {
  const session = gradient.open(engine);
  const state: GradientState = parse(gradient.table, link).state;
  const data = await session.update(state);
  const run = { state, summary: "", tensor: session.tensor.bind(session), explain: undefined };
  const solved = await lesson.solved(run as never);
  const read = async (name: string) => Array.from((await session.tensor(name)).data, Number);
  const [x, q, k, v, twin] = await Promise.all(
    ["x", "query.weight", "key.weight", "value.weight", "real.x"].map(read),
  );
  await session.dispose();
  const given = { x, q, k, v, mask: Array.from(data.tensors.mask?.data ?? [], Number) };
  const { x: all, "real.x": real } = data.gradients;
  return {
    ...{ given: given as Given, twin, solved },
    map: Array.from(data.tensors.gradient_map?.data ?? [], Number),
    all: Array.from(all?.data ?? [], Number),
    real: Array.from(real?.data ?? [], Number),
  };
}

type Given = Record<"x" | "q" | "k" | "v" | "mask", number[]>;
const at = (of: readonly number[], index: number) => of[index] ?? Number.NaN;
const range = (length: number) => [...Array(length).keys()];
const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);

/** softmax(Q·Kᵀ/√C)·V of visible keys, row by row. */
function layer({ q, k, v, mask }: Given, x: readonly number[]): number[] {
  const project = (weight: number[]) =>
    range(N * C).map((cell) => {
      const [row, column] = [Math.floor(cell / C), cell % C];
      return sum(range(C).map((c) => at(x, row * C + c) * at(weight, c * C + column)));
    });
  const [queries, keys, values] = [project(q), project(k), project(v)];
  return range(N).flatMap((i) => {
    const e = range(N).map((j) => {
      const score = sum(range(C).map((c) => at(queries, i * C + c) * at(keys, j * C + c)));
      return at(mask, i * N + j) * Math.exp(score / Math.sqrt(C));
    });
    return range(C).map((c) => sum(range(N).map((j) => at(e, j) * at(values, j * C + c))) / sum(e));
  });
}

/** ∂out/∂x of one cell of x, by central differences. */
function slopes(given: Given, cell: number): number[] {
  const h = 1e-5;
  const moved = (by: number) =>
    layer(
      given,
      given.x.map((value, other) => (other === cell ? value + by : value)),
    );
  const low = moved(-h);
  return moved(h).map((value, out) => (value - at(low, out)) / (2 * h));
}

for (const link of ["", "mask=none", "mask=causal&seed=7", "mask=combined&length=2"]) {
  test(`map and gradients are the layer's: ${link || "default"}`, async () => {
    const { given, twin, map, all, real } = await numbers(link);
    assert.deepEqual(twin, given.x);
    const length = /length=2/.test(link) ? 2 : 3;
    const squares = Array<number>(N * N).fill(0);
    for (const cell of range(N * C)) {
      const d = slopes(given, cell);
      assert.ok(Math.abs(at(all, cell) - sum(d)) < 1e-4, `dx[${cell}]`);
      assert.ok(Math.abs(at(real, cell) - sum(d.slice(0, length * C))) < 1e-4, `real dx[${cell}]`);
      d.forEach((slope, out) => {
        const pair = Math.floor(out / C) * N + Math.floor(cell / C);
        squares[pair] = at(squares, pair) + slope ** 2;
      });
    }
    squares.forEach((square, pair) => {
      assert.ok(Math.abs(at(map, pair) - Math.sqrt(square)) < 1e-4, `map[${pair}]`);
      const hidden = at(given.mask, pair) === 0 && pair % (N + 1) !== 0;
      assert.equal(at(map, pair) === 0, hidden, `map[${pair}] is ${at(map, pair)}`);
    });
  });
}

test("padding keeps a gradient until the loss leaves it out", async () => {
  const padding = (of: number[]) => of.slice(3 * C);
  for (const mask of ["padding", "combined", "causal"]) {
    const { all, real, solved } = await numbers(`mask=${mask}`);
    assert.ok(
      padding(all).every((value) => value !== 0),
      mask,
    );
    assert.ok(
      padding(real).every((value) => value === 0),
      mask,
    );
    assert.equal(solved, mask === "causal");
  }
  const { real, solved } = await numbers("mask=none");
  assert.ok(padding(real).every((value) => value !== 0));
  assert.equal(solved, false);
  assert.equal((await numbers("mask=causal&length=5")).solved, false);
});

test("one visible cell lets the gradient through again", async () => {
  const { real } = await numbers("edits=mask[0,3]=1");
  assert.ok(real.slice(3 * C, 4 * C).every((value) => value !== 0));
  assert.ok(real.slice(4 * C).every((value) => value === 0));
});
