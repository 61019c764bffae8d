// The run of the figure `rank`: one attention, and the singular values of what it makes.
import type { Program, Step } from "../../engine/types.js";
import { counterexample, matrices, matrix } from "./examples.js";
import { type RankState, type Sizes, sizesOf } from "./parameters.js";

/** Whether the spectrum of ln A is drawn: hidden keys have no logarithm. */
export function hasLogarithm(state: RankState): boolean {
  return sizesOf(state).d_k !== undefined && state.mask === "none";
}

export function program(state: RankState): Program {
  const { example, seed } = state;
  const sizes = sizesOf(state);
  const { heads, length, d_v } = sizes;
  const values = normal("v", [1, heads, length, d_v], seed, 2);
  if (example === "random" || example === "code") {
    const shape = [1, heads, length, sizes.d_k ?? 1];
    const steps = [normal("q", shape, seed, 0), normal("k", shape, seed, 1), values];
    return { steps: [...steps, ...attending(state, sizes), ...measured(state)] };
  }
  if (example === "counterexample") {
    const steps = [values, ...attending(state, sizes), ...measured(state)];
    return { inputs: counterexample, steps };
  }
  return { inputs: { weights: matrix(matrices[example]) }, steps: [values, ...measured(state)] };
}

function normal(name: string, shape: number[], seed: number, stream: number): Step {
  return { name, operation: "normal", attributes: { shape, seed, stream } };
}

/** A = softmax(QKᵀ/(√d_k·τ)) of every head. */
function attending({ temperature, mask }: RankState, { length, d_k = 1 }: Sizes): Step[] {
  const size = { queries: length, keys: length };
  const divisor = Math.sqrt(d_k) * temperature;
  return [
    { name: "scores", operation: "scores", inputs: { q: "q", k: "k" } },
    {
      name: "scaled",
      operation: "scale",
      inputs: { a: "scores" },
      attributes: { divisor, symbol: temperature === 1 ? "√d_k" : "√d_k·τ" },
    },
    { name: "mask", operation: "mask", attributes: { kind: mask, ...size } },
    { name: "masked", operation: "apply_mask", inputs: { a: "scaled", visible: "mask" } },
    { name: "weights", operation: "softmax", inputs: { a: "masked" } },
  ];
}

/** Singular values of the head shown, of every head's A·V, and of all of them side by side. */
function measured(state: RankState): Step[] {
  const threshold = Number(state.threshold);
  const spectrum = (name: string, a: string): Step => ({
    ...{ name, operation: "singular_values", inputs: { a }, attributes: { threshold } },
  });
  const output = { weights: "weights", v: "v" };
  return [
    ...shown(state),
    spectrum("spectra", "matrices"),
    { name: "output", operation: "weighted_sum", inputs: output },
    spectrum("output_spectra", "output"),
    { name: "joined", operation: "join_heads", inputs: { x: "output" } },
    spectrum("joined_spectrum", "joined"),
  ];
}

/** The matrices of the head shown, one after another: [1, 1…3, n, n]. */
function shown(state: RankState): Step[] {
  const attributes = { axis: 1, start: state.head, length: 1 };
  const slice = (name: string, a: string): Step => ({
    ...{ name, operation: "slice", inputs: { a }, attributes },
  });
  if (sizesOf(state).d_k === undefined) return [slice("matrices", "weights")];
  const join = (name: string, a: string, b: string): Step => ({
    ...{ name, operation: "concatenate", inputs: { a, b }, attributes: { axis: 1 } },
  });
  const pair = [slice("head_scores", "scores"), slice("head_weights", "weights")];
  if (!hasLogarithm(state)) return [...pair, join("matrices", "head_scores", "head_weights")];
  return [
    ...pair,
    slice("head_scaled", "scaled"),
    { name: "logarithm", operation: "log_softmax", inputs: { a: "head_scaled" } },
    join("of_scores", "head_scores", "logarithm"),
    join("matrices", "of_scores", "head_weights"),
  ];
}
