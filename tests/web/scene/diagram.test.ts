// Boxes joined by lines: where they lie, what is drawn of them, and where arrow keys lead.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../../web/elements/diagram/nearest.js";
import { type PlacedDiagram, SUM } from "../../../web/scene/diagram/place.js";
import { type DiagramRequest, diagram } from "../../../web/scene/diagram.js";
import { matricesOf, type Scene } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { palettes } from "../../../web/scene/theme.js";
import { makeMatrix } from "./sample.js";

const matrix = makeMatrix({
  id: "x",
  values: [
    [1, -2, 3],
    [0, 1, 0],
  ],
  map: "diverging",
});
const box = (id: string, lane: 0 | 1, row: number, column: number) => ({
  ...{ id, lane, row, column, title: id, spoken: `box ${id}`, open: id === "f", matrix },
});

/** x → n → f, back into y below x; y goes across to the other lane. */
const request: DiagramRequest = {
  ...{ title: "map", parameter: "box", legend: [] },
  lanes: [
    { title: "first", words: ["one", "two"], active: 1 },
    { title: "second", words: ["three"], active: 0 },
  ],
  boxes: [
    box("x", 0, 0, 0),
    box("n", 0, 0, 1),
    box("f", 0, 0, 2),
    box("y", 0, 1, 0),
    box("z", 1, 0, 2),
  ],
  groups: [{ lane: 0, from: 0, to: 0, text: "layer 1" }],
  links: [
    { from: "x", to: "n" },
    { from: "n", to: "f" },
    { from: "x", to: "y" },
    { from: "f", to: "y" },
    { from: "y", to: "z", label: "memory" },
  ],
};
const made = diagram(request);
const placed = (width: number) => made.place(width, "en") as PlacedDiagram;

for (const width of [320, 360, 599, 600, 860, 1400]) {
  test(`${width} px: boxes lie inside, apart, and are large enough for a finger`, () => {
    const { boxes, width: wide, height } = placed(width);
    assert.ok(wide <= width);
    for (const [at, one] of boxes.entries()) {
      assert.ok(one.x >= 0 && one.x + one.width <= wide + 0.01);
      assert.ok(one.y >= 0 && one.y + one.height <= height);
      assert.ok(one.width >= 44 && one.height >= 44);
      assert.ok(one.map.x >= one.x && one.map.y + one.map.height <= one.y + one.height);
      for (const other of boxes.slice(at + 1)) {
        const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
        assert.ok(beside || one.y + one.height <= other.y || other.y + other.height <= one.y);
      }
    }
  });
}

test("lanes stand side by side, the second mirrored, or one below the other", () => {
  const [wide, narrow] = [placed(860).boxes, placed(360).boxes];
  assert.equal(wide[4]?.y, wide[0]?.y);
  assert.ok((wide[4]?.x ?? 0) > (wide[2]?.x ?? 0));
  assert.ok((wide[4]?.x ?? 0) < 860 - 2 * (wide[4]?.width ?? 0), "its inner column is to the left");
  assert.ok((narrow[4]?.y ?? 0) > (narrow[3]?.y ?? 0));
});

test("what comes back meets what goes down in a sum; every line ends at its box", () => {
  for (const width of [360, 860]) {
    const { boxes, lines, sums } = placed(width);
    const [x, , , y, z] = boxes;
    assert.ok(x && y && z);
    assert.equal(sums.length, 1);
    const [sum] = sums;
    assert.equal(sum?.x, x.x + x.width / 2);
    assert.ok(sum && sum.y > x.y + x.height && sum.y < y.y);
    const ends = lines.map(({ points }) => points.at(-1));
    assert.ok(
      ends.some((end) => end?.y === sum.y && Math.abs(Math.abs(end.x - sum.x) - SUM) < 1e-9),
    );
    const across = lines.find((line) => line.across)?.points;
    assert.equal(across?.at(-1)?.y, z.y + z.height / 2);
    assert.ok([z.x, z.x + z.width].includes(across?.at(-1)?.x ?? Number.NaN));
  }
});

test("both painters' pictures hold every box; only the exported one has the heat maps", () => {
  const scene: Scene = {
    ...{ figure: "test", language: "en", title: "t", summary: "s", notes: [] },
    ...{ bands: [{ id: "map", panels: [], diagram: made }], tables: [], fractions: false },
  };
  const svg = paintSvg(scene, { width: 900 });
  const brush = { palette: palettes.light, theme: "light", language: "en", id: "d" } as const;
  const drawn = made.draw(made.place(900, "en"), brush, false);
  assert.equal([...drawn.matchAll(/data-box="/g)].length, request.boxes.length);
  assert.doesNotMatch(drawn, /data-tensor/);
  assert.equal([...svg.matchAll(/data-box="/g)].length, request.boxes.length);
  assert.match(svg, /data-tensor/);
  assert.match(svg, />layer 1</);
  assert.match(svg, />memory</);
  assert.match(svg, /font-weight="700"[^>]*>two</);
  assert.equal(matricesOf(scene).length, request.boxes.length);
});

test("an arrow key leads to the nearest box that way", () => {
  const { boxes } = placed(860);
  assert.equal(nearest(boxes, 0, "ArrowRight"), 1);
  assert.equal(nearest(boxes, 2, "ArrowLeft"), 1);
  assert.equal(nearest(boxes, 0, "ArrowDown"), 3);
  assert.equal(nearest(boxes, 3, "ArrowUp"), 0);
  assert.equal(nearest(boxes, 2, "ArrowRight"), 4);
  assert.equal(nearest(boxes, 0, "ArrowLeft"), undefined);
  assert.equal(nearest(boxes, 0, "End"), 4);
  assert.equal(nearest(boxes, 3, "Home"), 0);
  assert.equal(nearest(boxes, 3, "a"), undefined);
});
