// The table of the figure `rank`, and the sizes of its examples.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";
import { readFitting } from "../program.js";
import { matrices } from "./examples.js";

export type RankState = Common<"rank"> & {
  example: "random" | "counterexample" | "matrix" | "head-1" | "head-2" | "code";
  /** n, queries and keys. */
  length: number;
  d_k: number;
  d_v: number;
  heads: number;
  /** The head shown, from 0. */
  head: number;
  /** Divides the scores on top of √d_k. */
  temperature: number;
  /** A singular value counts above this share of the largest one. */
  threshold: (typeof thresholds)[number];
  seed: number;
  mask: "none" | "causal";
  edits: string;
};

const thresholds = ["1e-5", "1e-2", "1e-3", "1e-4", "1e-6", "1e-7"] as const;

/** Far larger than what is drawn, and nothing overflows. */
const FARTHEST = 1e6;
const readCells = (given: string) =>
  readFitting(
    given,
    `scores, weights[0,0,1,0]=−${FARTHEST}…${FARTHEST}`,
    ({ value }) => Math.abs(value) <= FARTHEST,
  );

const own: readonly (keyof RankState & string)[] = [
  ...(["example", "length", "d_k", "d_v", "heads", "head"] as const),
  ...(["temperature", "threshold", "seed", "mask", "edits"] as const),
];

export const rankTable: Table<RankState> = {
  named: true,
  parameters: parametersOf(
    "rank",
    [
      {
        name: "example",
        label: "rank.parameter.example",
        ...choice(["random", "counterexample", "matrix", "head-1", "head-2", "code"]),
      },
      { name: "length", label: "rank.parameter.length", ...whole(8, 1, 128) },
      { name: "d_k", label: "rank.parameter.d_k", ...whole(2, 1, 64) },
      { name: "d_v", label: "rank.parameter.d_v", ...whole(4, 1, 64) },
      { name: "heads", label: "rank.parameter.heads", ...whole(1, 1, 8) },
      { name: "head", label: "rank.parameter.head", ...nth(0, 7) },
      {
        name: "temperature",
        label: "rank.parameter.temperature",
        ...{ type: "number", default: 1, minimum: 0.1, maximum: 10 },
      },
      { name: "threshold", label: "rank.parameter.threshold", ...choice(thresholds) },
      { name: "seed", label: "rank.parameter.seed", ...whole(1, 0, 4294967295) },
      { name: "mask", label: "rank.parameter.mask", ...choice(["none", "causal"]) },
      {
        name: "edits",
        label: "rank.parameter.edits",
        ...{ type: "cells", default: "", longest: 20_000, own: true, read: readCells },
      },
    ],
    own,
  ),
  settle(state) {
    return {
      state: { ...state, head: Math.min(state.head, sizesOf(state).heads - 1) },
      ignored: [],
    };
  },
};

export interface Sizes {
  /** n */
  length: number;
  /** Undefined where A is given as it is. */
  d_k: number | undefined;
  d_v: number;
  heads: number;
}

/** What the state asks for, or the example has. */
export function sizesOf({ example, length, d_k, d_v, heads }: RankState): Sizes {
  if (example === "random") return { length, d_k, d_v, heads };
  if (example === "code") return { length: 128, d_k: 64, d_v: 64, heads };
  if (example === "counterexample") return { length: 3, d_k: 1, d_v, heads: 1 };
  return { length: matrices[example].length, d_k: undefined, d_v, heads: 1 };
}

/** Only what the example leaves open. */
export function groups(state: RankState): readonly Group[] {
  const { example } = state;
  const fixed = [
    ...["edits", ...(example === "random" ? [] : ["length", "d_k"])],
    ...(example === "code" ? ["d_v"] : example === "random" ? [] : ["heads", "head"]),
    ...(sizesOf(state).d_k === undefined ? ["temperature", "mask"] : []),
  ];
  const parameters = own.filter((name) => !fixed.includes(name));
  return [{ name: "rank", label: "rank.group", parameters }];
}

export function looks(state: RankState): Record<string, Look> {
  return { head: { maximum: sizesOf(state).heads - 1 } };
}
