// One query over a few keys in the plane: lengths and angles, scores, weights, and the mean of the
// values. Source: Vaswani et al. 2017, equation 1.
import type { Program } from "../../engine/types.js";
import { joined, step } from "../steps.js";
import { given } from "../tensors.js";
import { placesOf, type VectorsState } from "./parameters.js";

/** Rows of the table: ‖k‖, cos θ, q·k, q·k/√d_k, weight. */
export const MEASURES = ["lengths", "cosine", "scores", "scaled", "weights"] as const;

export function program(state: VectorsState): Program {
  const { q, k, v } = placesOf(state);
  return {
    inputs: {
      q: given([1, 1, 1, 2], q),
      k: given([1, 1, k.length, 2], k.flat()),
      v: given([1, 1, v.length, 2], v.flat()),
      one: given([1, 1, 1, 1], [1]),
    },
    steps: [
      step("scores", "scores", { q: "q", k: "k" }),
      step("scaled", "scale", { a: "scores" }, { divisor: Math.SQRT2, symbol: "√d_k" }),
      step("weights", "softmax", { a: "scaled" }),
      step("output", "weighted_sum", { weights: "weights", v: "v" }),
      step("cosine", "cosine", { queries: "q", keys: "k" }),
      step("query_length", "norm", { x: "q" }, { keep_axis: true }),
      step("key_lengths", "norm", { x: "k" }, { keep_axis: true }),
      // A column as a row.
      step("lengths", "matmul", { a: "one", b: "key_lengths" }, { transpose_b: true }),
      ...joined("measures", MEASURES, -2),
      ...joined("contest", ["cosine", "weights"], -2),
      ...joined("asked", ["q", "k"], -2),
      ...joined("answered", ["v", "output"], -2),
    ],
  };
}
