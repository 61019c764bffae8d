import { formatNumber } from "./numbers.js";
import type { AxisLabels, Matrix } from "./scene.js";
import { textWidth, truncate, visible } from "./text.js";

/** A label that is drawn. `full` is what is spoken and copied. */
export interface Label {
  index: number;
  text: string;
  full: string;
  padding: boolean;
  /** Reads upwards: a column label wider than its cell. */
  turned: boolean;
}

/** Where the cells and labels of one matrix lie, in CSS pixels from the plot's corner. */
export interface Geometry {
  rows: number;
  columns: number;
  /** Side of a cell. */
  cell: number;
  /** Width left of the cells, height above them. */
  left: number;
  top: number;
  width: number;
  height: number;
  rowTitle: string;
  /** Where the title of the rows ends: a wide first column label begins after it. */
  titleEnd: number;
  columnTitle: string;
  rowLabels: Label[];
  columnLabels: Label[];
  rowFont: number;
  columnFont: number;
  /** Size of the text in cells; 0 where cells are too small for text. */
  cellFont: number;
  /** Row-major; empty strings where a text does not fit. Empty array when cellFont is 0. */
  texts: string[];
  /** Of a chart: where the marks of its cells stand. */
  marks?: Marks;
}

/** The area of a chart and, row-major, the middle of every cell's mark in it; NaN: it has none. */
export interface Marks {
  width: number;
  height: number;
  /** Places run down: bars lie. */
  down?: boolean;
  bars?: Bars;
  /** Marks are boxes of this size. */
  box?: { width: number; height: number };
  xs: Float64Array;
  ys: Float64Array;
  /** Of arrows: the plane that they lie in. */
  plane?: Plane;
}

/** Marks are bars so thick, from a line to their points. */
export interface Bars {
  zero: number;
  thick: number;
}

export interface Plane {
  /** The numbers at a point of the area, whole steps, at most those at its edges. */
  at(x: number, y: number): [number, number];
  step: number;
}

/** A rectangle in the area of the cells. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size of the area that holds the cells. */
export function areaOf(g: Geometry): { width: number; height: number } {
  return g.marks ?? { width: g.cell * g.columns, height: g.cell * g.rows };
}

/** The place of a cell in that area. */
export function boxOf(g: Geometry, row: number, column: number): Box {
  const { cell, marks } = g;
  if (!marks) return { x: column * cell, y: row * cell, width: cell, height: cell };
  const at = row * g.columns + column;
  const [x = Number.NaN, y = Number.NaN] = [marks.xs[at], marks.ys[at]];
  if (marks.bars && !Number.isNaN(x + y)) return barOf(marks.bars, x, y, marks.down);
  const { width, height } = marks.box ?? { width: cell, height: cell };
  return {
    x: (Number.isNaN(x) ? 0 : x) - width / 2,
    y: (Number.isNaN(y) ? marks.height : y) - height / 2,
    ...{ width, height },
  };
}

/** A bar of nothing is a line. */
export function barOf({ zero, thick }: Bars, x: number, y: number, down = false): Box {
  const end = down ? x : y;
  const [start, length] = [Math.min(zero, end), Math.max(1, Math.abs(end - zero))];
  return down
    ? { x: start, y: y - thick / 2, width: length, height: thick }
    : { x: x - thick / 2, y: start, width: thick, height: length };
}

/** The cell under a point of that area, or the nearest one. */
export function cellUnder(g: Geometry, x: number, y: number): { row: number; column: number } {
  if (g.marks) return nearest(g, g.marks, x, y);
  const inside = (at: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(at)));
  return { row: inside(y / g.cell, g.rows), column: inside(x / g.cell, g.columns) };
}

function nearest(g: Geometry, { xs, ys, plane, down = false }: Marks, x: number, y: number) {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  // The way that places run counts more: a reader points at a place and then at a curve, and
  // anywhere along a bar that lies. In a plane both ways are alike.
  const [across, upright] = down ? [0, 1] : [plane ? 1 : 4, 1];
  for (let at = 0; at < xs.length; at++) {
    const distance = across * ((xs[at] ?? 0) - x) ** 2 + upright * ((ys[at] ?? 0) - y) ** 2;
    if (distance < least) [least, best] = [distance, at];
  }
  return { row: Math.floor(best / g.columns), column: best % g.columns };
}

export const IDEAL_CELL = 44;
/** From here on a cell holds text and is a target for fingers. */
export const TEXT_CELL = 24;
export const SMALLEST_CELL = 4;

/** Widths of matrices that are not as large as they could be. */
const SIZES = { tiny: 136, medium: 336, wide: Number.POSITIVE_INFINITY };

const AXIS_FONT = 12;
const GAP = 6;
const TALLEST = 720;
const SMALLEST_TEXT = 9.5;

/**
 * Cells are 44 px where they fit, else as large as fits, down to `minimum`; below that the matrix
 * is wider than `width` and scrolls (minimum 0: it never is).
 */
export function geometry(
  matrix: Matrix,
  width: number,
  language: "en" | "zh" = "en",
  minimum = 0,
): Geometry {
  if (matrix.chart) return matrix.chart.place(matrix, width, language, minimum);
  if (matrix.size) return sized(matrix, width, language, minimum);
  const { rows, columns } = matrix;
  const rowTitle = truncate(matrix.rowAxis.title, 0.4 * width, AXIS_FONT);
  const widestLabel = Math.max(48, Math.min(110, 0.28 * width));
  const titles = Math.max(textWidth(rowTitle, AXIS_FONT), widest(matrix.rowAxis, widestLabel));
  const within = cellSize(rows, columns, width - titles - GAP - 1, minimum);
  const over = Math.ceil(overhang(matrix.columnAxis, within));
  const left = Math.ceil(titles + GAP) + over;
  const cell = cellSize(rows, columns, width - left - 1, minimum);
  const columnTitle = truncate(
    matrix.columnAxis.title,
    Math.max(cell * columns, width - left - 1),
    AXIS_FONT,
  );
  const column = columnLabels(matrix.columnAxis, cell, widestLabel);
  const font = fontFor(cell);
  const row = every(matrix.rowAxis, stepFor(font, cell), widestLabel, font);
  const top = AXIS_FONT + GAP + column.height + GAP;
  return {
    rows,
    columns,
    cell,
    left,
    top,
    width: Math.ceil(
      left +
        Math.max(cell * columns + 1, Math.min(width - left, textWidth(columnTitle, AXIS_FONT))),
    ),
    height: Math.ceil(top + cell * rows + 1),
    rowTitle,
    titleEnd: left - GAP - over,
    columnTitle,
    rowLabels: row,
    columnLabels: column.labels,
    rowFont: font,
    columnFont: column.font,
    ...cellTexts(matrix, cell, language),
  };
}

function sized(
  { size, ...matrix }: Matrix,
  width: number,
  language: "en" | "zh",
  minimum: number,
): Geometry {
  const room = Math.min(width, size ? SIZES[size] : width);
  if (size !== "tiny") return geometry(matrix, room, language, minimum);
  const { rows, columns } = matrix;
  const bare = { title: "", labels: [] };
  const g = geometry({ ...matrix, rowAxis: bare, columnAxis: bare }, room, language);
  const place = { left: 0, top: 0, width: g.cell * columns + 1, height: g.cell * rows + 1 };
  return { ...g, ...place };
}

/** How far a first number wider than its column reaches over the titles of the rows. */
function overhang({ labels }: AxisLabels, cell: number): number {
  if (!areNumbers(labels)) return 0;
  return Math.max(0, (textWidth(labels[0] ?? "", fontFor(cell)) - cell) / 2);
}

const areNumbers = (labels: readonly string[]) => labels.every((label) => /^\d*$/.test(label));

function cellSize(rows: number, columns: number, available: number, minimum: number): number {
  const byHeight = Math.max(10, TALLEST / Math.max(1, rows));
  const ideal = Math.min(IDEAL_CELL, available / Math.max(1, columns), byHeight);
  const cell = Math.max(minimum, ideal);
  return cell >= 2 ? Math.floor(cell) : cell;
}

function fontFor(cell: number): number {
  return Math.max(10, Math.min(13, Math.floor(cell) - 1));
}

function widest(axis: AxisLabels, limit: number): number {
  let most = 0;
  for (const label of axis.labels) most = Math.max(most, textWidth(visible(label), 13));
  return Math.min(most, limit);
}

/** One label every so many lines, so that none overlap. */
function stepFor(font: number, pitch: number): number {
  return Math.max(1, Math.ceil((font + 1) / pitch));
}

function every(
  axis: AxisLabels,
  step: number,
  limit: number,
  font: number,
  widest = Number.POSITIVE_INFINITY,
): Label[] {
  const padding = new Set(axis.padding);
  const made: Label[] = [];
  for (let index = 0; index < axis.labels.length; index += step) {
    const full = axis.labels[index] ?? "";
    const text = truncate(visible(full), limit, font);
    const turned = textWidth(text, font) > widest;
    made.push({ index, text, full, padding: padding.has(index), turned });
  }
  return made;
}

function columnLabels(
  axis: AxisLabels,
  cell: number,
  limit: number,
): { labels: Label[]; font: number; height: number } {
  const font = fontFor(cell);
  const most = Math.max(0, ...axis.labels.map((label) => textWidth(visible(label), font)));
  if (most <= cell - 2 || areNumbers(axis.labels)) {
    const step = Math.max(1, Math.ceil((most + font / 2) / cell));
    return { labels: every(axis, step, Math.max(most, cell), font), font, height: font };
  }
  const longest = Math.min(most, 0.8 * limit);
  const labels = every(axis, stepFor(font, cell), longest, font, cell - 2);
  return { labels, font, height: Math.ceil(longest) };
}

function cellTexts(
  matrix: Matrix,
  cell: number,
  language: "en" | "zh",
): { cellFont: number; texts: string[] } {
  if (cell < TEXT_CELL) return { cellFont: 0, texts: [] };
  // A text that fits at the smallest size is kept; where there is room it breathes.
  const comfortable = cell - 9;
  const texts = fitted(matrix, cell - 3, language);
  const most = texts.reduce((widest, text) => Math.max(widest, textWidth(text, 1)), 0);
  return { cellFont: Math.max(SMALLEST_TEXT, Math.min(14, comfortable / most)), texts };
}

const MOST_DECIMALS = 3;

/**
 * The texts of the cells. Where a number does not fit, all decimal numbers of the matrix lose as
 * many decimals as it has to, down to one; the widest may lose that one, too, or vanish.
 */
function fitted(matrix: Matrix, room: number, language: "en" | "zh"): string[] {
  const { columns, values } = matrix;
  const fits = (text: string) => textWidth(text, SMALLEST_TEXT) <= room;
  const short = (at: number, digits: number) => rounded(values[at] ?? NaN, digits, language);
  /** The most decimals with which a number fits. */
  const decimals = (at: number, most: number) => {
    let digits = Math.min(most, MOST_DECIMALS);
    while (digits > 0 && !fits(short(at, digits))) digits--;
    return digits;
  };
  const texts = Array.from({ length: matrix.rows * columns }, (_, at) =>
    matrix.text(Math.floor(at / columns), at % columns),
  );
  const common = texts.reduce(
    (least, text, at) => (fits(text) || !/[./]/.test(text) ? least : decimals(at, least)),
    Number.POSITIVE_INFINITY,
  );
  return texts.map((text, at) => {
    const longer = (/^\D?\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0) > Math.max(1, common);
    if (fits(text) && !longer) return text;
    const shorter = /[./]/.test(text) ? short(at, decimals(at, Math.max(1, common))) : text;
    return fits(shorter) ? shorter : truncateToken(text, room);
  });
}

/** A number of so many decimals; one that they do not show is near to zero. */
function rounded(value: number, digits: number, language: "en" | "zh"): string {
  if (value !== 0 && Math.abs(value) < 0.5 * 10 ** -digits) return "≈0";
  return formatNumber(value, language, digits);
}

function truncateToken(text: string, room: number): string {
  return /\d/.test(text) ? "" : truncate(text, room, SMALLEST_TEXT);
}
