// What the tensors of a layer are called: a sublayer reads x, or its norm, and what it gives is
// added to x, or stands alone without a residual; post-norm comes after that.
import type { LayerState, Sublayer } from "./parameters.js";

export interface Stages {
  /** What the sublayer before gave. */
  x: string;
  /** What the sublayer reads: x, or its norm. */
  input: string;
  output: string;
  /** x + output, or the output where there is no residual. */
  sum: string;
  /** What the next sublayer is given: the sum, or its norm. */
  result: string;
  /** What the norm is taken of, and the normalised; none without a norm. */
  normed?: { from: string; to: string };
}

/** Names are short: they stand in formulas. */
export const scopeOf = (layer: number, sublayer: Sublayer) =>
  `L${layer + 1}.${sublayer === "attention" ? "attention" : "ffn"}.`;

export function stagesOf(state: LayerState, layer: number, sublayer: Sublayer): Stages {
  const { residual, norm, order } = state;
  const own = (name: string) => scopeOf(layer, sublayer) + name;
  const x =
    sublayer === "attention" ? streamOf(state, layer) : stagesOf(state, layer, "attention").result;
  const output = own("output");
  const sum = residual ? own("sum") : output;
  const normed = own("normed");
  const plain = { x, input: x, output, sum, result: sum };
  if (norm === "none") return plain;
  return order === "pre"
    ? { ...plain, input: normed, normed: { from: x, to: normed } }
    : { ...plain, result: normed, normed: { from: sum, to: normed } };
}

/** x before the first layer, or what a layer gives the next one. */
export const streamOf = (state: LayerState, layer: number): string =>
  layer === 0 ? "x" : stagesOf(state, layer - 1, "feed_forward").result;

/** x, then what every layer gives. */
export const streamsOf = (state: LayerState): string[] =>
  Array.from({ length: state.layers + 1 }, (_, layer) => streamOf(state, layer));
