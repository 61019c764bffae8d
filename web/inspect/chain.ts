// A card shows one opened number and the single-input steps behind it, so that a
// weight leads at once through softmax, mask and scaling to its dot product.

import type { Explanation, Term } from "../engine/types.js";
import { type Address, addressOf, key, operands, type Step } from "./tree.js";

export type Explain = (address: Address, options?: { limit?: number }) => Promise<Explanation>;

/** The most steps on one card. */
const MOST = 8;

/** The cells that the same card goes on with. */
export function next(explanation: Explanation): Address[] {
  const { terms } = explanation;
  const cells = operands(explanation).map((id) => addressOf(terms[id] as (typeof terms)[number]));
  if (terms.some(({ kind }) => kind === "exponential")) {
    return cells.filter((cell) => cell.index.join() === explanation.index.join());
  }
  const grow = terms.some(
    ({ kind, children }) =>
      kind === "product" && children.filter((id) => terms[id]?.kind === "operand").length > 1,
  );
  if (cells.length > 2 || grow) return [];
  const others = cells.filter(({ tensor }) => !tensor.endsWith("mask"));
  const kept = others.length > 0 ? others : cells;
  return explanation.gradient && kept.length > 1 ? [] : kept;
}

/** The cell that a joined or cut list takes its number from, or that 1·n makes a list of one. */
function repeated(explanation: Explanation): Address | undefined {
  const { root, terms, was, gradient } = explanation;
  const top = terms[root ?? -1];
  const cells = operands(explanation).map((id) => terms[id] as Term);
  if (!top || gradient || was !== undefined) return undefined;
  if (top.kind === "operand") return cells.length === 1 ? addressOf(top) : undefined;
  const number = cells.find(({ index }) => index?.length === 0);
  const others = cells.filter((cell) => cell !== number);
  const list = top.kind === "product" && number && others.length === 1 && others[0]?.value === 1;
  return list ? addressOf(number) : undefined;
}

/** The explanation of what a cell is, past those that only repeat it. */
async function original(cell: Address, explain: Explain): Promise<Step> {
  let step = await explain(cell);
  let from = repeated(step);
  if (!from) return step;
  for (; from; from = repeated(step)) step = await explain(from);
  return { ...step, as: cell };
}

/** The explanation of a cell and of the steps folded into its card, depth first. */
export async function unfold(address: Address, explain: Explain): Promise<Step[]> {
  const steps: Step[] = [];
  const seen = new Set<string>();
  const queue = [address];
  for (let cell = queue.shift(); cell && steps.length < MOST; cell = queue.shift()) {
    if (seen.has(key(cell))) continue;
    seen.add(key(cell));
    const step = await original(cell, explain);
    if (steps.length > 0 && key(step) !== key(cell)) {
      if (seen.has(key(step))) continue;
      seen.add(key(step));
    }
    steps.push(step);
    queue.unshift(...next(step));
  }
  return steps;
}

/** The token ids that the steps rest on. */
export function tokens(steps: Explanation[]): { index: number[]; tensor: string; id: number }[] {
  const found = new Map<string, { index: number[]; tensor: string; id: number }>();
  for (const { terms, tensor, index, value, gradient } of steps) {
    const cells = terms.map((term) => ({ ...addressOf(term), value: term.value }));
    for (const cell of [...cells, { tensor, index, value, gradient }]) {
      if (!/(^|\.)tokens$/.test(cell.tensor) || cell.gradient) continue;
      found.set(key(cell), { tensor: cell.tensor, index: cell.index, id: cell.value });
    }
  }
  return [...found.values()];
}
