// One head over the same tokens under every sharing of Q, K and V, so that choosing another one
// only shows another one. Sources: Vaswani et al. 2017, section 3.2.2; Kitaev et al. 2020 (Q = K).
import type { Program, Step, TensorInput } from "../../engine/types.js";
import { type Counted, counts, one } from "../counts.js";
import { joined, step } from "../steps.js";
import { floats, given } from "../tensors.js";
import { type ProjectionsState, SHARINGS, type Sharing, sizesOf } from "./parameters.js";

/** Draws of X over which the mean weight of a token on itself is taken; the circle is one. */
export const drawsOf = ({ example }: ProjectionsState) => (example === "random" ? 100 : 1);
/** The rank is measured of at most so many rows and columns. */
export const MEASURED = 96;

/** The projections that are there; another stands for the rest. */
const WEIGHTS: Readonly<Record<Sharing, Readonly<Record<string, string>>>> = {
  none: { query_weight: "query.weight", key_weight: "key.weight", value_weight: "value.weight" },
  key_value: { query_weight: "query.weight", key_weight: "key.weight" },
  query_key: { query_weight: "query.weight", value_weight: "value.weight" },
  all: { query_weight: "query.weight" },
  input: {},
};

export function program(state: ProjectionsState): Program {
  const { length, seed } = state;
  const { width, d_k } = sizesOf(state);
  const drawn = state.example === "random";
  const draws = drawsOf(state);
  const normal = (name: string, stream: number, shape: number[], deviation: number) =>
    step(name, "normal", {}, { shape, seed, stream, deviation });
  // √(1/d) keeps Q, K and V as large as X.
  const weight = (name: string, stream: number) =>
    normal(name, stream, [width, d_k], 1 / Math.sqrt(width));
  return {
    inputs: {
      ...one,
      nothing: given([1], [0]),
      identity: identity([length, length]),
      ones: floats([length, 1], () => 1),
      even: floats([draws, 1], () => 1 / draws),
      ...(drawn ? {} : circle(length)),
    },
    steps: [
      ...(drawn
        ? [
            normal("x", 0, [draws, length, width], 1),
            weight("query.weight", 1),
            weight("key.weight", 2),
          ]
        : []),
      weight("value.weight", 3),
      ...SHARINGS.flatMap((share) => attending(share, length)),
      ...every("asymmetry_of_scores", "scores_symmetry.asymmetry"),
      ...every("asymmetry_of_weights", "weights_symmetry.asymmetry"),
      ...joined("asymmetry", ["asymmetry_of_scores", "asymmetry_of_weights"]),
      ...every("self", "self"),
      ...spectra(Math.min(width, MEASURED)),
      ...freedom(width, d_k),
    ],
  };
}

const identity = (shape: [number, number] | [number, number, number]) =>
  floats(shape, (at) => (at % ((shape.at(-1) ?? 0) + 1) === 0 ? 1 : 0));

/**
 * Tokens on a circle: k_j at the angle 2πj/n and q_i at that of the token before, so that
 * q_i·k_j = r²·cos(2π(i − 1 − j)/n) is largest at j = i − 1. x is a row of I a token.
 */
function circle(length: number): Record<string, TensorInput> {
  const RADIUS = 3;
  const around = (behind: number) =>
    floats([length, 2], (at) => {
      const angle = (2 * Math.PI * (Math.floor(at / 2) - behind)) / length;
      return RADIUS * (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    });
  return { x: identity([1, length, length]), "query.weight": around(1), "key.weight": around(0) };
}

/** The head, how far its first draw is from symmetric, and the mean weight of a token on itself. */
function attending(share: Sharing, length: number): Step[] {
  const own = (name: string) => `${share}.${name}`;
  const first = { axis: 0, start: 0, length: 1 };
  return [
    step(own("output"), "multi_head_attention", { x: "x", ...WEIGHTS[share] }, { heads: 1, share }),
    step(own("first_scores"), "slice", { a: own("scaled") }, first),
    step(own("first_weights"), "slice", { a: own("weights") }, first),
    step(own("scores_symmetry"), "symmetry", { a: own("first_scores") }),
    step(own("weights_symmetry"), "symmetry", { a: own("first_weights") }),
    // Of every draw the trace, [B, 1, n, n] → [B, 1, n, 1] → [B, n, 1] → [n, B] → [1, B]; their mean.
    step(own("diagonals"), "multiply", { a: own("weights"), b: "identity" }),
    step(own("selves"), "matmul", { a: own("diagonals"), b: "ones" }),
    step(own("selves.draws"), "join_heads", { x: own("selves") }),
    step(own("selves.tokens"), "join_heads", { x: own("selves.draws") }),
    step(own("traces"), "matmul", { a: "ones", b: own("selves.tokens") }, { transpose_a: true }),
    step(own("trace"), "matmul", { a: own("traces"), b: "even" }),
    step(own("self"), "scale", { a: own("trace") }, { divisor: length, symbol: "n" }),
  ];
}

/** Of every sharing, one after the other. */
const every = (name: string, of: string) =>
  joined(
    name,
    SHARINGS.map((share) => `${share}.${of}`),
  );

/**
 * Singular values of W_QW_Kᵀ, and of W_QW_Qᵀ where Q = K. Ranks are measured of W_Q and W_K: in
 * W_QW_Qᵀ every σ of W_Q is squared, so that a small one is lost in rounding.
 */
function spectra(rows: number): Step[] {
  const factor = (name: string): Step[] => [
    step(`${name}.rows`, "slice", { a: name }, { axis: 0, start: 0, length: rows }),
    step(`${name}.spectrum`, "singular_values", { a: `${name}.rows` }),
  ];
  const form = (name: string, key: string): Step[] => [
    step(name, "matmul", { a: "query.weight.rows", b: `${key}.rows` }, { transpose_b: true }),
    step(`${name}.spectrum`, "singular_values", { a: name }),
  ];
  return [
    ...[...factor("query.weight"), ...factor("key.weight")],
    ...[...form("independent", "key.weight"), ...form("shared", "query.weight")],
    ...joined("spectra", ["independent.spectrum", "shared.spectrum"]),
  ];
}

/**
 * Three numbers for every sharing, 3 × 5 in a list: parameters; how many of them the pair
 * (W_QW_Kᵀ, W_V) depends on; and W_QW_Kᵀ alone. A d × d matrix of rank k has 2dk − k² degrees of
 * freedom, a symmetric one dk − k(k − 1)/2.
 */
function freedom(width: number, d_k: number): Step[] {
  const sizes = { width, latent: d_k };
  const all = {
    projection: { kind: "linear", width, hidden: d_k },
    general: { kind: "rank_freedom", hidden: width, ...sizes },
    symmetric: { kind: "symmetric_rank_freedom", ...sizes },
  } satisfies Record<string, Counted>;
  const [projection, general, symmetric] = ["projection", "general", "symmetric"].map(
    (name) => `count.${name}.list`,
  ) as [string, string, string];
  const sum = (name: string, a: string, b: string) => step(name, "add", { a, b });
  return [
    ...counts("count", all),
    sum("two", projection, projection),
    sum("three", "two", projection),
    sum("general_and_value", general, projection),
    sum("symmetric_and_value", symmetric, projection),
    ...joined("freedom", [
      ...["three", "two", "two", projection, "nothing"],
      // Where V = K the values show W_K itself, so that every number of W_Q counts too.
      ...["general_and_value", "two", "symmetric_and_value", projection, "nothing"],
      ...[general, general, symmetric, symmetric, "nothing"],
    ]),
  ];
}
