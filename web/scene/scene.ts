// A scene is what a figure says, before anything is painted: panels of cells
// with their tensor, values and words. Figures make scenes; painters draw them.
// Neither knows the engine or the DOM.

import type { Language } from "../i18n/types.js";
import type { Box, Geometry } from "./geometry.js";
import type { Brush } from "./svg/brush.js";

/** Roles keep one colour everywhere, in text, formula and matrix (design 3.6). */
export type Role = "query" | "key" | "value" | "gradient" | "neutral";

export type ColourMap = "sequential" | "diverging" | "mask" | "none";

/** Bits of Matrix.flags. */
export const HIDDEN = 1; // a masked cell: hatch and −∞
export const EDITED = 2; // set by the reader
export const GREYED = 4; // a stage that no longer feeds the result

export interface AxisLabels {
  /** "query ↓", "key →" in the figure's language. */
  title: string;
  labels: string[];
  /** Indices of labels that are padding. */
  padding?: number[];
}

export interface Matrix {
  /** Unique in the scene; the painters, links and tests use it. */
  id: string;
  title: string;
  /** A fixed formula as MathML (web/formulas), and as plain text for SVG and speech. */
  formula?: string;
  formulaText?: string;
  role: Role;
  rows: number;
  columns: number;
  rowAxis: AxisLabels;
  columnAxis: AxisLabels;
  /** Row-major, rows × columns: exactly the engine's numbers. */
  values: Float32Array | Int32Array | Uint8Array;
  /** Row-major bits HIDDEN | EDITED | GREYED. */
  flags: Uint8Array;
  /** 0…255: index into the colour map. */
  colours: Uint8Array;
  map: ColourMap;
  /** Numbers at the legend's ends (and middle for diverging), taken from the data. */
  legend: { at: number; text: string }[];
  /** The engine's tensor these cells are, and the index of cell (r, c) in it. */
  tensor: string;
  gradient: boolean;
  index(row: number, column: number): number[];
  /** What is written in the cell when there is room: a fraction, a number, −∞. */
  text(row: number, column: number): string;
  /** What the table twin says, where the cell has no room for all of it. */
  full?(row: number, column: number): string;
  /** "query cat, key sat, 4/7, largest of 3" in the figure's language, for speech and hover. */
  speak(row: number, column: number): string;
  editable: boolean;
  /** Where it is editable, a pointer paints its zeros and ones; a double click or Enter opens. */
  paints?: boolean;
  /** Where it is editable, the arrows of its plane are dragged by their tips. */
  drags?: boolean;
  /** What an edit of a cell sets; without it the cell itself, undefined: it cannot be set. */
  sets?(row: number, column: number): { tensor: string; index: number[] } | undefined;
  /**
   * How much room it takes, whatever it has in cells. `tiny` is one of many alike, without the words
   * at its axes and without a legend of its own; of `medium` two stand side by side; a `wide` one
   * has a line for itself.
   */
  size?: "tiny" | "medium" | "wide";
  /** The cell kept in view from stage to stage. */
  active?: { row: number; column: number };
  /** Drawn as this chart and not as coloured cells. */
  chart?: Chart;
}

/** The cell of a tensor that an edit of this cell sets; undefined: none. */
export function settable(matrix: Matrix, row: number, column: number) {
  if (matrix.sets) return matrix.sets(row, column);
  return { tensor: matrix.tensor, index: matrix.index(row, column) };
}

/**
 * The numbers of a matrix drawn as something else: a row is a series, a column a place. Keys, words,
 * table twin and opening stay those of the matrix. A figure that draws charts brings one
 * (scene/chart.ts); the others need not load it.
 */
export interface Chart {
  /** Where everything lies; `marks` is set. With a `minimum` it may be wider than `width`. */
  place(matrix: Matrix, width: number, language: Language, minimum: number): Geometry;
  /** SVG from the plot's corner, axes and all. */
  draw(matrix: Matrix, g: Geometry, brush: Brush): string;
}

/**
 * Boxes joined by lines, each with a matrix drawn small in it; one of them is open, and the other
 * bands show what is inside. A figure that has one brings it (scene/diagram.ts).
 */
export interface Diagram {
  /** Of the whole, for speech. */
  title: string;
  /** The parameter that says which box is open. */
  parameter: string;
  boxes: readonly DiagramBox[];
  place(width: number, language: Language): DiagramGeometry;
  /** SVG from the corner of the diagram, without the heat maps where the page paints them. */
  draw(g: DiagramGeometry, brush: Brush, maps: boolean): string;
}

export interface DiagramBox {
  /** What the parameter says where this box is open. */
  id: string;
  /** A word or two, written above its matrix. */
  title: string;
  /** What it is and what it joins, in words. */
  spoken: string;
  matrix: Matrix;
  open: boolean;
}

export interface DiagramGeometry {
  width: number;
  height: number;
  /** Of every box, in their order, its place and that of its matrix. */
  boxes: readonly (Box & { map: Box })[];
}

/** Panels are laid out in bands, top to bottom; inside a band they flow and wrap. */
export interface Band {
  id: string;
  title?: string;
  /** Drawn above its panels. */
  diagram?: Diagram;
  panels: Matrix[];
  /** Sign drawn before the band's first panel or between its panels: "→", "·", "÷ √d_k". */
  joints?: string[];
}

export interface TableTwin {
  caption: string;
  columns: string[];
  rows: { head: string; cells: string[] }[];
}

export interface Scene {
  figure: string;
  language: "en" | "zh";
  title: string;
  /** One sentence: range, strongest cells, mask. Also the alternative text. */
  summary: string;
  /** Sentences under the title: what the reader must know ("untrained: the pattern means nothing yet"). */
  notes: string[];
  bands: Band[];
  tables: TableTwin[];
  /** The data are exact, so a number that is a fraction is written as one. */
  fractions: boolean;
}

/** Every matrix that is drawn, large or small. */
export function matricesOf({ bands }: Scene): Matrix[] {
  return bands.flatMap(({ diagram, panels }) => [
    ...(diagram?.boxes.map(({ matrix }) => matrix) ?? []),
    ...panels,
  ]);
}

/** The weights whose pair is kept in view, and which the guided mode asks about. */
export function weightsIn(scene: Scene | undefined): Matrix | undefined {
  return scene?.bands
    .flatMap(({ panels }) => panels)
    .find(({ tensor, gradient }) => tensor === "weights" && !gradient);
}

/** The pair that a scene keeps in view. */
export function pairIn(scene: Scene): { query: number; key: number } | undefined {
  const at = weightsIn(scene)?.active;
  return at && { query: at.row, key: at.column };
}
