// A self-attention layer, and its twin whose loss leaves the padding out: the twin has the same
// numbers and an x of its own, so that one backward pass gives both gradients.
import type { Program, Step } from "../../engine/types.js";
import { type GradientState, SIZE } from "./parameters.js";

const WIDTH = 4;

/** Draws of one seed: x, then the weights. */
const draws = { x: 0, query: 1, key: 2, value: 3 };

/** The layer named as the laboratory names it, with `prefix` before its stages. */
function layer(prefix: string, seed: number): Step[] {
  const x = `${prefix}x`;
  const projections = (["query", "key", "value"] as const).flatMap((name): Step[] => [
    {
      ...{ name: `${prefix}${name}`, operation: "linear" },
      inputs: { x, weight: `${name}.weight` },
    },
    {
      ...{ name: `${prefix}heads.${name}`, operation: "split_heads" },
      ...{ inputs: { x: `${prefix}${name}` }, attributes: { heads: 1 } },
    },
  ]);
  const [q, k, v] = ["query", "key", "value"].map((name) => `${prefix}heads.${name}`) as [
    string,
    string,
    string,
  ];
  return [
    {
      ...{ name: x, operation: "normal" },
      attributes: { shape: [1, SIZE, WIDTH], seed, stream: draws.x },
    },
    ...projections,
    {
      ...{ name: `${prefix}head_outputs`, operation: "attention" },
      inputs: { q, k, v, mask: "mask" },
    },
    {
      ...{ name: `${prefix}output`, operation: "join_heads" },
      inputs: { x: `${prefix}head_outputs` },
    },
  ];
}

export function program({ mask, length, seed }: GradientState): Program {
  const padded = mask === "padding" || mask === "combined";
  const weights = (["query", "key", "value"] as const).map((name) => ({
    ...{ name: `${name}.weight`, operation: "normal" },
    attributes: { shape: [WIDTH, WIDTH], seed, stream: draws[name], deviation: WIDTH ** -0.5 },
  }));
  return {
    steps: [
      {
        ...{ name: "mask", operation: "mask" },
        attributes: { kind: mask, queries: SIZE, keys: SIZE, ...(padded && { length }) },
      },
      ...weights,
      ...layer("", seed),
      ...layer("real.", seed),
      {
        ...{ name: "real.rows", operation: "slice", inputs: { a: "real.output" } },
        attributes: { axis: 1, start: 0, length },
      },
      {
        ...{ name: "loss", operation: "concatenate", inputs: { a: "output", b: "real.rows" } },
        attributes: { axis: 1 },
      },
    ],
  };
}
