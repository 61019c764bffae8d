// One panel of any figure: a slice of a tensor with its flags, colours, legend and words.
import type { CatalogueEntry } from "../engine/types.js";
import type { Typeset } from "../formulas/formula.js";
import { type Language, t } from "../i18n/t.js";
import { divergingLegend, type LegendMark, sequentialLegend } from "../scene/colours.js";
import {
  type AxisLabels,
  type Chart,
  type ColourMap,
  EDITED,
  GREYED,
  HIDDEN,
  type Matrix,
  type Role,
} from "../scene/scene.js";
import type { Slice } from "./slice.js";

export interface PanelRequest {
  readonly id: string;
  readonly title: string;
  readonly formula?: Typeset | undefined;
  readonly tensor: string;
  readonly gradient?: boolean;
  readonly role: Role;
  readonly map: ColourMap;
  /** Values that the map reaches in any case, so that rounding is not painted as a difference. */
  readonly reach?: ArrayLike<number> | undefined;
  readonly slice: Slice;
  readonly rowAxis: AxisLabels;
  readonly columnAxis: AxisLabels;
  /** Row-major, 0: this cell is hidden. */
  readonly mask?: Uint8Array | undefined;
  /** What a hidden cell says instead of its number. */
  readonly hidden?: string | undefined;
  readonly greyed?: boolean;
  readonly editable?: boolean;
  /** Says which cells the reader set. */
  readonly entry?: CatalogueEntry | undefined;
  readonly active?: { row: number; column: number } | undefined;
  readonly chart?: Chart | undefined;
  /** A number as this figure writes it, at a row-major place. */
  write(value: number, at?: number): string;
  /** The cell in words, given what is written in it. */
  speak(row: number, column: number, text: string): string;
}

export function panel(language: Language, request: PanelRequest): Matrix {
  const { slice, map, formula, active, chart } = request;
  const former = new Map<number, number>();
  const flags = flagsOf(request, former);
  const legend = legendOf(language, request, flags);
  const text = (row: number, column: number): string => {
    const at = row * slice.columns + column;
    const hidden = request.hidden !== undefined && ((flags[at] ?? 0) & HIDDEN) !== 0;
    return hidden ? String(request.hidden) : request.write(slice.values[at] ?? Number.NaN, at);
  };
  return {
    id: request.id,
    title: request.title,
    ...(formula && { formula: formula.mathml, formulaText: formula.plain }),
    role: request.role,
    rows: slice.rows,
    columns: slice.columns,
    rowAxis: request.rowAxis,
    columnAxis: request.columnAxis,
    values: slice.values,
    flags,
    colours: coloursOf(map, slice.values, legend),
    map,
    legend,
    tensor: request.tensor,
    gradient: request.gradient ?? false,
    index: slice.index,
    text,
    speak(row: number, column: number): string {
      let cell = request.speak(row, column, text(row, column));
      const was = former.get(row * slice.columns + column);
      if (was !== undefined) {
        cell = t(language, "common.cell.edited", { cell, was: request.write(was) });
      }
      return request.greyed ? t(language, "common.cell.greyed", { cell }) : cell;
    },
    editable: request.editable ?? false,
    ...(active && { active }),
    ...(chart && { chart }),
  };
}

function flagsOf(request: PanelRequest, former: Map<number, number>): Uint8Array {
  const { slice, entry, mask, greyed } = request;
  const flags = new Uint8Array(slice.rows * slice.columns);
  if (greyed) flags.fill(GREYED);
  if (mask) {
    for (let i = 0; i < flags.length; i++) if (mask[i] === 0) flags[i] = (flags[i] ?? 0) | HIDDEN;
  }
  for (const edit of entry?.edits ?? []) {
    const cell = slice.cell(edit.index);
    if (cell === undefined) continue;
    const at = cell.row * slice.columns + cell.column;
    flags[at] = (flags[at] ?? 0) | EDITED;
    former.set(at, edit.was);
  }
  return flags;
}

/** Ends of the colour map: 0 … largest for what is never negative, else symmetric about 0. */
function legendOf(language: Language, request: PanelRequest, flags: Uint8Array): LegendMark[] {
  const { map, slice, write } = request;
  const reach = Array.from(request.reach ?? []);
  if (map !== "diverging" && map !== "sequential") return [];
  const made = map === "diverging" ? divergingLegend : sequentialLegend;
  const own = made(slice.values, language, flags);
  const ends = [...own.map(({ at }) => at), ...reach];
  const whole = reach.length === 0 ? own : made(ends, language);
  if (map === "diverging") return whole;
  const [low, high] = whole;
  const zero = { at: Math.min(0, low?.at ?? 0), text: low && low.at < 0 ? low.text : "0" };
  const top = high?.at ?? 1;
  // A fraction is written as one; other numbers as short as a legend needs them.
  const exact = write(top);
  return [zero, { at: top, text: exact.includes("/") ? exact : (high?.text ?? "") }];
}

/** colourIndex of scene/colours.ts for a whole array. */
function coloursOf(map: ColourMap, values: ArrayLike<number>, legend: LegendMark[]): Uint8Array {
  const colours = new Uint8Array(values.length);
  if (map === "none") return colours;
  if (map === "mask") {
    for (let i = 0; i < colours.length; i++) colours[i] = (values[i] as number) > 0 ? 255 : 0;
    return colours;
  }
  const low = legend[0]?.at ?? 0;
  const range = (legend.at(-1)?.at ?? 1) - low;
  if (!(range > 0)) return colours.fill(map === "diverging" ? 128 : low === 0 ? 0 : 127);
  const scale = 255 / range;
  for (let i = 0; i < colours.length; i++) {
    // Clamped first: −∞ of hidden cells, and NaN, become 0.
    const position = ((values[i] as number) - low) * scale;
    colours[i] = position > 0 ? (position < 255 ? position + 0.5 : 255) : 0;
  }
  return colours;
}
