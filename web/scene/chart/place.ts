// Where the marks of a chart, its axes and its words lie.
import type { Language } from "../../i18n/types.js";
import type { Geometry, Marks } from "../geometry.js";
import { raised } from "../numbers.js";
import { HIDDEN, type Matrix, type Role } from "../scene.js";
import { textWidth, truncate } from "../text.js";
import { acrossOf } from "./across.js";
import { type Hull, hullOf, planeOf, tipsOf } from "./plane.js";
import { type PlacedRule, placeRules } from "./rules.js";
import { type Scale, scale, tick } from "./scale.js";

/** A line across: a value to compare with, in words. */
export interface Rule {
  at: number;
  text: string;
  /** The words stand to the right of the area, where bars would leave them no room. */
  beside?: boolean;
}

export interface ChartOptions {
  /** `arrow`: a row is a vector (x, y) of the plane. */
  kind: "line" | "bar" | "arrow";
  /** What is measured: the title of the axis that goes up. */
  measure: string;
  /** Values that the axis going up shows in any case. */
  reach?: readonly number[];
  rules?: readonly Rule[];
  /** Powers of ten at equal distances; values ≤ 0 have no place. */
  log?: boolean;
  /** Where the places of a line stand, on an axis of numbers; default: at equal distances. */
  at?: ArrayLike<number>;
  /** The first so many places of a line are points by themselves; it joins the others. */
  loose?: number;
  /** Of the rows; one without a role takes the next colour. */
  roles?: readonly Role[];
  /** Of arrows: names stand at their tips, and a hull is laid around the first so many of them. */
  tips?: boolean;
  hull?: number;
  /** Of lines: rows come in threes, a curve and the lower and the upper edge of the band around it. */
  bands?: boolean;
}

export interface Name {
  row: number;
  y: number;
  text: string;
  /** Where it stands across, if not beside the area, and which of its ends is there. */
  tip?: { x: number; anchor: string };
}

/** Something at a distance from the start of its axis. */
export interface Tick {
  at: number;
  text: string;
}

export interface Placed extends Geometry {
  marks: Marks;
  /** The line from which bars and arrows start. */
  zero: { x: number; y: number };
  across: Tick[];
  up: Tick[];
  rules: PlacedRule[];
  /** Beside the last mark of each row, or at the tip of its arrow. */
  names: Name[];
  hull: Hull;
}

export const FONT = 11;
/** A curve and the two edges of its band. */
export const PER_BAND = 3;
const MARK = 12;
export const WIDEST = 560;
const HEIGHT = 210;
/** Titles above and below, labels of ticks below. */
const [ABOVE, BELOW] = [24, 38];

export function place(
  options: ChartOptions,
  matrix: Matrix,
  width: number,
  language: Language,
): Placed {
  const room = Math.min(120, 0.28 * width);
  const names = named(options, matrix).map((text) => truncate(text, room, FONT));
  const rules = options.rules ?? [];
  const beside = [...names, ...rules.filter((rule) => rule.beside).map(({ text }) => text)];
  const right = beside.length === 0 ? 10 : options.tips ? 24 : Math.ceil(widest(beside) + 10);
  const plane = options.kind === "arrow";
  const up = upScale(options, matrix, language);
  const left = Math.ceil(widest(up.ticks.map(({ text }) => text)) + 8);
  const across = Math.max(60, Math.min(width, WIDEST) - left - right);
  const area = plane ? { width: Math.min(across, 300), height: Math.min(across, 300) } : undefined;
  const marks: Marks = {
    ...(area ?? { width: across, height: HEIGHT }),
    xs: new Float64Array(matrix.rows * matrix.columns),
    ys: new Float64Array(matrix.rows * matrix.columns),
  };
  const y = (value: number) => marks.height * (1 - up.position(value));
  const x = (value: number) => marks.width * up.position(value);
  const places = acrossOf(options, matrix, marks.width, language);
  const pitch = marks.width / Math.max(1, matrix.columns);
  const share = options.kind === "bar" ? (0.72 * pitch) / Math.max(1, matrix.rows) : 0;
  fill(matrix, marks, { x: plane ? x : places.x, y, plane, share });
  const zero = { x: plane ? x(0) : 0, y: Math.max(0, Math.min(marks.height, y(up.zero))) };
  if (plane) marks.plane = planeOf(marks, up);
  if (share > 0) marks.bars = { zero: zero.y, thick: Math.max(1, share - 1) };
  const ticks = (all: Tick[], where: (value: number) => number) =>
    all.map(({ at, text }) => ({ at: where(at), text }));
  return {
    rows: matrix.rows,
    columns: matrix.columns,
    cell: MARK,
    left,
    top: ABOVE,
    width: left + marks.width + right,
    height: ABOVE + marks.height + BELOW,
    titleEnd: left,
    ...{ rowTitle: options.measure, columnTitle: matrix.columnAxis.title },
    ...{ rowLabels: [], columnLabels: [], rowFont: FONT, columnFont: FONT },
    ...{ cellFont: 0, texts: [] },
    ...{ marks, zero },
    across: plane ? ticks(up.ticks, x) : places.ticks,
    up: ticks(up.ticks, y),
    rules: placeRules(
      rules.map((rule) => ({ ...rule, at: y(rule.at) })),
      {
        ...{ marks, columns: matrix.columns, joined: options.kind === "line" },
        titleEnd: textWidth(options.measure, FONT) - left,
      },
    ),
    names: options.tips ? tipsOf(names, marks, zero) : besides(options, names, marks, matrix),
    hull: hullOf(marks, options.hull ?? 0),
  };
}

export const widest = (texts: readonly string[]) =>
  Math.max(0, ...texts.map((text) => textWidth(text, FONT)));

/** What stands beside the curves; the edges of a band are told by the curve within. */
function named({ bands }: ChartOptions, { rows, rowAxis }: Matrix): string[] {
  if (rows < 2 || (bands && rows === PER_BAND)) return [];
  return rowAxis.labels.filter((_, row) => !bands || row % PER_BAND === 0);
}

const hidden = (matrix: Matrix, at: number) => ((matrix.flags[at] ?? 0) & HIDDEN) !== 0;

function upScale(options: ChartOptions, matrix: Matrix, language: Language): Scale {
  const { kind, reach = [], rules = [], log = false } = options;
  const values = Array.from(matrix.values).filter((_, at) => !hidden(matrix, at));
  const zero = kind !== "line" && !log ? [0] : [];
  const all = [...values, ...reach, ...rules.map(({ at }) => at), ...zero];
  return scale(all, {
    log,
    symmetric: kind === "arrow",
    text: (value, digits) =>
      log && (value < 0.01 || value >= 1e4)
        ? `10${raised(Math.round(Math.log10(value)))}`
        : tick(value, digits, language),
  });
}

interface Ruler {
  x(value: number): number;
  y(value: number): number;
  plane: boolean;
  /** Of a bar: its width with the gap after it. */
  share: number;
}

function fill(matrix: Matrix, { xs, ys }: { xs: Float64Array; ys: Float64Array }, ruler: Ruler) {
  const { rows, columns, values } = matrix;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const value = hidden(matrix, at) ? Number.NaN : Number(values[at]);
      // The bars of a place stand side by side.
      const shift = (row - (rows - 1) / 2) * ruler.share;
      xs[at] = ruler.plane ? ruler.x(Number(values[row * columns])) : ruler.x(column) + shift;
      ys[at] = ruler.y(ruler.plane ? Number(values[row * columns + 1]) : value);
    }
  }
}

/** The names of the rows, pushed apart where curves end close together. */
function besides(
  { bands }: ChartOptions,
  names: string[],
  marks: Marks,
  { columns }: Matrix,
): Placed["names"] {
  const last = (row: number) => {
    for (let at = (row + 1) * columns - 1; at >= row * columns; at--) {
      const y = marks.ys[at] ?? Number.NaN;
      if (!Number.isNaN(y)) return y;
    }
    return marks.height;
  };
  const placed = names.map((text, at): Name => {
    const row = at * (bands ? PER_BAND : 1);
    return { row, y: last(row), text };
  });
  placed.sort((a, b) => a.y - b.y);
  const gap = FONT + 2;
  placed.forEach((one, i) => {
    one.y = Math.max(one.y, (placed[i - 1]?.y ?? Number.NEGATIVE_INFINITY) + gap);
  });
  const over = (placed.at(-1)?.y ?? 0) - marks.height;
  if (over > 0) {
    for (let i = placed.length - 1; i >= 0; i--) {
      const one = placed[i] as Name;
      one.y = Math.min(one.y, (placed[i + 1]?.y ?? marks.height + gap) - gap);
    }
  }
  return placed;
}
