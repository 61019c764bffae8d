// One panel of the laboratory: its axes and its words.
import type { CatalogueEntry, Tensor } from "../../engine/types.js";
import { typeset } from "../../formulas/attention.gen.js";
import type { FormulaKey } from "../../formulas/attention.js";
import { type Key, type Language, t } from "../../i18n/t.js";
import { formatNumber, formatValue } from "../../scene/numbers.js";
import type { AxisLabels, ColourMap, Matrix, Role } from "../../scene/scene.js";
import { panel as panelOf } from "../panel.js";
import type { Slice } from "../slice.js";
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

export interface StagePanel {
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
  const title = t(context.language, `common.axis.${kind}`);
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

/** What the mask hides: not a cell that was set and carries a number all the same. */
function hiddenOf({ mask }: Context, { masked, gradient, slice: { values } }: StagePanel) {
  const empty = (value: number | undefined) =>
    gradient || !value || value === Number.NEGATIVE_INFINITY;
  return masked ? mask?.map((bit, at) => (bit || !empty(values[at]) ? 1 : 0)) : undefined;
}

/** "query cat, key sat, 4/7, largest of 3". */
function pairSentence(
  context: Context,
  request: StagePanel,
  row: number,
  column: number,
  value: string,
) {
  const { language, tokens } = context;
  const { columns, values } = request.slice;
  const mask = hiddenOf(context, request);
  const names = { query: tokens[row] ?? "", key: tokens[column] ?? "" };
  const at = row * columns + column;
  if (request.map === "mask") {
    const visible = (values[at] ?? 0) > 0;
    return t(language, `common.cell.mask.${visible ? "visible" : "hidden"}`, names);
  }
  if (mask?.[at] === 0) return t(language, "common.cell.hidden", names);
  let count = 0;
  let larger = 0;
  for (let j = row * columns; j < (row + 1) * columns; j++) {
    if (mask?.[j] === 0) continue;
    count++;
    if ((values[j] ?? 0) > (values[at] ?? 0)) larger++;
  }
  if (request.map !== "sequential" || count < 2) {
    return t(language, "common.cell.pair", { ...names, value });
  }
  const key: Key = larger === 0 ? "attention.cell.largest" : "attention.cell.rank";
  return t(language, key, { ...names, value, count, rank: larger + 1 });
}

function sentence(
  context: Context,
  request: StagePanel,
  row: number,
  column: number,
  value: string,
) {
  const { language, tokens, words } = context;
  const token = (request.down === "word.down" ? words : tokens)[row] ?? "";
  switch (request.across) {
    case "key.across":
      return pairSentence(context, request, row, column, value);
    case "input.across": {
      const names = { output: token, input: tokens[column] ?? "" };
      return t(language, "attention.cell.map", { ...names, value });
    }
    case "to.across":
      return t(language, "attention.cell.weight", { from: row + 1, to: column + 1, value });
    case "id.across":
      return t(language, "attention.cell.token", { token, value });
    default:
      return t(language, "attention.cell.feature", { token, feature: column + 1, value });
  }
}

export function panel(context: Context, request: StagePanel): Matrix {
  const { slice, down, across, tensor, gradient, formula, ...rest } = request;
  return panelOf(context.language, {
    ...rest,
    ...{ tensor, gradient, slice },
    formula: formula && typeset[formula],
    rowAxis: axis(context, down, slice.rows),
    columnAxis: axis(context, across, slice.columns),
    mask: hiddenOf(context, request),
    hidden: tensor === "masked" && !gradient ? "−∞" : undefined,
    write: (value) => write(context, value),
    speak: (row, column, text) => sentence(context, request, row, column, text),
  });
}

/** The tensor as a panel may show it, or undefined when the run has none. */
export function find(tensors: Readonly<Record<string, Tensor>>, name: string): Tensor | undefined {
  return Object.hasOwn(tensors, name) ? tensors[name] : undefined;
}
