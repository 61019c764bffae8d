// A matrix of pairs as arcs: the sentence twice, an arc from every query to the keys it attends to,
// the stronger the more. Source of the picture: Vig 2019.
import { areaOf, type Geometry } from "./geometry.js";
import { type Chart, HIDDEN, type Matrix } from "./scene.js";
import type { Brush } from "./svg/brush.js";
import { textWidth, truncate, visible } from "./text.js";
import { element, escapeXml, px } from "./xml.js";

/** Of the largest number: what is weaker has no arc; nor has what this many others exceed. */
const [LEAST, MOST] = [0.04, 400];
/** Where on its arc a mark stands. */
const AT = 0.62;
const [WIDEST, TALLEST] = [420, 560];
const TOP = 22;
/** Size of the titles, and their middle line. */
const [TITLE, HEAD] = [12, 9];

export const arcs: Chart = { place, draw };

function place(matrix: Matrix, width: number): Geometry {
  const { rows, columns, rowAxis, columnAxis } = matrix;
  const most = Math.max(1, rows, columns);
  const pitch = Math.max(9, Math.min(24, TALLEST / most));
  const font = Math.max(8, Math.min(13, pitch - 2));
  const room = Math.min(110, 0.28 * width);
  const short = (texts: readonly string[]) =>
    texts.map((text) => truncate(visible(text), room, font));
  const [from, to] = [short(rowAxis.labels), short(columnAxis.labels)];
  const widest = (texts: string[], title: string) =>
    Math.ceil(Math.max(textWidth(title, TITLE), ...texts.map((text) => textWidth(text, font)))) + 8;
  const left = widest(from, rowAxis.title);
  const right = widest(to, columnAxis.title);
  const across = Math.max(60, Math.min(width, WIDEST) - left - right);
  const height = most * pitch;
  const label = (all: readonly string[]) => (text: string, index: number) => ({
    ...{ index, text, full: all[index] ?? "", padding: false, turned: false },
  });
  const marks = {
    ...{ width: across, height },
    xs: new Float64Array(rows * columns),
    ys: new Float64Array(rows * columns),
  };
  const { least } = limitsOf(matrix);
  for (let at = 0; at < rows * columns; at++) {
    const [a, b] = [Math.floor(at / columns), at % columns].map((line) => (line + 0.5) * pitch);
    const shown = drawn(matrix, at, least);
    marks.xs[at] = shown ? across * bend(AT).x : Number.NaN;
    marks.ys[at] = shown ? (a ?? 0) + ((b ?? 0) - (a ?? 0)) * bend(AT).y : Number.NaN;
  }
  return {
    ...{ rows, columns, cell: 12, left, top: TOP, marks, texts: [], cellFont: 0 },
    ...{ width: left + across + right, height: TOP + height + 6 },
    ...{ rowTitle: rowAxis.title, columnTitle: columnAxis.title, titleEnd: left },
    ...{ rowLabels: from.map(label(rowAxis.labels)), rowFont: font },
    ...{ columnLabels: to.map(label(columnAxis.labels)), columnFont: font },
  };
}

/** Both handles of the curve lie in the middle: x = (3s + 3t)·½·st + t³, y = 3st² + t³, s = 1 − t. */
const bend = (t: number) => ({
  x: 1.5 * (1 - t) * t + t ** 3,
  y: 3 * (1 - t) * t ** 2 + t ** 3,
});

/** The largest number, and the least one that has an arc. */
function limitsOf({ values }: Matrix): { strongest: number; least: number } {
  const falling = Float64Array.from(values, (value) => -value).sort();
  const [strongest, enough] = [-(falling[0] ?? 0), -(falling[MOST - 1] ?? 0)];
  return { strongest, least: Math.max(LEAST * strongest, enough, Number.MIN_VALUE) };
}

const drawn = (matrix: Matrix, at: number, least: number) =>
  ((matrix.flags[at] ?? 0) & HIDDEN) === 0 && Number(matrix.values[at]) >= least;

function draw(matrix: Matrix, g: Geometry, { palette }: Brush): string {
  const { rows, columns, active } = matrix;
  const { width, height } = areaOf(g);
  const pitch = height / Math.max(1, rows, columns);
  const text = (words: string, x: number, y: number, fill: string, anchor: string, bold: boolean) =>
    element(
      "text",
      {
        ...{ x, y, fill, "text-anchor": anchor, "font-size": y === HEAD ? TITLE : g.rowFont },
        ...(bold ? { "font-weight": 700 } : {}),
        "dominant-baseline": "central",
      },
      escapeXml(words),
    );
  const y = (line: number) => g.top + (line + 0.5) * pitch;
  const { strongest, least } = limitsOf(matrix);
  const parts = [
    text(g.rowTitle, g.left - 6, HEAD, palette.muted, "end", false),
    text(g.columnTitle, g.left + width + 6, HEAD, palette.muted, "start", false),
    ...g.rowLabels.map(({ index, text: words }) =>
      text(words, g.left - 6, y(index), palette.ink.query, "end", index === active?.row),
    ),
    ...g.columnLabels.map(({ index, text: words }) =>
      text(words, g.left + width + 6, y(index), palette.ink.key, "start", false),
    ),
  ];
  for (let at = 0; at < rows * columns; at++) {
    if (!drawn(matrix, at, least)) continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const strength = Number(matrix.values[at]) / strongest;
    const middle = g.left + width / 2;
    const [from, to] = [y(row), y(column)].map(px);
    // The query that the figure speaks of stands out.
    const clear = active === undefined || row === active.row ? 0.95 : 0.4;
    parts.push(
      element("path", {
        d: `M${px(g.left)} ${from}C${px(middle)} ${from} ${px(middle)} ${to} ${px(g.left + width)} ${to}`,
        ...{ fill: "none", stroke: palette.ink.query, "stroke-width": 0.75 + 3 * strength },
        "stroke-opacity": Math.max(0.08, clear * strength),
        ...{ "data-tensor": matrix.tensor, "data-index": matrix.index(row, column).join(",") },
        "data-value": String(matrix.values[at]),
      }),
    );
  }
  return parts.join("\n");
}
