// The figure `cost`: operations, crossings, steps and bytes by formulas.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { costFigure } from "../../web/figures/cost/figure.js";
import { costTable } from "../../web/figures/cost/parameters.js";
import { LENGTHS } from "../../web/figures/cost/program.js";
import { parse } from "../../web/state/codec.js";

const engine = await createEngine();
after(() => engine.dispose());

async function numbersOf(link: string) {
  const { state } = parse(costTable, link);
  const run = await engine.compute(costFigure.program(state, []), { record: "inspect" });
  const made: Record<string, number[]> = {};
  for (const name of costFigure.drawn(state)) {
    made[name] = Array.from((await run.tensor(name)).data, Number);
  }
  await run.dispose();
  return made;
}

test("cost: attention takes 4·L·n²·d operations, the rest of a layer rates times n·d²", async () => {
  for (const [n, d, layers, heads] of [
    [512, 512, 1, 8],
    [65536, 8192, 64, 64],
    [1, 64, 3, 1],
  ] as const) {
    const { work, here, rest, crossing } = await numbersOf(
      `view=cost&length=${n}&d_model=${d}&layers=${layers}&heads=${heads}`,
    );
    const at = (length: number) => [
      4 * layers * length ** 2 * d,
      4 * layers * length * d ** 2,
      8 * layers * length * d ** 2,
      16 * layers * length * d ** 2,
    ];
    assert.deepEqual(here, at(n));
    assert.deepEqual(rest, [24 * layers * n * d ** 2]);
    assert.deepEqual(
      work,
      [0, 1, 2, 3].flatMap((part) => LENGTHS.map((length) => at(length)[part])),
    );
    assert.deepEqual(crossing, [d, 2 * d, 4 * d]);
  }
});

test("cost: an RNN waits 6 steps, attention 1 when it reads and 6 when it writes", async () => {
  const { ready } = await numbersOf("view=cost");
  assert.deepEqual(ready, [1, 2, 3, 4, 5, 6, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6]);
});

test("cost: weights take 4·H·L·n² bytes, the fused form 4·H·L·n; a dense mask saves nothing", async () => {
  const {
    memory,
    by_query: masked,
    sums,
  } = await numbersOf("view=cost&heads=16&layers=3&d_model=64");
  const expected = [
    ...LENGTHS.map((n) => (4 * 16 * 3 * n * n) / 2 ** 20),
    ...LENGTHS.map((n) => (4 * 16 * 3 * n) / 2 ** 20),
  ];
  assert.deepEqual(memory, expected);
  const pair = 4 * 3 * 64;
  const places = [1, 2, 3, 4, 5, 6];
  assert.deepEqual(masked, [...places.map(() => 6 * pair), ...places.map((c) => c * pair)]);
  assert.deepEqual(sums, [36 * pair, 21 * pair]);
});
