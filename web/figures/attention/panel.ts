// One panel: a slice of a tensor with its flags, colours, legend and words.
import type { CatalogueEntry, Tensor } from "../../engine/types.js";
import { plain } from "../../formulas/formulas.gen.js";
import type { FormulaKey } from "../../formulas/formulas.js";
import { type Key, type Language, t } from "../../i18n/t.js";
import { divergingLegend, type LegendMark, sequentialLegend } from "../../scene/colours.js";
import { formatNumber, formatValue } from "../../scene/numbers.js";
import {
  type AxisLabels,
  type ColourMap,
  EDITED,
  GREYED,
  HIDDEN,
  type Matrix,
  type Role,
} from "../../scene/scene.js";
import type { Slice } from "./slice.js";
import type { AxisKind } from "./stages.js";

/** What all panels of one scene share. */
export interface Context {
  readonly language: Language;
  readonly tokens: readonly string[];
  /** The distinct words of the sentence, rows of the embedding table. */
  readonly words: readonly string[];
  /** Keys that are padding. */
  readonly padding: readonly number[];
  /** Row-major T × T, 1 = visible; undefined when nothing is masked. */
  readonly mask: Uint8Array | undefined;
  /** Values of the example worked by hand are written as fractions. */
  readonly fractions: boolean;
}

export interface PanelRequest {
  readonly id: string;
  readonly title: string;
  readonly formula: FormulaKey | undefined;
  readonly tensor: string;
  readonly gradient: boolean;
  readonly role: Role;
  readonly map: ColourMap;
  readonly slice: Slice;
  readonly down: AxisKind;
  readonly across: AxisKind;
  /** Hidden pairs are flagged. */
  readonly masked: boolean;
  readonly greyed: boolean;
  readonly editable: boolean;
  readonly entry: CatalogueEntry | undefined;
  readonly active: { row: number; column: number } | undefined;
}

export function write(context: Context, value: number): string {
  return context.fractions
    ? formatValue(value, context.language)
    : formatNumber(value, context.language);
}

const counts = (length: number) => Array.from({ length }, (_, i) => String(i + 1));

function axis(context: Context, kind: AxisKind, size: number): AxisLabels {
  const title = t(context.language, `attention.axis.${kind}`);
  switch (kind) {
    case "feature.across":
    case "from.down":
    case "to.across":
      return { title, labels: counts(size) };
    case "id.across":
      return { title, labels: Array.from({ length: size }, () => "") };
    case "word.down":
      return { title, labels: [...context.words] };
    case "key.across":
    case "key.down":
      return { title, labels: [...context.tokens], padding: [...context.padding] };
    default:
      return { title, labels: [...context.tokens] };
  }
}

function flagsOf(context: Context, request: PanelRequest, former: Map<number, number>): Uint8Array {
  const { slice, entry, masked, greyed } = request;
  const flags = new Uint8Array(slice.rows * slice.columns);
  if (greyed) flags.fill(GREYED);
  const mask = masked ? context.mask : undefined;
  if (mask !== undefined) {
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
function legendOf(context: Context, request: PanelRequest, flags: Uint8Array): LegendMark[] {
  const { map, slice } = request;
  const { language } = context;
  if (map === "diverging") return divergingLegend(slice.values, language, flags);
  if (map !== "sequential") return [];
  const [low, high] = sequentialLegend(slice.values, language, flags);
  const zero = { at: Math.min(0, low?.at ?? 0), text: low && low.at < 0 ? low.text : "0" };
  const top = high?.at ?? 1;
  return [zero, { at: top, text: context.fractions ? write(context, top) : (high?.text ?? "") }];
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
  if (!(range > 0)) return colours.fill(map === "diverging" ? 128 : 127);
  const scale = 255 / range;
  for (let i = 0; i < colours.length; i++) {
    // Clamped first: −∞ of hidden cells, and NaN, become 0.
    const position = ((values[i] as number) - low) * scale;
    colours[i] = position > 0 ? (position < 255 ? position + 0.5 : 255) : 0;
  }
  return colours;
}

/** "query cat, key sat, 4/7, largest of 3". */
function sentenceOf(context: Context, matrix: Omit<Matrix, "speak">, request: PanelRequest) {
  const { language, tokens } = context;
  const { columns, values, flags } = matrix;
  const pair = (row: number, column: number, at: number): string => {
    const names = { query: tokens[row] ?? "", key: tokens[column] ?? "" };
    if (request.map === "mask") {
      const visible = (values[at] ?? 0) > 0;
      return t(language, `attention.cell.mask.${visible ? "visible" : "hidden"}`, names);
    }
    if (((flags[at] ?? 0) & HIDDEN) !== 0) return t(language, "attention.cell.hidden", names);
    const value = matrix.text(row, column);
    let count = 0;
    let larger = 0;
    for (let j = row * columns; j < (row + 1) * columns; j++) {
      if (((flags[j] ?? 0) & HIDDEN) !== 0) continue;
      count++;
      if ((values[j] ?? 0) > (values[at] ?? 0)) larger++;
    }
    if (request.map !== "sequential" || count < 2) {
      return t(language, "attention.cell.pair", { ...names, value });
    }
    const key: Key = larger === 0 ? "attention.cell.largest" : "attention.cell.rank";
    return t(language, key, { ...names, value, count, rank: larger + 1 });
  };
  return (row: number, column: number): string => {
    const value = matrix.text(row, column);
    const token = matrix.rowAxis.labels[row] ?? "";
    switch (request.across) {
      case "key.across":
        return pair(row, column, row * columns + column);
      case "input.across":
        return t(language, "attention.cell.map", {
          output: token,
          input: tokens[column] ?? "",
          value,
        });
      case "to.across":
        return t(language, "attention.cell.weight", { from: row + 1, to: column + 1, value });
      case "id.across":
        return t(language, "attention.cell.token", { token, value });
      default:
        return t(language, "attention.cell.feature", { token, feature: column + 1, value });
    }
  };
}

export function panel(context: Context, request: PanelRequest): Matrix {
  const { slice, map } = request;
  const { language } = context;
  const former = new Map<number, number>();
  const flags = flagsOf(context, request, former);
  const legend = legendOf(context, request, flags);
  const minusInfinity = request.tensor === "masked" && !request.gradient;
  const silent = {
    id: request.id,
    title: request.title,
    ...(request.formula === undefined
      ? {}
      : { formula: request.formula, formulaText: plain[request.formula] }),
    role: request.role,
    rows: slice.rows,
    columns: slice.columns,
    rowAxis: axis(context, request.down, slice.rows),
    columnAxis: axis(context, request.across, slice.columns),
    values: slice.values,
    flags,
    colours: coloursOf(map, slice.values, legend),
    map,
    legend,
    tensor: request.tensor,
    gradient: request.gradient,
    index: slice.index,
    text(row: number, column: number): string {
      const at = row * slice.columns + column;
      if (minusInfinity && ((flags[at] ?? 0) & HIDDEN) !== 0) return "−∞";
      return write(context, slice.values[at] ?? Number.NaN);
    },
    editable: request.editable,
    ...(request.active === undefined ? {} : { active: request.active }),
  };
  const words = sentenceOf(context, silent, request);
  return {
    ...silent,
    speak(row: number, column: number): string {
      const at = row * slice.columns + column;
      let cell = words(row, column);
      const was = former.get(at);
      if (was !== undefined) {
        cell = t(language, "attention.cell.edited", { cell, was: write(context, was) });
      }
      return request.greyed ? t(language, "attention.cell.greyed", { cell }) : cell;
    },
  };
}

/** The tensor as a panel may show it, or undefined when the run has none. */
export function find(tensors: Readonly<Record<string, Tensor>>, name: string): Tensor | undefined {
  return Object.hasOwn(tensors, name) ? tensors[name] : undefined;
}
