// What an opened number needs: its card, and the cells that take part in it.
import "../inspector.js";
import type { Explanation } from "../../engine/types.js";
import { type Address, addressOf, operands } from "../../inspect/tree.js";

export { unfold } from "../../inspect/chain.js";
export { drawn } from "./drawn.js";
export { fly, reveal } from "./flight.js";

/** Every cell that the steps of an explanation read. */
export function operandsOf(steps: readonly Explanation[]): Address[] {
  return steps.flatMap((step) =>
    operands(step).flatMap((id) => {
      const term = step.terms[id];
      return term ? [addressOf(term)] : [];
    }),
  );
}
