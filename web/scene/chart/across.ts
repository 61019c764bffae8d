// Where the places of a chart stand from left to right, and what is written below them.
import type { Language } from "../../i18n/types.js";
import type { Matrix } from "../scene.js";
import { textWidth } from "../text.js";
import { type ChartOptions, FONT, type Tick } from "./place.js";
import { roundStep, scale, tick } from "./scale.js";

interface Across {
  x(column: number): number;
  ticks: Tick[];
}

export function acrossOf(
  options: ChartOptions,
  matrix: Matrix,
  width: number,
  language: Language,
): Across {
  if (options.at) return numbered(options.at, width, language);
  const x = columnsOf(options, matrix, width);
  return { x, ticks: thinned(matrix, x, width / Math.max(1, matrix.columns)) };
}

/** On an axis of numbers. */
function numbered(at: ArrayLike<number>, width: number, language: Language): Across {
  const text = (value: number, digits: number) => tick(value, digits, language);
  const own = scale(Array.from(at), { log: false, symmetric: false, text });
  const x = (value: number) => width * own.position(value);
  return {
    x: (column) => x(Number(at[column])),
    ticks: own.ticks.map(({ at: value, text }) => ({ at: x(value), text })),
  };
}

/** Bars stand in the middle of a share of the width, points from edge to edge. */
function columnsOf({ kind }: ChartOptions, { columns }: Matrix, width: number) {
  if (kind === "bar") return (column: number) => ((column + 0.5) * width) / Math.max(1, columns);
  const edge = 8;
  return (column: number) =>
    columns < 2 ? width / 2 : edge + (column / (columns - 1)) * (width - 2 * edge);
}

/** Labels of the columns, as many as have room between their neighbours. */
function thinned(matrix: Matrix, x: (column: number) => number, pitch: number): Tick[] {
  const { labels } = matrix.columnAxis;
  const halves = labels.map((text) => textWidth(text, FONT) / 2 + 3);
  let fits = 1;
  const crowded = (half: number, at: number) =>
    at % fits === 0 && half + (halves[at + fits] ?? -half) > fits * pitch;
  while (halves.some(crowded)) fits++;
  const step = fits > 9 ? roundStep(fits) : fits;
  return labels
    .map((text, column) => ({ at: x(column), text }))
    .filter((_, column) => column % step === 0);
}
