// A card shows one opened number and the single-input steps behind it, so that a
// weight leads at once through softmax, mask and scaling to its dot product.

import type { Explanation } from "../engine/types.js";
import { type Address, addressOf, key, operands } from "./tree.js";

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

/** The explanation of a cell and of the steps folded into its card, depth first. */
export async function unfold(address: Address, explain: Explain): Promise<Explanation[]> {
  const steps: Explanation[] = [];
  const seen = new Set<string>();
  const queue = [address];
  for (let cell = queue.shift(); cell && steps.length < MOST; cell = queue.shift()) {
    if (seen.has(key(cell))) continue;
    seen.add(key(cell));
    const step = await explain(cell);
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
