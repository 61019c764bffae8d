// How a tensor and its cells are called: the letter, its role's colour, and the
// subscripts. Cells count from 1 in formulas, as in the chapter; tokens go by name.

import type { Axis, Explanation, Term } from "../engine/types.js";
import type { Role } from "../scene/scene.js";
import { subscript } from "../scene/text.js";
import type { Address, Entry, Pattern, Source } from "./tree.js";

export interface CellSymbol {
  letter: string;
  /** A superscript that belongs to the letter: W^Q, s′. */
  mark: string;
  subscripts: string[];
  role: Role;
  gradient: boolean;
  /** Of a slope: the cell above the line, ∂of/∂this. */
  of?: CellSymbol;
}

/** tensor: letter, mark, role; of any scope */
const LETTERS: Record<string, [string, string?, Role?]> = {
  tokens: ["t"],
  "embedding.table": ["E"],
  embeddings: ["e"],
  positions: ["p"],
  x: ["x"],
  "query.weight": ["W", "Q", "query"],
  "key.weight": ["W", "K", "key"],
  "value.weight": ["W", "V", "value"],
  query: ["q", "", "query"],
  key: ["k", "", "key"],
  value: ["v", "", "value"],
  scores: ["s"],
  scaled: ["s", "′"],
  mask: ["M"],
  masked: ["s", "″"],
  weights: ["a"],
  head_outputs: ["o"],
  output: ["o"],
  gradient_map: ["‖∂o/∂x‖", "", "gradient"],
};

const COUNTERS: Partial<Record<Axis["role"], string>> = {
  key: "j",
  query: "i",
  head: "h",
  position: "i",
};

/** Looks a name up in a table, with fewer and fewer of its leading scopes. */
export function byName<T>(table: Record<string, T>, name: string): T | undefined {
  for (let rest = name; ; rest = rest.slice(rest.indexOf(".") + 1)) {
    if (Object.hasOwn(table, rest)) return table[rest];
    if (!rest.includes(".")) return undefined;
  }
}

/** Of a tensor that shares a name with one of the layer's and is none of them: a count, a list. */
export function isOther(catalogue: Source["catalogue"], tensor: string): boolean {
  return /^(count|multiply|join_heads)$/.test(entryOf(catalogue, tensor)?.operation ?? "");
}

const letterOf = (catalogue: Source["catalogue"], tensor: string) =>
  isOther(catalogue, tensor) ? undefined : byName(LETTERS, tensor);

/** The cell as the figure calls it, where it draws it. */
export function drawn(catalogue: Source["catalogue"], { tensor, index, gradient }: Address) {
  const entry = gradient ? undefined : entryOf(catalogue, tensor);
  return entry?.name === tensor ? entry.drawn?.(index) : undefined;
}

export function entryOf(catalogue: Source["catalogue"], tensor: string): Entry | undefined {
  const find = (name: string) => catalogue.find((entry) => entry.name === name);
  // A further run (views/repeats.ts) has the same tensors.
  return find(tensor) ?? find(tensor.replace(/^run\d+\./, ""));
}

/** The token at a place of an axis, told apart from others that look the same; else the place. */
export function label(axis: Pick<Axis, "labels"> | undefined, at: number): string {
  const text = axis?.labels?.[at];
  if (text === undefined) return String(at + 1);
  const letters = [...text.trim()];
  const short = letters.length > 12 ? `${letters.slice(0, 11).join("")}…` : letters.join("") || "␣";
  const twins = axis?.labels?.filter((other) => other === text).length ?? 1;
  return twins > 1 ? `${short}${subscript(at + 1)}` : short;
}

/** Axes worth a word: a single sequence, head or feature needs none. */
export function shownAxes(axes: Axis[] | undefined, index: number[]): number[] {
  const hidden = (axis: Axis | undefined) =>
    axis !== undefined && /^(batch|head|feature)$/.test(axis.role) && axis.size < 2;
  return [...index.keys()].filter((at) => !hidden(axes?.[at]));
}

export function counter(source: Source, { tensor, axis }: Pattern): string {
  const axisRole = entryOf(source.catalogue, tensor)?.axes[axis]?.role;
  return (axisRole && COUNTERS[axisRole]) ?? "c";
}

export function symbol(
  source: Source,
  address: Address,
  moving?: { axes?: Set<number> | undefined; letter: string },
): CellSymbol {
  const { catalogue } = source;
  const { tensor, index, gradient } = address;
  const named = letterOf(catalogue, tensor);
  const words = named || moving?.axes?.size ? undefined : drawn(catalogue, address)?.words;
  const [letter, mark = "", kind = "neutral"] = named ?? [
    words?.length === 1 ? String(words) : tensor,
  ];
  const { axes } = entryOf(catalogue, tensor) ?? {};
  const subscripts = words
    ? words.slice(words.length === 1 ? 1 : 0)
    : shownAxes(axes, index).map((axis) =>
        moving?.axes?.has(axis) ? moving.letter : label(axes?.[axis], index[axis] ?? 0),
      );
  const role: Role = gradient ? "gradient" : kind;
  const cell = { letter, mark, subscripts, role, gradient };
  if (!address.of || !address.gradient) return cell;
  const of = symbol(source, { tensor: "output", index: address.of, gradient: false });
  return { ...cell, of };
}

/** Left of a formula: the letter of the layer, or what the figure calls the cell. */
export function sign(source: Source): CellSymbol {
  const { catalogue, explanation } = source;
  const own = letterOf(catalogue, explanation.tensor)
    ? explanation
    : (explanation.as ?? explanation);
  const cell = symbol(source, own);
  const shown = own.tensor === cell.letter ? drawn(catalogue, own)?.place : undefined;
  return shown ? { ...cell, letter: shown, subscripts: [] } : cell;
}

/** In a chain rule, the forward cell o whose ∂o/∂x stands beside d_o. */
export function consumer({ gradient, terms }: Explanation, product: number): Term | undefined {
  const term = terms[product];
  if (!gradient || term?.kind !== "product" || term.children.length !== 2) return undefined;
  const [o, slope] = term.children.map((id) => terms[id]);
  return o?.gradient && slope?.kind === "constant" ? o : undefined;
}
