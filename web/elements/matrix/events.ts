// What a matrix says, and about which cell.
import type { Matrix } from "../../scene/scene.js";
import type { Position } from "./keys.js";

/** Detail of `ch-open` and `ch-hover`: the cell of a tensor. */
export interface CellDetail {
  tensor: string;
  index: number[];
  gradient: boolean;
}

/** Detail of `ch-edit`: the cells that are set together. */
export interface EditDetail {
  tensor: string;
  index: number[];
  /** undefined: what it was before the reader set it. */
  value: number | undefined;
}

export function detailOf(matrix: Matrix, { row, column }: Position): CellDetail {
  return { tensor: matrix.tensor, index: matrix.index(row, column), gradient: matrix.gradient };
}
