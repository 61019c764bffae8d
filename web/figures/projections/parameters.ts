// The table of the figure `projections`.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";
import { readEdits } from "../program.js";

/** Which of Q, K and V are one; `input`: no projection, all three are X. */
export const SHARINGS = ["none", "key_value", "query_key", "all", "input"] as const;
export type Sharing = (typeof SHARINGS)[number];

export type ProjectionsState = Common<"projections"> & {
  share: Sharing;
  /** Tokens drawn at random, or a head that finds the token before, all the way round. */
  example: "random" | "previous";
  /** n */
  length: number;
  /** d, of X. */
  width: "16" | "64" | "512";
  d_k: number;
  seed: number;
  edits: string;
};

const own = ["share", "example", "length", "width", "d_k", "seed", "edits"];

export const projectionsTable: Table<ProjectionsState> = {
  named: true,
  parameters: parametersOf(
    "projections",
    [
      { name: "share", label: "projections.parameter.share", ...choice(SHARINGS) },
      {
        name: "example",
        label: "projections.parameter.example",
        ...choice(["random", "previous"]),
      },
      { name: "length", label: "projections.parameter.length", ...whole(8, 3, 12) },
      { name: "width", label: "projections.parameter.width", ...choice(["16", "64", "512"]) },
      { name: "d_k", label: "projections.parameter.d_k", ...whole(4, 1, 64) },
      { name: "seed", label: "projections.parameter.seed", ...whole(1, 0, 9999) },
      {
        name: "edits",
        label: "projections.parameter.edits",
        ...{ type: "cells", default: "", longest: 20_000, own: true, read: readEdits },
      },
    ],
    own,
  ),
  settle(state) {
    return { state: { ...state, d_k: Math.min(state.d_k, Number(state.width)) }, ignored: [] };
  },
};

/** d and d_k that the state asks for, or the example has. */
export function sizesOf({ example, length, width, d_k }: ProjectionsState) {
  return example === "previous" ? { width: length, d_k: 2 } : { width: Number(width), d_k };
}

/** Q = K, so that score_ij = score_ji. */
export const isSymmetric = (share: Sharing) => share !== "none" && share !== "key_value";

export function groups(): readonly Group[] {
  const parameters = own.filter((name) => name !== "edits");
  return [{ name: "projections", label: "projections.group", parameters }];
}

export function looks({ example, width }: ProjectionsState): Record<string, Look> {
  const fixed = { disabled: true };
  return example === "previous"
    ? { width: fixed, d_k: fixed }
    : { d_k: { maximum: Math.min(64, Number(width)) } };
}
