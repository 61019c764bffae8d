// The figure `sharing`: counts of the chapter, means of heads and distances.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Tensor } from "clearhead/engine.js";
import { sharingFigure } from "../../web/figures/sharing/figure.js";
import { HEADS, LATENTS, SIZES, sharingTable } from "../../web/figures/sharing/parameters.js";
import { parse } from "../../web/state/codec.js";
import { viewOf } from "../../web/views/registry.js";

const engine = await createEngine();
after(() => engine.dispose());

async function tensorsOf(link: string, names: readonly string[]) {
  const { state } = parse(sharingTable, link);
  const run = await engine.compute(sharingFigure.program(state, []), { record: "inspect" });
  const all = await Promise.all(names.map((name) => run.tensor(name)));
  await run.dispose();
  return all as Tensor[];
}

const numbers = (tensor: Tensor | undefined) => Array.from(tensor?.data ?? [], Number);

test("sharing counts the parameters and the cache of the chapter's layer", async () => {
  const names = ["parameters", "cache"];
  const [parameters, cache] = await tensorsOf("view=sharing&head_width=64", names);
  assert.deepEqual(numbers(parameters), [1048576, 786432, 655360, 589824]);
  assert.deepEqual(
    numbers(cache),
    SIZES.map((size) => 2 * Number(size) * 64 * 2),
  );
});

test("sharing: query head h reads the key/value head ⌈h·G/H⌉, a mean of H/G heads", async () => {
  const names = SIZES.flatMap((size) => [`kv${size}.reads`, `kv${size}.W_K`]);
  const [weight, ...tensors] = await tensorsOf("view=sharing", ["W_K", ...names]);
  for (const [i, size] of SIZES.entries()) {
    const groups = Number(size);
    const [reads, pooled] = [numbers(tensors[2 * i]), numbers(tensors[2 * i + 1])];
    const expected = Array.from({ length: groups * HEADS }, (_, at) =>
      Math.ceil((((at % HEADS) + 1) * groups) / HEADS) === Math.floor(at / HEADS) + 1 ? 1 : 0,
    );
    assert.deepEqual(reads, expected);
    const row = numbers(weight).slice(0, HEADS * 8);
    for (let column = 0; column < groups * 8; column++) {
      const mine = row.filter(
        (_, at) =>
          at % 8 === column % 8 &&
          Math.floor((Math.floor(at / 8) * groups) / HEADS) === Math.floor(column / 8),
      );
      const mean = mine.reduce((sum, one) => sum + one, 0) / mine.length;
      assert.ok(Math.abs(mean - (pooled[column] ?? Number.NaN)) < 1e-6);
    }
  }
});

test("sharing: the distance is the norm of the outputs' difference, 0 with all heads", async () => {
  const names = ["error", "length", ...SIZES.map((size) => `kv${size}.output`)];
  const [error, length, ...outputs] = await tensorsOf("view=sharing&seed=7&length=9", names);
  const all = numbers(outputs[0]);
  assert.ok(Math.abs(Math.hypot(...all) - (numbers(length)[0] ?? 0)) < 1e-4);
  for (const [i, output] of outputs.entries()) {
    const expected = Math.hypot(...numbers(output).map((cell, at) => cell - (all[at] ?? 0)));
    assert.ok(Math.abs(expected - (numbers(error)[i] ?? Number.NaN)) < 1e-4, SIZES[i]);
    assert.equal(expected === 0, i === 0);
  }
});

const norm = (cells: readonly number[]) => Math.hypot(...cells);
const near = (a: number | undefined, b: number | undefined, most: number, what?: string) =>
  assert.ok(Math.abs((a ?? Number.NaN) - (b ?? Number.NaN)) < most, `${what}: ${a}, not ${b}`);

function nearAll(a: readonly number[], b: readonly number[], what: string) {
  assert.equal(a.length, b.length, what);
  for (const [at, cell] of a.entries()) near(cell, b[at], 1e-5, `${what} ${at}`);
}

/** a·b of a [rows, inner] and b [inner, columns], row by row. */
function product(a: readonly number[], b: readonly number[], inner: number): number[] {
  const [rows, columns] = [a.length / inner, b.length / inner];
  return Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let i = 0; i < inner; i++)
      sum += (a[row * inner + i] ?? 0) * (b[i * columns + column] ?? 0);
    return sum;
  });
}

test("sharing: a latent's weights are as far from the old ones as the left-out σ weigh", async () => {
  const every = (name: string) => LATENTS.map((latent) => `latent${latent}.${name}`);
  const [width, head] = [HEADS * 4, 4];
  const [sigma, error, key, value, ...tensors] = await tensorsOf(
    "view=sharing&kv_heads=mla&head_width=4&seed=5",
    ["sigma", "weight_error", "W_K", "W_V", ...every("down"), ...every("up"), ...every("rest")],
  );
  const values = numbers(sigma);
  const sides = [numbers(key), numbers(value)];
  const whole = Array.from({ length: width }, (_, row) =>
    sides.flatMap((side) => side.slice(row * width, (row + 1) * width)),
  ).flat();
  near(norm(values), norm(whole), 1e-4, "all");
  for (const [i, latent] of LATENTS.entries()) {
    const rank = latent * head;
    assert.deepEqual(tensors[i]?.shape, [width, rank]);
    const made = product(numbers(tensors[i]), numbers(tensors[8 + i]), rank);
    const lost = norm(made.map((cell, at) => cell - (whole[at] ?? 0)));
    near(numbers(error)[i], lost, 1e-4, `rank ${rank}`);
    near(numbers(error)[i], norm(values.slice(rank)), 1e-4, `rank ${rank}`);
    near(numbers(tensors[16 + i])[0], norm(values.slice(rank)), 1e-4, `rank ${rank}`);
  }
});

test("sharing: a latent as wide as the layer loses nothing, a narrower one more and more", async () => {
  const link = "view=sharing&kv_heads=mla&latent=8&seed=3";
  const names = ["latent_error", "weight_error", "error", "kv8.output", "latent8.output"];
  const [output, weights, error, all, restored] = await tensorsOf(link, names);
  const rising = (cells: readonly number[]) =>
    cells.every((one, at) => one <= (cells[at - 1] ?? one));
  for (const lost of [numbers(output), numbers(weights)]) {
    assert.ok(rising(lost), `${lost}`);
    assert.ok((lost.at(-1) ?? 1) < 1e-4 && (lost[0] ?? 0) > 1);
  }
  nearAll(numbers(restored), numbers(all), "output");
  assert.equal(numbers(error)[4], numbers(output)[7]);
});

test("sharing: keys and values made of c = x·W_D are those that attention reads", async () => {
  const link = "view=sharing&kv_heads=mla&latent=3&head_width=2&length=3";
  const names = ["latent3.cached", "latent3.up", "latent3.key", "latent3.value"];
  const [cached, up, key, value] = await tensorsOf(link, names);
  assert.deepEqual(cached?.shape, [1, 3, 6]);
  const made = product(numbers(cached), numbers(up), 6);
  const side = (start: number) => made.filter((_, at) => Math.floor(at / 16) % 2 === start);
  nearAll(numbers(key), side(0), "key");
  nearAll(numbers(value), side(1), "value");
});

test("sharing counts what a latent of r numbers needs, and no pooled layer of its rank is nearer", async () => {
  for (const [latent, pooled] of [
    [2, 3],
    [4, 2],
    [8, 1],
  ] as const) {
    const names = ["cache", "parameters", "error"];
    const [cache, parameters, error] = await tensorsOf(`view=sharing&latent=${latent}`, names);
    const [width, rank] = [64, latent * 8];
    assert.equal(numbers(cache)[4], 2 * rank);
    assert.equal(numbers(cache)[4], numbers(cache)[pooled]);
    assert.equal(numbers(parameters)[4], 2 * width * width + 3 * width * rank);
    assert.ok((numbers(error)[4] ?? 1) < (numbers(error)[pooled] ?? 0));
  }
});

test("sharing: heads too wide to be factored at once are pooled only", async () => {
  const [error] = await tensorsOf("view=sharing&head_width=17", ["error"]);
  assert.equal(error?.data.length, SIZES.length);
  const { state } = parse(sharingTable, "view=sharing&kv_heads=mla&head_width=64");
  assert.equal(state.head_width, 16);
  assert.equal(sharingFigure.looks?.(state, undefined, "en").head_width?.maximum, 16);
});

test("sharing: what is drawn of a latent opens, at full rank with rounding told as such", async () => {
  const view = await viewOf("sharing");
  const session = view.open(engine);
  for (const latent of [3, 8]) {
    const link = `view=sharing&kv_heads=mla&latent=${latent}&head_width=3`;
    const data = await session.update(parse(view.table, link).state);
    const scene = view.describe(data, { language: "zh" });
    assert.equal(scene.summary.includes("相距 ≈0"), latent === 8);
    for (const matrix of scene.bands.flatMap(({ panels }) => panels)) {
      const [row, column] = [matrix.rows - 1, matrix.columns - 1];
      const cell = { tensor: matrix.tensor, gradient: false, index: matrix.index(row, column) };
      const { value } = await session.explain(cell);
      assert.ok(Object.is(value, matrix.values[row * matrix.columns + column]), matrix.id);
    }
  }
  await session.dispose();
});
