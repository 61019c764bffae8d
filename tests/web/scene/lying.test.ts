// Bars that lie: where they end, what is written after them, which one a pointer means.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lying } from "../../../web/scene/chart/lying.js";
import { boxOf, cellUnder, geometry } from "../../../web/scene/geometry.js";
import type { Matrix } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { formatWhole } from "../../../web/scene/whole.js";
import { makeMatrix } from "./sample.js";

function made(values: number[][]): Matrix {
  const matrix = makeMatrix({ id: "bars", values, map: "none" });
  return { ...matrix, chart: lying({ roles: ["query", "neutral"] }) };
}

const svgOf = (matrix: Matrix) =>
  paintSvg({
    ...{ figure: "test", language: "en", title: "t", summary: "s", notes: [] },
    ...{ bands: [{ id: "one", panels: [matrix] }], tables: [], fractions: false },
  });

test("lying bars are as long as their numbers, row under row, in any width", () => {
  const matrix = made([
    [4, 2],
    [1, 3],
  ]);
  for (const width of [240, 360, 900]) {
    const g = geometry(matrix, width);
    assert.ok(g.width <= width, `${width}: ${g.width}`);
    const end = (row: number, column: number) => {
      const { x, width: wide } = boxOf(g, row, column);
      return x + wide / 2;
    };
    assert.ok(Math.abs(end(0, 0) - 2 * end(0, 1)) < 1e-9);
    assert.ok(Math.abs(end(1, 1) - 3 * end(1, 0)) < 1e-9);
    const tops = [0, 1, 2, 3].map((at) => boxOf(g, Math.floor(at / 2), at % 2).y);
    assert.deepEqual(
      tops,
      [...tops].sort((a, b) => a - b),
    );
    // Anywhere along its line a bar is meant, however short it is.
    for (const x of [0, 20, g.marks?.width ?? 0]) {
      const y = (tops[2] ?? 0) + 6;
      assert.deepEqual(cellUnder(g, x, y), { row: 1, column: 0 });
    }
  }
});

test("a negative number has a bar to the left of zero, as long as its size", () => {
  const matrix = made([[4], [-2], [0]]);
  const svg = svgOf(matrix);
  const bars = [
    ...svg.matchAll(/<rect x="([^"]*)" [^>]*width="([^"]*)"[^>]*data-value="([^"]*)"/g),
  ];
  const [long, left, none] = bars.map(([, x, width]) => ({ x: Number(x), width: Number(width) }));
  assert.ok(long && left && none, svg);
  assert.ok(Math.abs(long.width - 2 * left.width) < 0.1, `${long.width} ${left.width}`);
  assert.ok(Math.abs(left.x + left.width - long.x) < 0.1 && left.x >= 0);
  assert.ok(none.width <= 1);
});

test("a bar without a number has no mark; bars of nothing are drawn", () => {
  const svg = svgOf(made([[Number.NaN], [5]]));
  assert.equal([...svg.matchAll(/data-value/g)].length, 1);
  for (const matrix of [made([[0]]), made([]), made([[Number.NaN]])]) {
    assert.doesNotMatch(svgOf(matrix), /NaN|undefined|Infinity/);
  }
});

test("a count is written with all its digits", () => {
  assert.equal(formatWhole(109_482_240, "en"), "109,482,240");
  assert.equal(formatWhole(-1024, "zh"), "−1,024");
  assert.equal(formatWhole(999, "en"), "999");
  assert.equal(formatWhole(0.5, "en"), "0.500");
});
