// Steps that measure the stream x over the depth: how long it is, how alike its tokens are, and
// the gradient that comes back. Source: Dong et al. 2021 (tokens become alike without residuals).
import type { Program, Step } from "../../engine/types.js";
import { joined, step } from "../steps.js";
import { floats } from "../tensors.js";
import type { LayerState } from "./parameters.js";
import { streamsOf } from "./stages.js";

export function depthOf(state: LayerState, length: number): Required<Program> {
  return {
    inputs: {
      // With these weights the mean over all cells is that over the pairs of two tokens.
      pairs: floats([length, length], (at) =>
        at % (length + 1) === 0 ? 0 : length / (length - 1),
      ),
    },
    steps: [
      ...lengths("stream", streamsOf(state)),
      step("cosines", "cosine", { queries: "stream", keys: "stream" }),
      step("apart", "multiply", { a: "cosines", b: "pairs" }),
      step("apart.rows", "statistics", { x: "apart" }),
      step("alike", "statistics", { x: "apart.rows" }),
    ],
  };
}

/** [layers + 1, T, C], the length of every token in it, and the mean length [layers + 1]. */
export const lengths = (name: string, parts: readonly string[]): Step[] => [
  ...joined(name, parts, 0),
  step(`${name}.lengths`, "norm", { x: name }),
  step(`${name}.length`, "statistics", { x: `${name}.lengths` }),
];
