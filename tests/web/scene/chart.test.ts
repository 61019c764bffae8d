// Charts: where marks stand, which numbers the axes show, what the picture says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FONT, type Placed } from "../../../web/scene/chart/place.js";
import { scale } from "../../../web/scene/chart/scale.js";
import { type ChartOptions, chart } from "../../../web/scene/chart.js";
import { boxOf, cellUnder, geometry } from "../../../web/scene/geometry.js";
import { formatNumber } from "../../../web/scene/numbers.js";
import type { Matrix } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { textWidth } from "../../../web/scene/text.js";
import { makeMatrix } from "./sample.js";

const plain = { log: false, symmetric: false, text: String };

function made(values: number[][], options: Partial<ChartOptions> = {}): Matrix {
  const matrix = makeMatrix({ id: "curves", values, map: "none" });
  return { ...matrix, chart: chart({ kind: "line", measure: "value", ...options }) };
}

function scene(matrix: Matrix) {
  return {
    ...{ figure: "test", language: "en" as const, title: "t", summary: "s", notes: [] },
    ...{ bands: [{ id: "one", panels: [matrix] }], tables: [], fractions: false },
  };
}

test("an axis ends on round numbers and holds all values", () => {
  for (const [values, ticks] of [
    [
      [0, 1],
      [0, 0.5, 1],
    ],
    [
      [0.13, 0.87],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [
      [-3, 7],
      [-5, 0, 5, 10],
    ],
    [
      [2, 2],
      [1.5, 2, 2.5],
    ],
    [[], [0, 0.5, 1]],
    [
      [Number.NaN, Number.POSITIVE_INFINITY, 4, 8],
      [4, 5, 6, 7, 8],
    ],
  ] as const) {
    const { ticks: found, position } = scale(values, plain);
    for (const value of values.filter(Number.isFinite)) {
      assert.ok(position(value) >= 0 && position(value) <= 1, `${values}: ${value}`);
    }
    const texts = found.map(({ at }) => at);
    assert.equal(texts[0], ticks[0], `${values}: ${texts}`);
    assert.equal(texts.at(-1), ticks.at(-1), `${values}: ${texts}`);
    assert.ok(texts.length >= 3 && texts.length <= 8, `${values}: ${texts}`);
  }
});

test("no two ticks of an axis read alike", () => {
  const text = (value: number, digits: number) => formatNumber(value, "en", digits);
  for (const largest of [0.003, 0.7, 1.6, 47, 900, 1_048_576, 3_200_000, 7.7e8]) {
    const texts = scale([0, largest], { ...plain, text }).ticks.map((tick) => tick.text);
    assert.equal(new Set(texts).size, texts.length, texts.join(" "));
    if (largest === 1_048_576) assert.deepEqual(texts.slice(-2), ["1.0×10⁶", "1.5×10⁶"]);
  }
});

test("a logarithmic axis has powers of ten, and no place for 0", () => {
  const { ticks, position } = scale([6, 60_000, 0, -3], { ...plain, log: true });
  assert.deepEqual(
    ticks.map(({ at }) => at),
    [1, 10, 100, 1000, 10_000, 100_000],
  );
  assert.ok(Number.isNaN(position(0)) && Number.isNaN(position(-3)));
  assert.ok(Math.abs(position(1000) - 3 / 5) < 1e-12);
});

test("marks stand where their values are; every cell is found under its own mark", () => {
  for (const kind of ["line", "bar"] as const) {
    const values = [
      [0, 1, 4],
      [3, 2, -2],
    ];
    const matrix = made(values, { kind });
    for (const width of [240, 560, 900]) {
      const g = geometry(matrix, width);
      assert.ok(g.width <= width, `${kind} ${width}: ${g.width}`);
      for (let row = 0; row < 2; row++) {
        for (let column = 0; column < 3; column++) {
          const box = boxOf(g, row, column);
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          assert.deepEqual(cellUnder(g, x, y), { row, column }, `${kind} ${width}`);
          assert.ok(x >= 0 && x <= (g.marks?.width ?? 0));
        }
      }
      const height = (row: number, column: number) => boxOf(g, row, column).y;
      // Higher values stand higher, equal steps are equally high.
      assert.ok(Math.abs(height(0, 0) - height(0, 1) - (height(1, 1) - height(1, 0))) < 1e-9);
      assert.ok(height(0, 2) < height(1, 2));
    }
  }
});

test("hidden and infinite values leave a gap; the picture holds the others exactly", () => {
  const matrix = made([[1, Number.NaN, 3, 4]], { rules: [{ at: 2.5, text: "mean 2.5 < 3" }] });
  matrix.flags[3] = 1;
  const svg = paintSvg(scene(matrix));
  assert.deepEqual(
    [...svg.matchAll(/data-index="([\d,]+)" data-value="([^"]+)"/g)].map((one) => [one[1], one[2]]),
    [
      ["0,0,0,0", "1"],
      ["0,0,0,2", "3"],
    ],
  );
  assert.match(svg, />mean 2\.5 &lt; 3</);
  assert.doesNotMatch(svg, /NaN/);
});

test("an arrow of a plane points to (x, y) at one scale", () => {
  const matrix = made(
    [
      [3, 4],
      [-1, 0],
    ],
    { kind: "arrow", roles: ["query", "key"] },
  );
  const g = geometry(matrix, 400);
  const [q, k] = [boxOf(g, 0, 0), boxOf(g, 1, 1)];
  const middle = (g.marks?.width ?? 0) / 2 - q.width / 2;
  const unit = (q.x - middle) / 3;
  assert.ok(Math.abs((middle - q.y) / 4 - unit) < 1e-9);
  assert.ok(Math.abs((k.x - middle) / -1 - unit) < 1e-9);
});

test("charts of nothing, of one value and of very many are drawn", () => {
  for (const matrix of [
    made([[]]),
    made([[5]]),
    made([[0, 0, 0]], { kind: "bar" }),
    made([[0, 0]], { kind: "arrow" }),
    made([Array.from({ length: 4096 }, (_, i) => Math.sin(i))]),
    made(Array.from({ length: 64 }, (_, row) => [row, row + 1])),
  ]) {
    const svg = paintSvg(scene(matrix));
    assert.doesNotMatch(svg, /NaN|undefined/);
    assert.ok(svg.length < 200_000);
  }
});

/** Where the words of a rule are, in the area of the marks. */
function wordsOf(matrix: Matrix, width: number) {
  const g = geometry(matrix, width) as Placed;
  return g.rules.map(({ x, y, anchor, text }) => {
    const length = textWidth(text, FONT);
    return { left: anchor === "end" ? x - length : x, right: anchor === "end" ? x : x + length, y };
  });
}

test("the words of a rule lie clear of the title, of other words and of what is below", () => {
  for (const rules of [[10], [0], [10, 9.8], [5, 5.1], [0.2, 0]]) {
    const named = rules.map((at) => ({ at, text: `mean ${at}` }));
    const matrix = made([[10, 0, 10, 0]], { kind: "bar", measure: "in view", rules: named });
    const words = wordsOf(matrix, 300);
    const { left, marks } = geometry(matrix, 300);
    for (const { left: start, right, y } of words) {
      assert.ok(y > 0 || left + start > textWidth("in view", FONT), `${rules}: on the title`);
      assert.ok(y < (marks?.height ?? 0) && right <= (marks?.width ?? 0), `${rules}: outside`);
    }
    const [one, two] = words;
    const apart = !one || !two || Math.abs(one.y - two.y) >= FONT - 1;
    assert.ok(apart || one.right < two.left || two.right < one.left, `${rules}: on each other`);
  }
});

test("the words of a rule lie where bars and curves are not", () => {
  for (const [kind, near, far] of [
    ["bar", 9, 1],
    ["line", 6.1, 9],
  ] as const) {
    const rules = [{ at: 6, text: "mean 6" }];
    const anchor = (values: number[]) =>
      (geometry(made([values], { kind, rules }), 400) as Placed).rules[0]?.anchor;
    assert.equal(anchor([far, far, far, near, near, near]), "start", kind);
    assert.equal(anchor([near, near, near, far, far, far]), "end", kind);
  }
});

test("the box of a bar is the bar that is drawn", () => {
  const matrix = made([[3, 0, -2]], { kind: "bar" });
  const g = geometry(matrix, 300);
  const drawn = [
    ...paintSvg(scene(matrix)).matchAll(
      /<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"[^>]*data-index/g,
    ),
  ];
  assert.equal(drawn.length, 3);
  const [up, none, down] = [0, 1, 2].map((column) => boxOf(g, 0, column));
  assert.ok(up && none && down);
  assert.ok(Math.abs(up.height / down.height - 3 / 2) < 1e-9 && none.height === 1);
  assert.ok(Math.abs(up.y + up.height - down.y) < 1e-9, "both begin at zero");
});

test("a point of the plane is two round numbers, never beyond its edges", () => {
  const matrix = made(
    [
      [3, 1],
      [-1, 3],
    ],
    { kind: "arrow", reach: [-4, 4], tips: true },
  );
  const { marks } = geometry(matrix, 400);
  assert.ok(marks?.plane);
  assert.equal(marks.plane.step, 0.1);
  const [x, y] = [marks.xs[0] ?? 0, marks.ys[0] ?? 0];
  assert.deepEqual(marks.plane.at(x, y), [3, 1]);
  assert.deepEqual(marks.plane.at(x + 0.3 * (marks.width / 80), y), [3, 1]);
  assert.deepEqual(marks.plane.at(-50, marks.height + 50), [-4, -4]);
  assert.deepEqual(marks.plane.at(marks.width / 2, marks.height / 2), [0, 0]);
});

test("the hull holds every tip and has no tip inside as a corner", () => {
  const corners = [
    [3, 1],
    [-1, 3],
    [-3, -1],
    [1, -3],
  ];
  const matrix = made([...corners, [0.5, 0.2], [9, 9]], { kind: "arrow", hull: 5 });
  const { hull } = geometry(matrix, 400) as Placed;
  assert.equal(hull.length, corners.length);
  const { marks } = geometry(matrix, 400);
  for (const row of corners.keys()) {
    const [x, y] = [marks?.xs[2 * row], marks?.ys[2 * row]];
    assert.ok(
      hull.some((corner) => corner.x === x && corner.y === y),
      `corner ${row}`,
    );
  }
});

test("places may stand on an axis of numbers, the first of them by themselves", () => {
  const at = [1, -1, -2, 0, 2];
  const matrix = made([[0.5, 0.25, 0, 1, 2]], { at, loose: 2 });
  const g = geometry(matrix, 400) as Placed;
  const { width, xs } = g.marks;
  assert.deepEqual(
    at.map((_, column) => Math.round((1000 * (xs[column] ?? 0)) / width)),
    [750, 250, 0, 500, 1000],
  );
  assert.deepEqual(
    g.across.map(({ at, text }) => [at / width, text]),
    [
      [0, "−2"],
      [0.25, "−1"],
      [0.5, "0"],
      [0.75, "1"],
      [1, "2"],
    ],
  );
  const svg = paintSvg(scene(matrix), { width: 400 });
  assert.equal(svg.match(/<circle/g)?.length, 2);
  assert.equal(/ d="(M[^"]*)" fill="none"/.exec(svg)?.[1]?.split("L").length, 3);
});

test("a band reaches from its lower to its upper edge, and its curve alone has a name", () => {
  const values = [
    [2, 3, 4],
    [1, 2, 2],
    [3, 5, 8],
    [0, 0, 1],
    [0, 0, 0],
    [1, 1, 2],
  ];
  const matrix = made(values, { bands: true });
  const g = geometry(matrix, 400, "en") as Placed;
  assert.deepEqual(
    g.names.map(({ row }) => row),
    [0, 3],
  );
  const svg = paintSvg(scene(matrix), { width: 400 });
  const bands = [...svg.matchAll(/<polygon points="([^"]+)"/g)].map(([, points]) => points);
  assert.equal(bands.length, 2);
  assert.equal(svg.match(/<path d="M[^"]+" fill="none"/g)?.length, 2);
  // Forth along the lower edge, back along the upper one.
  const edge = (row: number) => [0, 1, 2].map((at) => g.marks.ys[3 * row + at] ?? 0);
  const found = bands[0]?.split(" ").map(Number) ?? [];
  const [across, up] = [0, 1].map((part) => found.filter((_, at) => at % 2 === part));
  const close = (a: number, b: number | undefined) => Math.abs(a - Number(b)) < 0.01;
  assert.ok([...edge(1), ...edge(2).reverse()].every((y, at) => close(y, up?.[at])));
  assert.deepEqual(across, [...(across ?? [])].reverse());
});
