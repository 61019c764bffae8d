// Tensors that a figure makes for its program: ids, positions, vectors that a reader can name.
import type { Tensor } from "../engine/types.js";

const count = (shape: readonly number[]) => shape.reduce((product, size) => product * size, 1);

export const integers = (shape: number[], at: (flat: number) => number): Tensor => ({
  shape,
  data: Int32Array.from({ length: count(shape) }, (_, flat) => at(flat)),
});

export const floats = (shape: number[], at: (flat: number) => number): Tensor => ({
  shape,
  data: Float32Array.from({ length: count(shape) }, (_, flat) => at(flat)),
});
