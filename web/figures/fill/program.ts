// Scores and a mask, then the weights under every policy and their row sums.
import type { Program, Step } from "../../engine/types.js";
import { joined } from "../steps.js";
import { given } from "../tensors.js";
import { type FillState, SIZE } from "./parameters.js";

/** One policy in one precision: its tensor, and how the operation is called for it. */
export interface Policy {
  tensor: string;
  fill: "zero" | "negative-infinity" | "minus-1e9" | "add-minus-1e9" | "multiply-after-softmax";
  precision: "float32" | "float16";
}

/** The policies that stand side by side, those of a precision in one list. */
export function policies({ example, added }: FillState): Policy[][] {
  const single = "float32";
  if (example === "multiply") {
    return [
      [
        { tensor: "weights", fill: "zero", precision: single },
        { tensor: "multiplied", fill: "multiply-after-softmax", precision: single },
      ],
    ];
  }
  const large = added ? "add-minus-1e9" : "minus-1e9";
  return ([single, "float16"] as const).map((precision) => {
    const half = precision === "float16" ? "half." : "";
    return [
      { tensor: `${half}infinity`, fill: "negative-infinity", precision },
      { tensor: `${half}large`, fill: large, precision },
      { tensor: `${half}weights`, fill: "zero", precision },
    ];
  });
}

/** The row sums of a list of policies: a row a query, a column a policy. */
export const sumsOf = ([first]: readonly Policy[]) =>
  first?.precision === "float16" ? "half.sums" : "sums";

// biome-ignore format: a row a query
const SCORES = [
  1.2, -0.5, 0.8, 1.1,
  0.3, 1.4, -0.2, 0.6,
  -0.7, 0.5, 1.6, 0.2,
  0.9, -0.1, 0.4, 1.3,
];

// biome-ignore format: the chapter's rows, the last of them wrong
const PRINTED = [
  0, 0, 1, 0,
  1, 0, 1, 1,
  0, 0, 0, 0,
  0, 0, 1, 1,
];

/** Token 3 comes first, then 1, 4, 2: the place of every token in that order. */
const PLACES = [1, 3, 0, 2];

function mask({ example, length }: FillState): Step {
  const size = { queries: SIZE, keys: SIZE };
  const step = { name: "mask", operation: "mask" };
  switch (example) {
    case "xlnet":
      return {
        ...step,
        inputs: { order: "order" },
        attributes: { kind: "permutation", stream: "query" },
      };
    case "row":
      // Causal, and the first token is padding: the first query sees nothing.
      return { ...step, attributes: { kind: "combined", ...size, length: SIZE, start: 1 } };
    case "key":
      return { ...step, attributes: { kind: "padding", ...size, length } };
    case "multiply":
      return { ...step, attributes: { kind: "causal", ...size } };
  }
}

function sums(list: readonly Policy[]): Step[] {
  const named = (tensor: string) => `${tensor}.sum`;
  const each = list.map(({ tensor }) => ({
    ...{ name: named(tensor), operation: "matmul" },
    inputs: { a: tensor, b: "ones" },
  }));
  const names = list.map(({ tensor }) => named(tensor));
  return [...each, ...joined(sumsOf(list), names)];
}

export function program(state: FillState): Program {
  const lists = policies(state);
  return {
    inputs: {
      scores: given([SIZE, SIZE], SCORES),
      ones: given([SIZE, 1], Array(SIZE).fill(1)),
      ...(state.example === "xlnet" && {
        order: { shape: [SIZE], dtype: "i32", data: PLACES },
        printed: { shape: [SIZE, SIZE], dtype: "u8", data: PRINTED },
      }),
    },
    steps: [
      mask(state),
      ...lists.flat().map(({ tensor, fill, precision }) => ({
        ...{ name: tensor, operation: "masked_softmax" },
        ...{ inputs: { scores: "scores", mask: "mask" }, attributes: { fill, precision } },
      })),
      ...lists.flatMap(sums),
    ],
  };
}

export function drawn(state: FillState): string[] {
  const lists = policies(state);
  return [
    ...["scores", "mask", ...(state.example === "xlnet" ? ["printed"] : [])],
    ...lists.flat().map(({ tensor }) => tensor),
    ...lists.map(sumsOf),
  ];
}
