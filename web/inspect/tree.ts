// Walking an explanation: its operands in reading order, its value computed
// again, the lines it is written on, and which sums follow one pattern.

import type { CatalogueEntry, Explanation, Term } from "../engine/types.js";

/** A cell of a tensor, or of the gradient of a tensor. */
export interface Address {
  tensor: string;
  index: number[];
  gradient: boolean;
  /** Of a gradient that is a slope: the cell of `output` that is differentiated. */
  of?: number[] | undefined;
}

/** The explanation of a number, which the cell `as` only repeats. */
export type Step = Explanation & { as?: Address };

/** What the figure calls a cell that it draws: its panel, and its place there, in words. */
export interface Drawn {
  title: string;
  place: string;
  words: string[];
}

/** A tensor, and what its cells are called where the figure draws them. */
export interface Entry extends CatalogueEntry {
  drawn?(index: readonly number[]): Drawn | undefined;
}

/** What every printer needs to know. */
export interface Source {
  explanation: Step;
  catalogue: readonly Entry[];
  /** The data are exact: a number that is a fraction is written as one. */
  fractions?: boolean;
}

export function key({ gradient, tensor, index, of }: Address): string {
  return `${gradient ? "d:" : ""}${tensor}[${index.join(",")}]${of ? `@${of.join(",")}` : ""}`;
}

export function addressOf(term: Term): Address {
  const { tensor = "", index = [], gradient = false, of } = term;
  return { tensor, index, gradient, ...(of && { of }) };
}

/** Ids of the nodes under the root, parents first, each once. */
export function reached({ root, terms }: Explanation): number[] {
  const seen = new Set<number>();
  const stack = root === undefined ? [] : [root];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    stack.push(...[...(terms[id]?.children ?? [])].reverse());
  }
  return [...seen];
}

/**
 * Ids of the operands, each cell once: those of the formula in reading order,
 * then those that decide without taking part (a token id, a mask).
 */
export function operands(explanation: Explanation): number[] {
  const cells = new Map<string, number>();
  const order = [...reached(explanation), ...explanation.terms.keys()];
  for (const id of order) {
    const term = explanation.terms[id] as Term;
    if (term.kind !== "operand") continue;
    const cell = key(addressOf(term));
    if (!cells.has(cell)) cells.set(cell, id);
  }
  return [...cells.values()];
}

/** The value of every node, computed again from operands and constants. */
export function evaluate({ root, terms }: Explanation): number {
  const done = new Map<number, number>();
  const visit = (id: number): number => {
    const known = done.get(id);
    if (known !== undefined) return known;
    const term = terms[id] as Term;
    const value = apply(term, term.children.map(visit));
    done.set(id, value);
    return value;
  };
  return root === undefined ? Number.NaN : visit(root);
}

/** 2/√π·x·e^(−x²)·Σ (2x²)^n/(1·3·5 … (2n + 1)); ±1 to double precision beyond ±6. */
function erf(x: number): number {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = (2 / Math.sqrt(Math.PI)) * x * Math.exp(-x * x);
  let sum = term;
  for (let n = 3; n < 300; n += 2) {
    term *= (2 * x * x) / n;
    sum += term;
  }
  return sum;
}

function apply(term: Term, of: number[]): number {
  const [a = Number.NaN, b = Number.NaN] = of;
  switch (term.kind) {
    case "operand":
    case "constant":
      return term.value;
    case "sum":
      return of.reduce((total, value) => total + value, term.omitted?.value ?? 0);
    case "difference":
      return a - b;
    case "product":
      // In attention a factor of exactly 0 absorbs ∞ and NaN.
      if (term.value === 0 && of.includes(0)) return 0;
      return of.reduce((total, value) => total * value, 1);
    case "quotient":
      return a / b;
    case "negative":
      return -a;
    case "exponential":
      return Math.exp(a);
    case "logarithm":
      return Math.log(a);
    case "square_root":
      return Math.sqrt(a);
    case "maximum":
      return Math.max(...of);
    case "sine":
      return Math.sin(a);
    case "cosine":
      return Math.cos(a);
    case "power":
      return a ** b;
    case "hyperbolic_tangent":
      return Math.tanh(a);
    case "float32":
      return Math.fround(a);
    case "float16":
      return toHalf(a);
    case "error_function":
      return erf(a);
  }
}

/** The nearest float16, ties to even. */
function toHalf(value: number): number {
  const size = Math.abs(value);
  if (Number.isNaN(value) || size >= 65520) return value * Number.POSITIVE_INFINITY;
  const unit = 2 ** (Math.max(Math.floor(Math.log2(size)), -14) - 10);
  // Above 2^52 a number has no fraction left: the sum is rounded.
  return Math.sign(value) * unit * (size / unit + 2 ** 52 - 2 ** 52);
}

/**
 * The name of an intermediate; undefined for a remark that is no name: a slope
 * ("∂o/∂x"), a formula ("Σ = 0", "1/scale"), a rule of the mask.
 */
export function nameOf({ kind, name }: Term): string | undefined {
  if (name === undefined || name === "" || /[∂=/∞]/.test(name)) return undefined;
  return kind === "constant" && !name.includes("√") ? undefined : name;
}

/** Ids of the nodes that get a line: the root, then every named node as it appears. */
export function lines(explanation: Explanation): number[] {
  const { root, terms } = explanation;
  return reached(explanation).filter((id) => id === root || nameOf(terms[id] as Term));
}

/** The sum with most terms: its terms are the contributions that a card lists. */
export function mainSum(explanation: Explanation): number | undefined {
  let best: number | undefined;
  let most = 1;
  for (const id of reached(explanation)) {
    const term = explanation.terms[id] as Term;
    const count = term.children.length + (term.omitted?.count ?? 0);
    if (term.kind === "sum" && count > most) [best, most] = [id, count];
  }
  return best;
}

/** The operands under one term, each cell once; what has a line of its own is not looked into. */
export function under({ terms }: Explanation, id: number): Term[] {
  const found = new Map<string, Term>();
  const visit = (at: number) => {
    const term = terms[at];
    if (!term || (nameOf(term) !== undefined && at !== id)) return;
    if (term.kind === "operand") found.set(key(addressOf(term)), term);
    term.children.forEach(visit);
  };
  visit(id);
  return [...found.values()];
}

/** The operands that are no contribution to the main sum: 1/scale, a mask, a token id. */
export function beside(explanation: Explanation): Term[] {
  const { terms } = explanation;
  const sum = terms[mainSum(explanation) ?? -1]?.children ?? [];
  const listed = new Set(sum.flatMap((id) => under(explanation, id).map(same)));
  return operands(explanation)
    .map((id) => terms[id] as Term)
    .filter((term) => !listed.has(same(term)));
}

const same = (term: Term) => key(addressOf(term));

/** The terms of a sum, largest magnitude first; equal ones stay in order. */
export function contributions({ terms }: Explanation, sum: number): number[] {
  const size = (id: number) => Math.abs(terms[id]?.value ?? 0);
  return [...(terms[sum]?.children ?? [])].sort((a, b) => size(b) - size(a));
}

/** How the terms of a sum repeat: by operand of the first term, the axes that count. */
export interface Pattern {
  axes: Map<number, Set<number>>;
  /** The tensor and axis that name the counting letter. */
  tensor: string;
  axis: number;
}

/** The pattern Σ_j f(j) of a sum, when all its terms are one expression with one moving index. */
export function pattern(explanation: Explanation, sum: number): Pattern | undefined {
  const { terms } = explanation;
  const axes: Pattern["axes"] = new Map();
  let steps: string | undefined;
  let first: { tensor: string; axis: number } | undefined;
  const same = (ids: number[]): boolean => {
    const [id] = ids as [number];
    if (ids.every((other) => other === id)) return true;
    const all = ids.map((other) => terms[other] as Term);
    const [term] = all as [Term];
    if (all.some((other) => other.kind !== term.kind || other.name !== term.name)) return false;
    if (term.kind === "constant") {
      return explanation.gradient || all.every((other) => other.value === term.value);
    }
    if (term.kind !== "operand") {
      return (
        all.every((other) => other.children.length === term.children.length) &&
        term.children.every((_, place) => same(all.map((other) => other.children[place] as number)))
      );
    }
    if (all.some((o) => o.tensor !== term.tensor || o.gradient !== term.gradient)) return false;
    // Slopes run over the features of both cells at once.
    if (!explanation.gradient && term.of) return false;
    for (const axis of (term.index ?? []).keys()) {
      const moves = all.map((other) => other.index?.[axis]);
      if (moves.every((at) => at === moves[0])) continue;
      steps ??= moves.join();
      if (moves.join() !== steps) return false;
      first ??= { tensor: term.tensor ?? "", axis };
      axes.set(id, (axes.get(id) ?? new Set()).add(axis));
    }
    return true;
  };
  const children = terms[sum]?.children ?? [];
  if (children.length < 2 || !same(children) || first === undefined) return undefined;
  return { axes, ...first };
}
