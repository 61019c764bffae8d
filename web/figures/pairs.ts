// The panels that many figures share: query × key of one head, and series as a chart.
import type { CatalogueEntry, Tensor } from "../engine/types.js";
import type { Typeset } from "../formulas/formula.js";
import { type Language, t } from "../i18n/t.js";
import { type ChartOptions, chart } from "../scene/chart.js";
import { formatNumber, formatValue } from "../scene/numbers.js";
import type { ColourMap, Matrix, Role } from "../scene/scene.js";
import { panel } from "./panel.js";
import { planeOf, type Slice } from "./slice.js";

/** What panels of any kind are asked for with. */
export interface PanelOptions {
  id: string;
  title: string;
  /** Its name; default: the id. */
  tensor?: string;
  data: Tensor;
  gradient?: boolean;
  role?: Role;
  formula?: Typeset;
  entry?: CatalogueEntry | undefined;
  editable?: boolean;
  greyed?: boolean;
  active?: { row: number; column: number } | undefined;
  /** Values that the colours reach in any case. */
  reach?: ArrayLike<number>;
  /** Numbers nearer to 0 than this are rounding and written ≈0. */
  rounding?: number;
  /** These cells of the tensor and not its last two axes. */
  slice?: Slice;
  /** The numbers are exact: one that is a fraction is written as one. */
  exact?: boolean;
}

export interface PairsRequest extends PanelOptions {
  /** Places on the axes before the last two: batch, head. */
  lead?: readonly number[];
  /** What the rows and the columns are called; default 1, 2, 3 … */
  queries?: readonly string[] | undefined;
  keys?: readonly string[] | undefined;
  map: ColourMap;
  /** Row-major, 0: hidden. */
  mask?: Uint8Array | undefined;
  /** What hidden cells say. */
  hidden?: string;
}

const writer =
  (language: Language, { rounding = 0, exact = false }: PanelOptions) =>
  (value: number) => {
    if (value !== 0 && Math.abs(value) < rounding) return "≈0";
    return exact ? formatValue(value, language) : formatNumber(value, language);
  };

export const counted = (length: number) => Array.from({ length }, (_, i) => String(i + 1));

/** A matrix of queries and keys. */
export function pairs(language: Language, request: PairsRequest): Matrix {
  const slice = request.slice ?? planeOf(request.data, request.lead);
  const rows = request.queries ?? counted(slice.rows);
  const columns = request.keys ?? counted(slice.columns);
  // A mask hides what it says 0 of.
  const isMask = request.map === "mask";
  const mask = isMask ? Uint8Array.from(slice.values) : request.mask;
  const hides = (row: number, column: number) => mask?.[row * slice.columns + column] === 0;
  return panel(language, {
    ...request,
    ...{ mask, hidden: isMask ? "0" : request.hidden },
    tensor: request.tensor ?? request.id,
    role: request.role ?? "neutral",
    slice,
    rowAxis: { title: t(language, "common.axis.query.down"), labels: [...rows] },
    columnAxis: { title: t(language, "common.axis.key.across"), labels: [...columns] },
    write: writer(language, request),
    speak(row, column, value) {
      const names = { query: rows[row] ?? "", key: columns[column] ?? "" };
      const hidden = hides(row, column);
      if (isMask) return t(language, `common.cell.mask.${hidden ? "hidden" : "visible"}`, names);
      if (hidden) return t(language, "common.cell.hidden", names);
      return t(language, "common.cell.pair", { ...names, value });
    },
  });
}

export interface GridRequest extends PanelOptions {
  lead?: readonly number[];
  /** What the rows and the columns are, and what each of them is called. */
  down: string;
  rows: readonly string[];
  across: string;
  columns: readonly string[];
  map: ColourMap;
}

/** A matrix of any two axes. */
export function grid(language: Language, request: GridRequest): Matrix {
  const { down, rows, across, columns } = request;
  return panel(language, {
    ...request,
    tensor: request.tensor ?? request.id,
    role: request.role ?? "neutral",
    slice: request.slice ?? planeOf(request.data, request.lead),
    rowAxis: { title: `${down} ↓`, labels: [...rows] },
    columnAxis: { title: `${across} →`, labels: [...columns] },
    write: writer(language, request),
    speak(row, column, value) {
      const names = { down, row: rows[row] ?? "", across, column: columns[column] ?? "", value };
      return t(language, "common.cell.at", names);
    },
  });
}

export interface SeriesRequest extends PanelOptions {
  lead?: readonly number[];
  /** The series; one of them needs no name. */
  names?: readonly string[];
  /** The places of the x-axis and what they are. */
  places: readonly string[];
  across: string;
  chart: ChartOptions;
}

/** A row of numbers a series, drawn as a chart. */
export function series(language: Language, request: SeriesRequest): Matrix {
  const slice = request.slice ?? planeOf(request.data, request.lead);
  const { places, names = [], across } = request;
  return panel(language, {
    ...request,
    tensor: request.tensor ?? request.id,
    role: request.role ?? "neutral",
    map: "none",
    slice,
    rowAxis: { title: "", labels: [...names] },
    columnAxis: { title: across, labels: [...places] },
    chart: chart(request.chart),
    write: writer(language, request),
    speak(row, column, value) {
      const place = t(language, "common.cell.place", {
        across,
        place: places[column] ?? "",
        value,
      });
      const name = names[row];
      return name === undefined ? place : t(language, "common.labelled", { name, text: place });
    },
  });
}
