// Which cells of the panels take part in an opened number.
import type { Explanation } from "../../engine/types.js";
import { type Address, addressOf, operands } from "../../inspect/tree.js";
import type { Matrix } from "../../scene/scene.js";

export interface Position {
  row: number;
  column: number;
}

/** Every cell that the steps of an explanation read. */
export function operandsOf(steps: readonly Explanation[]): Address[] {
  return steps.flatMap((step) =>
    operands(step).flatMap((id) => {
      const term = step.terms[id];
      return term ? [addressOf(term)] : [];
    }),
  );
}

/** Where an address lies in a panel, if it does. */
export function positionIn(matrix: Matrix, address: Address): Position | undefined {
  if (matrix.tensor !== address.tensor || matrix.gradient !== address.gradient) return undefined;
  const origin = matrix.index(0, 0);
  if (origin.length !== address.index.length || matrix.rows * matrix.columns === 0)
    return undefined;
  const column = matrix.columns === 1 ? 0 : offset(address.index, origin, 1);
  const row = offset(address.index, origin, matrix.columns === 1 && origin.length < 3 ? 1 : 2);
  if (row < 0 || row >= matrix.rows || column < 0 || column >= matrix.columns) return undefined;
  return matrix.index(row, column).join() === address.index.join() ? { row, column } : undefined;
}

function offset(index: readonly number[], origin: readonly number[], fromEnd: number): number {
  return (index.at(-fromEnd) ?? 0) - (origin.at(-fromEnd) ?? 0);
}
