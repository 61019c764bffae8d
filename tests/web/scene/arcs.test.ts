// Arcs between two copies of a sentence, and matrices that are one of many.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arcs } from "../../../web/scene/arcs.js";
import { cellUnder, geometry } from "../../../web/scene/geometry.js";
import { hasBar } from "../../../web/scene/legend.js";
import type { Matrix } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { makeMatrix } from "./sample.js";

const values = [
  [0.9, 0.1, 0],
  [0.01, 0.49, 0.5],
  [0, 0, 1],
];
const matrix: Matrix = { ...makeMatrix({ id: "arcs", values, map: "none" }), chart: arcs };

function svgOf(panel: Matrix): string {
  return paintSvg({
    ...{ figure: "test", language: "en", title: "t", summary: "s", notes: [] },
    ...{ bands: [{ id: "one", panels: [panel] }], tables: [], fractions: false },
  });
}

test("an arc for every number that is not small, with its tensor, index and value", () => {
  const drawn = [...svgOf(matrix).matchAll(/data-index="([\d,]+)" data-value="([^"]+)"/g)];
  const shown = new Map(drawn.map(([, index, value]) => [String(index), Number(value)]));
  const expected = values.flat().flatMap((value, at) => {
    const index = matrix.index(Math.floor(at / 3), at % 3).join(",");
    return value > 0.04 ? [[index, Math.fround(value)] as const] : [];
  });
  assert.deepEqual(shown, new Map(expected));
});

test("of very many numbers the strongest have arcs", () => {
  const many = Array.from({ length: 64 }, (_, row) =>
    Array.from({ length: 64 }, (_, column) => 1 + row * 64 + column),
  );
  const made = { ...makeMatrix({ id: "arcs", values: many, map: "none" }), chart: arcs };
  const shown = [...svgOf(made).matchAll(/data-value="([^"]+)"/g)].map((one) => Number(one[1]));
  assert.equal(shown.length, 400);
  assert.equal(Math.min(...shown), 4096 - 399);
});

test("every arc is found under its own mark; what has no arc has none", () => {
  const g = geometry(matrix, 400);
  for (const [at, value] of values.flat().entries()) {
    const [x, y] = [g.marks?.xs[at] ?? 0, g.marks?.ys[at] ?? 0];
    if (value <= 0.04) assert.ok(Number.isNaN(x) && Number.isNaN(y));
    else assert.deepEqual(cellUnder(g, x, y), { row: Math.floor(at / 3), column: at % 3 });
  }
});

test("arcs of nothing, of one word and of very many words are drawn in their width", () => {
  for (const count of [0, 1, 64]) {
    const many = Array.from({ length: count }, () => Array(count).fill(1 / count));
    const made = { ...makeMatrix({ id: "arcs", values: many, map: "none" }), chart: arcs };
    for (const width of [320, 960]) {
      const g = geometry(made, width);
      assert.ok(g.width <= width && g.height < 640, `${count} words in ${width}`);
    }
    assert.doesNotMatch(svgOf(made), /undefined|"NaN"/);
  }
});

test("one of many is small, without labels and legend; two of medium size stand side by side", () => {
  const wide = Array.from({ length: 64 }, (_, row) =>
    Array.from({ length: 64 }, (_, at) => row + at),
  );
  const large = makeMatrix({ id: "large", values: wide, map: "sequential" });
  const tiny = geometry({ ...large, size: "tiny" }, 960);
  assert.ok(tiny.width <= 136 && tiny.height === tiny.width);
  assert.deepEqual([tiny.rowLabels, tiny.columnLabels, tiny.columnTitle], [[], [], ""]);
  assert.ok(!hasBar({ ...large, size: "tiny" }) && hasBar(large));
  assert.ok(geometry({ ...large, size: "medium" }, 960).width <= 336);
  assert.ok(geometry(large, 960).width > 600);
});
