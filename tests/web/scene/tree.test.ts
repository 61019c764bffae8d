// A tree: a column a step, nodes that hang on nodes before them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOf, cellUnder, geometry } from "../../../web/scene/geometry.js";
import type { Matrix } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { tree } from "../../../web/scene/tree.js";
import { makeMatrix } from "./sample.js";

const made = (columns = 3): Matrix => ({
  ...makeMatrix({
    id: "tree",
    values: [0, 1].map((row) => Array.from({ length: columns }, (_, at) => -row - at)),
    map: "none",
    columns: Array.from({ length: columns }, (_, at) => String(at + 1)),
  }),
  chart: tree({
    root: "[BOS]",
    parents: Array.from({ length: 2 * columns }, () => 1),
    looks: Array.from({ length: 2 * columns }, (_, at) => (at < columns ? "live" : "cut")),
    lines: Array.from({ length: 2 * columns }, (_, at) => [`<${at}>`, "−1"]),
    branch: [1, 0],
  }),
});

const svgOf = (matrix: Matrix, width: number) =>
  paintSvg(
    {
      ...{ figure: "test", language: "en", title: "t", summary: "s", notes: [] },
      ...{ bands: [{ id: "one", panels: [matrix] }], tables: [], fractions: false },
    },
    { width },
  );

test("where it may scroll nodes stay readable; on paper they fit", () => {
  const matrix = made(12);
  const scrolls = geometry(matrix, 320, "en", 4);
  assert.ok(scrolls.width > 320);
  assert.ok(boxOf(scrolls, 0, 0).width >= 80 && boxOf(scrolls, 0, 0).height >= 44);
  for (const width of [320, 960]) assert.ok(geometry(matrix, width).width <= width);
  // With room enough they are as large in both.
  assert.deepEqual(geometry(made(), 900), geometry(made(), 900, "en", 4));
});

test("every node is its own target, and none lies on another", () => {
  const g = geometry(made(), 900, "en", 4);
  const boxes = [0, 1].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })));
  for (const at of boxes) {
    const { x, y, width, height } = boxOf(g, at.row, at.column);
    assert.ok(x > 0 && y > 0 && x + width <= (g.marks?.width ?? 0) + 1e-9);
    for (const [across, down] of [
      [1, 1],
      [width - 1, height - 1],
    ] as const) {
      assert.deepEqual(cellUnder(g, x + across, y + down), at);
    }
  }
});

test("edges lead from the parent; the branch is thick, what was cut off is dashed", () => {
  const svg = svgOf(made(), 900);
  const g = geometry(made(), 900);
  const paths = [...svg.matchAll(/<path d="M([\d.]+) ([\d.]+)C[^"]* ([\d.]+)"[^>]*>/g)];
  assert.equal(paths.length, 6);
  const middle = (row: number) => {
    const { y, height } = boxOf(g, row, 0);
    return g.top + y + height / 2;
  };
  // Of six edges two start at the root, in the first row; the others at row 1.
  const starts = paths.map(([, , y]) => Number(y));
  assert.equal(starts.filter((y) => y === middle(0)).length, 2);
  assert.equal(starts.filter((y) => y === middle(1)).length, 4);
  const thick = paths.filter(([path]) => path.includes('stroke-width="2.5"'));
  assert.deepEqual(thick.map(([, , , end]) => Number(end)).sort(), [middle(0), middle(1)].sort());
  const dashed = paths.filter(([path]) => path.includes("stroke-dasharray"));
  assert.equal(dashed.length, 2);
  assert.ok(svg.includes("&lt;5&gt;") && svg.includes("[BOS]"));
});
