// The figure `sharing`: counts of the chapter, means of heads and distances.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Tensor } from "clearhead/engine.js";
import { sharingFigure } from "../../web/figures/sharing/figure.js";
import { HEADS, SIZES, sharingTable } from "../../web/figures/sharing/parameters.js";
import { parse } from "../../web/state/codec.js";

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

test("sharing: query head h reads the key/value head ⌊h·G/H⌋, a mean of H/G heads", async () => {
  const names = SIZES.flatMap((size) => [`kv${size}.reads`, `kv${size}.W_K`]);
  const [weight, ...tensors] = await tensorsOf("view=sharing", ["W_K", ...names]);
  for (const [i, size] of SIZES.entries()) {
    const groups = Number(size);
    const [reads, pooled] = [numbers(tensors[2 * i]), numbers(tensors[2 * i + 1])];
    const expected = Array.from({ length: groups * HEADS }, (_, at) =>
      Math.floor(((at % HEADS) * groups) / HEADS) === Math.floor(at / HEADS) ? groups / HEADS : 0,
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
