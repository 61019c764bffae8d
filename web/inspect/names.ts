// How a tensor and its cells are called: the letter, its role's colour, and the
// subscripts. Cells count from 1 in formulas, as in the chapter; tokens go by name.

import type { Axis, CatalogueEntry, Explanation, Term } from "../engine/types.js";
import type { Role } from "../scene/scene.js";
import { subscript } from "../scene/text.js";
import type { Address, Pattern, Source } from "./tree.js";

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

/** tensor: letter, mark, role */
const LETTERS: Record<string, [string, string, Role]> = {
  tokens: ["t", "", "neutral"],
  "embedding.table": ["E", "", "neutral"],
  embeddings: ["e", "", "neutral"],
  positions: ["p", "", "neutral"],
  x: ["x", "", "neutral"],
  "query.weight": ["W", "Q", "query"],
  "key.weight": ["W", "K", "key"],
  "value.weight": ["W", "V", "value"],
  query: ["q", "", "query"],
  key: ["k", "", "key"],
  value: ["v", "", "value"],
  "heads.query": ["q", "", "query"],
  "heads.key": ["k", "", "key"],
  "heads.value": ["v", "", "value"],
  scores: ["s", "", "neutral"],
  scaled: ["s", "′", "neutral"],
  mask: ["M", "", "neutral"],
  masked: ["s", "″", "neutral"],
  weights: ["a", "", "neutral"],
  head_outputs: ["o", "", "neutral"],
  output: ["o", "", "neutral"],
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

export function entryOf(catalogue: readonly CatalogueEntry[], tensor: string) {
  const find = (name: string) => catalogue.find((entry) => entry.name === name);
  // A further run (views/repeats.ts) has the same tensors.
  return find(tensor) ?? find(tensor.replace(/^run\d+\./, ""));
}

export function role({ tensor, gradient }: Pick<Address, "tensor" | "gradient">): Role {
  return gradient ? "gradient" : (byName(LETTERS, tensor)?.[2] ?? "neutral");
}

/** The token at a place of an axis, told apart from others that look the same; else the place. */
export function label(axis: Axis | undefined, at: number): string {
  const text = axis?.labels?.[at];
  if (text === undefined) return String(at + 1);
  const letters = [...text.trim()];
  const short = letters.length > 12 ? `${letters.slice(0, 11).join("")}…` : letters.join("") || "␣";
  const twins = axis?.labels?.filter((other) => other === text).length ?? 1;
  return twins > 1 ? `${short}${subscript(at + 1)}` : short;
}

/** Axes worth a word: not the batch, and not one that has a single place for every figure. */
export function shownAxes(entry: CatalogueEntry | undefined, index: number[]): number[] {
  const hidden = (axis: Axis | undefined) =>
    axis !== undefined && (axis.role === "batch" || axis.role === "head") && axis.size < 2;
  return [...index.keys()].filter((at) => !hidden(entry?.axes[at]));
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
  const [letter, mark] = byName(LETTERS, address.tensor) ?? [address.tensor, ""];
  const entry = entryOf(source.catalogue, address.tensor);
  const subscripts = shownAxes(entry, address.index).map((axis) =>
    moving?.axes?.has(axis) ? moving.letter : label(entry?.axes[axis], address.index[axis] ?? 0),
  );
  const cell = { letter, mark, subscripts, role: role(address), gradient: address.gradient };
  if (!address.of || !address.gradient) return cell;
  const of = symbol(source, { tensor: "output", index: address.of, gradient: false });
  return { ...cell, of };
}

/** In a chain rule, the forward cell o whose ∂o/∂x stands beside d_o. */
export function consumer({ gradient, terms }: Explanation, product: number): Term | undefined {
  const term = terms[product];
  if (!gradient || term?.kind !== "product" || term.children.length !== 2) return undefined;
  const [o, slope] = term.children.map((id) => terms[id]);
  return o?.gradient && slope?.kind === "constant" ? o : undefined;
}
