// The grammar of cells in links: `weights[0,0,1,2]`, `d:weights[0,0,1,2]` for a
// gradient, `d:x[0,2,0]@output[0,1,3]` for the slope of one output cell, and
// `scores[0,0,1,2]=3.5;mask[0,0,0,1]=0` for edits.
import { number } from "./text.js";

export interface Cell {
  readonly tensor: string;
  /** True for the gradient of `tensor`. */
  readonly gradient: boolean;
  readonly index: readonly number[];
  /** Of a gradient: the cell of `output` that is differentiated, instead of the figure's target. */
  readonly of?: readonly number[];
}

export interface Edit {
  readonly tensor: string;
  readonly index: readonly number[];
  readonly value: number;
}

/** A link holds at most this many edited cells. */
export const MOST_EDITS = 1024;

const cellPattern =
  /^(d:)?([A-Za-z]\w*(?:\.\w+)*)\[((?:\d{1,6}(?:,\d{1,6}){0,5})?)\](?:@output\[(\d{1,6}(?:,\d{1,6}){2})\])?$/;

export function parseCell(text: string): Cell | undefined {
  const match = cellPattern.exec(text.replaceAll(" ", ""));
  if (match === null) return undefined;
  const [, gradient, tensor = "", index = "", of] = match;
  if (of !== undefined && gradient === undefined) return undefined;
  const cell = { tensor, gradient: gradient !== undefined, index: placesOf(index) };
  return of === undefined ? cell : { ...cell, of: placesOf(of) };
}

/** A tensor that is a single number has no axes, and its cell no places: `count[]`. */
const placesOf = (text: string) => (text === "" ? [] : text.split(",").map(Number));

export function formatCell(cell: Cell): string {
  const of = cell.of ? `@output[${cell.of.join(",")}]` : "";
  return `${cell.gradient ? "d:" : ""}${cell.tensor}[${cell.index.join(",")}]${of}`;
}

/** The edits of a text and its first parts that are none (at most four). A cell given twice keeps the last. */
export function parseEdits(text: string): { edits: Edit[]; wrong: string[] } {
  const edits = new Map<string, Edit>();
  const wrong: string[] = [];
  for (const part of text.split(";")) {
    if (part.trim() === "") continue;
    const equals = part.indexOf("=");
    const cell = equals < 0 ? undefined : parseCell(part.slice(0, equals));
    const value = equals < 0 ? undefined : number(part.slice(equals + 1).trim());
    if (cell === undefined || cell.gradient || value === undefined || edits.size >= MOST_EDITS) {
      if (wrong.length < 4) wrong.push(part.trim());
      continue;
    }
    edits.set(formatCell(cell), { tensor: cell.tensor, index: cell.index, value });
  }
  return { edits: [...edits.values()], wrong };
}

export function formatEdits(edits: readonly Edit[]): string {
  return edits.map((edit) => `${formatCell({ ...edit, gradient: false })}=${edit.value}`).join(";");
}

/** The same place: an index may be written with or without leading zeros of its own. */
function same(a: readonly number[], b: readonly number[]): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const extra = long.length - short.length;
  return long.every((place, at) => place === (at < extra ? 0 : short[at - extra]));
}

/** `edits` with one cell set, or taken back when `value` is undefined. */
export function withEdit(
  edits: string,
  tensor: string,
  index: readonly number[],
  value: number | undefined,
): string {
  const others = parseEdits(edits).edits.filter(
    (edit) => edit.tensor !== tensor || !same(edit.index, index),
  );
  return formatEdits(value === undefined ? others : [...others, { tensor, index, value }]);
}
