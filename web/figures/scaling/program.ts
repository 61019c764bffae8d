// Random queries and keys at every d_k: how far q·k spreads, and what is left of the gradient of
// softmax with and without √d_k. Source: Vaswani et al. 2017, section 3.2.1, footnote 4.
import type { Program, Step } from "../../engine/types.js";
import { joined, step } from "../steps.js";
import { given } from "../tensors.js";
import { type ScalingState, WIDTHS } from "./parameters.js";

/** Queries; so many of them share their keys. */
export const [QUERIES, SHARED] = [512, 64];
const LARGEST = Number(WIDTHS.at(-1));

/** The vectors of a smaller d_k are the first features of the larger ones. */
export function program({ keys, seed }: ScalingState): Program {
  const normal = (name: string, stream: number, shape: number[]) =>
    step(name, "normal", {}, { shape, seed, stream });
  const every = (name: string, of: string) =>
    joined(
      name,
      WIDTHS.map((width) => `d${width}.${of}`),
    );
  return {
    inputs: { width: given([1, WIDTHS.length], WIDTHS.map(Number)), one: given([1, 1], [1]) },
    steps: [
      // A query a head, and a head of keys for many of them: every row of scores is a head's.
      normal("q", 0, [1, QUERIES, 1, LARGEST]),
      normal("k", 1, [1, QUERIES / SHARED, keys, LARGEST]),
      ...WIDTHS.flatMap((width) => atWidth(Number(width))),
      ...every("variance", "products.variance"),
      ...joined("independent", ["variance", "width"], 0),
      ...every("same_variance", "squares.variance"),
      ...every("same_mean", "squares"),
      ...joined("same", ["same_variance", "same_mean"], 0),
      ...every("mean_of_raw", "raw.mean"),
      ...every("mean_of_scaled", "scaled.mean"),
      ...joined("gradients", ["mean_of_raw", "mean_of_scaled"], 0),
    ],
  };
}

function atWidth(width: number): Step[] {
  const own = (name: string) => `d${width}.${name}`;
  const features = { axis: -1, start: 0, length: width };
  const root = { divisor: Math.sqrt(width), symbol: "√d_k" };
  return [
    step(own("q"), "slice", { a: "q" }, features),
    step(own("k"), "slice", { a: "k" }, features),
    // [1, Q, 1, n] → [1, 1, Q·n]
    step(own("scores"), "scores", { q: own("q"), k: own("k") }),
    step(own("all_scores"), "join_heads", { x: own("scores") }),
    step(own("products"), "statistics", { x: own("all_scores") }),
    // q·q of every query: [1, Q, 1, 1] → [1, 1, Q]
    step(own("own_scores"), "scores", { q: own("q"), k: own("q") }),
    step(own("all_own_scores"), "join_heads", { x: own("own_scores") }),
    step(own("squares"), "statistics", { x: own("all_own_scores") }),
    step(own("divided"), "scale", { a: own("scores") }, root),
    ...gradient(own("raw"), own("scores")),
    ...gradient(own("scaled"), own("divided")),
  ];
}

/** ‖∂softmax/∂scores‖ of every query, [1, Q, 1] → [Q, 1] → [1, Q], and its mean. */
function gradient(name: string, scores: string): Step[] {
  const own = (part: string) => `${name}.${part}`;
  return [
    step(own("weights"), "softmax", { a: scores }),
    step(own("norm"), "softmax_jacobian", { weights: own("weights") }),
    step(own("column"), "join_heads", { x: own("norm") }),
    step(own("row"), "matmul", { a: "one", b: own("column") }, { transpose_b: true }),
    step(own("stats"), "statistics", { x: own("row") }),
    step(own("mean"), "multiply", { a: "one", b: own("stats") }),
  ];
}
