// Matrices whose rank the chapter speaks of, and the counterexample to its bound.
import type { Tensor } from "../../engine/types.js";
import { given } from "../tensors.js";

/** Weights A, rows of queries: its 4 × 4 example and two heads over three tokens. */
export const matrices = {
  matrix: [
    [0.7, 0.2, 0.05, 0.05],
    [0.1, 0.8, 0.05, 0.05],
    [0.1, 0.1, 0.7, 0.1],
    [0.1, 0.1, 0.1, 0.7],
  ],
  "head-1": [
    [0.1, 0.8, 0.1],
    [0.4, 0.1, 0.5],
    [0.1, 0.8, 0.1],
  ],
  "head-2": [
    [0.2, 0.1, 0.7],
    [0.3, 0.4, 0.3],
    [0.7, 0.1, 0.2],
  ],
} as const;

/** [1, 1, rows, columns] */
export function matrix(rows: readonly (readonly number[])[]): Tensor {
  return given([1, 1, rows.length, rows[0]?.length ?? 0], rows.flat());
}

/** d_k = 1 and yet A = [[1,1,1]/3, [1,2,4]/7, [1,3,9]/13], whose determinant is 2/273. */
export const counterexample = {
  q: matrix([[0], [Math.log(2)], [Math.log(3)]]),
  k: matrix([[0], [1], [2]]),
};
