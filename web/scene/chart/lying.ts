// Bars that lie: as many names as there are, each with its whole number, on any screen.
import type { Geometry } from "../geometry.js";
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
}

interface LyingPlaced extends Geometry {
  marks: NonNullable<Geometry["marks"]>;
  /** Before each row. */
  names: string[];
  /** Where bars start: those of negative numbers go to the left. */
  zero: number;
  /** After each bar, row-major. */
  numbers: string[];
}

const BAR = 15;
/** From the end of a bar to its number: the frame of a focused mark has room. */
const AFTER = 11;
/** Between two rows. */
const GAP = 9;

/** A row is a place, a column a series; names stand before the bars, numbers after them. */
export function lying(options: LyingOptions = {}): Chart {
  return {
    place: (matrix, width) => placeLying(matrix, width),
    draw: (matrix, g, brush) => drawLying(options, matrix, g as LyingPlaced, brush),
  };
}

function placeLying(matrix: Matrix, width: number): LyingPlaced {
  const { rows, columns } = matrix;
  const series = columns > 1 ? matrix.columnAxis.labels : [];
  const numbers = Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    if (absent(matrix, at)) return "";
    return [matrix.text(row, column), series[column] ?? ""].join(" ").trimEnd();
  });
  const room = Math.min(200, 0.38 * width);
  const names = matrix.rowAxis.labels.map((name) => truncate(name, room, FONT));
  const left = Math.ceil(widest(names) + 12);
  const right = Math.ceil(widest(numbers) + AFTER + 4);
  const pitch = columns * BAR + GAP;
  const marks = {
    ...{ width: Math.max(30, Math.min(width, WIDEST) - left - right), height: rows * pitch },
    ...{ xs: new Float64Array(rows * columns), ys: new Float64Array(rows * columns), down: true },
  };
  const known = Array.from(matrix.values).filter((_, at) => !absent(matrix, at));
  const least = known.reduce((a, b) => Math.min(a, b), 0);
  const range = known.reduce((a, b) => Math.max(a, b), 0) - least || 1;
  const x = (value: number) => (marks.width * (value - least)) / range;
  for (let at = 0; at < rows * columns; at++) {
    marks.xs[at] = absent(matrix, at) ? Number.NaN : x(Number(matrix.values[at]));
    marks.ys[at] = Math.floor(at / columns) * pitch + GAP / 2 + ((at % columns) + 0.5) * BAR;
  }
  return {
    ...{ rows, columns, cell: 12, left, top: 4, marks, names, numbers, zero: x(0) },
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
  const { marks, columns, zero } = g;
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
      ...{ x: Math.min(zero, end), y: y - BAR / 2 },
      ...{ width: Math.max(1, Math.abs(end - zero)), height: BAR - 2 },
      fill: role === "neutral" ? palette.muted : palette.ink[role],
      ...(unlike(matrix, row, column) ? { "fill-opacity": 0.45 } : {}),
      "data-tensor": matrix.tensor,
      "data-index": matrix.index(row, column).join(","),
      "data-value": String(matrix.values[at]),
    };
    parts.push(
      element("rect", bar),
      text(number, Math.max(zero, end) + AFTER, y + 3, palette.muted),
    );
  }
  const axis = { x1: zero, y1: 0, x2: zero, y2: marks.height, stroke: palette.muted };
  parts.push(element("line", axis));
  return element("g", { transform: `translate(${g.left} ${g.top})` }, parts.join("\n"));
}
