// Bars that lie: as many names as there are, each with its whole number, on any screen.
import { type Bars, boxOf, type Geometry, type Marks } from "../geometry.js";
import { type Chart, HIDDEN, type Matrix, type Role } from "../scene.js";
import type { Brush } from "../svg/brush.js";
import { typeset } from "../svg/typeset.js";
import { truncate } from "../text.js";
import { element } from "../xml.js";
import { text, unlike } from "./draw.js";
import { FONT, WIDEST, widest } from "./place.js";

export interface LyingOptions {
  /** Of the columns, or of the rows of a single one; what has no role has the matrix's. */
  roles?: readonly Role[];
  /** How much of the width names may take. Default 0.38 */
  share?: number;
}

interface LyingPlaced extends Geometry {
  /** The bars of negative numbers go to the left. */
  marks: Marks & { bars: Bars };
  /** Before each row. */
  names: string[];
  /** After each bar, row-major. */
  numbers: string[];
}

/** From one bar to the next, and its own share of that. */
const [BAR, THICK] = [15, 13];
/** From the end of a bar to its number: the frame of a focused bar has room. */
const AFTER = 7;
/** Between two rows. */
const GAP = 9;
/** What names may take of the width, and the most where they take that. */
const [SHARE, MOST] = [0.38, 200];

/** A row is a place, a column a series; names stand before the bars, numbers after them. */
export function lying(options: LyingOptions = {}): Chart {
  return {
    place: (matrix, width) => placeLying(options, matrix, width),
    draw: (matrix, g, brush) => drawLying(options, matrix, g as LyingPlaced, brush),
  };
}

function placeLying({ share = SHARE }: LyingOptions, matrix: Matrix, width: number): LyingPlaced {
  const { rows, columns } = matrix;
  const series = columns > 1 ? matrix.columnAxis.labels : [];
  const numbers = Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    if (absent(matrix, at)) return "";
    return [matrix.text(row, column), series[column] ?? ""].join(" ").trimEnd();
  });
  const room = Math.min((MOST * share) / SHARE, share * width);
  const names = matrix.rowAxis.labels.map((name) => truncate(name, room, FONT));
  const left = Math.ceil(widest(names) + 12);
  const right = Math.ceil(widest(numbers) + AFTER + 4);
  const pitch = columns * BAR + GAP;
  const known = Array.from(matrix.values).filter((_, at) => !absent(matrix, at));
  const least = known.reduce((a, b) => Math.min(a, b), 0);
  const range = known.reduce((a, b) => Math.max(a, b), 0) - least || 1;
  const across = Math.max(30, Math.min(width, WIDEST) - left - right);
  const x = (value: number) => (across * (value - least)) / range;
  const marks = {
    ...{ width: across, height: rows * pitch, down: true },
    ...{ xs: new Float64Array(rows * columns), ys: new Float64Array(rows * columns) },
    bars: { zero: x(0), thick: THICK },
  };
  for (let at = 0; at < rows * columns; at++) {
    marks.xs[at] = absent(matrix, at) ? Number.NaN : x(Number(matrix.values[at]));
    marks.ys[at] = Math.floor(at / columns) * pitch + (GAP + THICK) / 2 + (at % columns) * BAR;
  }
  return {
    ...{ rows, columns, cell: 12, left, top: 4, marks, names, numbers },
    ...{ width: left + marks.width + right, height: marks.height + 8, titleEnd: left },
    ...{ rowTitle: matrix.rowAxis.title, columnTitle: matrix.columnAxis.title },
    ...{ rowLabels: [], columnLabels: [], rowFont: FONT, columnFont: FONT },
    ...{ cellFont: 0, texts: [] },
  };
}

/** It has no bar. */
function absent({ flags, values }: Matrix, at: number): boolean {
  return ((flags[at] ?? 0) & HIDDEN) !== 0 || !Number.isFinite(values[at]);
}

function drawLying(
  { roles = [] }: LyingOptions,
  matrix: Matrix,
  g: LyingPlaced,
  { palette }: Brush,
): string {
  const { marks, columns } = g;
  const { zero } = marks.bars;
  const parts = g.names.map((name, row) => {
    const middle = ((marks.ys[row * columns] ?? 0) + (marks.ys[(row + 1) * columns - 1] ?? 0)) / 2;
    const place = { x: -8, y: middle + 4, fill: palette.text, "text-anchor": "end" };
    return element("text", { ...place, "font-size": FONT }, typeset(name, FONT, false));
  });
  for (const [at, number] of g.numbers.entries()) {
    if (number === "") continue;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const [end = 0, y = 0] = [marks.xs[at], marks.ys[at]];
    const role = roles[columns > 1 ? column : row] ?? matrix.role;
    const bar = {
      ...boxOf(g, row, column),
      fill: role === "neutral" ? palette.muted : palette.ink[role],
      ...(unlike(matrix, row, column) ? { "fill-opacity": 0.45 } : {}),
      "data-tensor": matrix.tensor,
      "data-index": matrix.index(row, column).join(","),
      "data-value": String(matrix.values[at]),
    };
    parts.push(
      element("rect", bar),
      text(number, Math.max(zero, end) + AFTER, y + 4, palette.muted),
    );
  }
  const axis = { x1: zero, y1: 0, x2: zero, y2: marks.height, stroke: palette.muted };
  parts.push(element("line", axis));
  return element("g", { transform: `translate(${g.left} ${g.top})` }, parts.join("\n"));
}
