// Tensors that a figure makes for its program: ids, positions, vectors that a reader can name.
import type { Tensor } from "../engine/types.js";

const count = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

export const integers = (shape: number[], at: (flat: number) => number): Tensor => ({
  shape,
  data: Int32Array.from({ length: count(shape) }, (_, flat) => at(flat)),
});

/** Numbers as they are written down, row by row. */
export const given = (shape: number[], data: readonly number[]): Tensor => ({
  shape,
  data: Float32Array.from(data),
});

export const floats = (shape: number[], at: (flat: number) => number): Tensor => ({
  shape,
  data: Float32Array.from({ length: count(shape) }, (_, flat) => at(flat)),
});
