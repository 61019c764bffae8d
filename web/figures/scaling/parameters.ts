// The table of the figure `scaling`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";

/** d_k at equal steps of its logarithm. */
export const WIDTHS = ["4", "8", "16", "32", "64", "128", "256", "512", "1024"] as const;

/** Gradients below it are as good as none. */
const SMALL = 1e-3;

/** How many of the norms are below it. */
export function lostOf(norms: ArrayLike<number>): number {
  return Array.from(norms).filter((norm) => norm < SMALL).length;
}

export type ScalingState = Common<"scaling"> & {
  /** d_k whose gradients are shown. */
  d_k: (typeof WIDTHS)[number];
  /** n, keys of every query. */
  keys: number;
  seed: number;
};

const own = ["d_k", "keys", "seed"];

export const scalingTable: Table<ScalingState> = {
  named: true,
  parameters: parametersOf(
    "scaling",
    [
      { name: "d_k", label: "scaling.parameter.d_k", ...choice(WIDTHS), default: "64" },
      { name: "keys", label: "scaling.parameter.keys", ...whole(64, 2, 64) },
      { name: "seed", label: "scaling.parameter.seed", ...whole(1, 0, 9999) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "scaling", label: "scaling.group", parameters: own }];
}
