// The table of the figure `stretch`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";

export type StretchState = Common<"stretch"> & {
  /** `truncated`: position interpolation with its positions cut to whole numbers, a mistake. */
  scaling: "none" | "linear" | "truncated" | "ntk" | "dynamic" | "yarn" | "llama3";
  /** L₀, and s: the new length is s·L₀. */
  trained: number;
  factor: number;
  /** Pairs of features, d/2. */
  pairs: number;
};

const scalings = ["none", "linear", "truncated", "ntk", "dynamic", "yarn", "llama3"] as const;

export const stretchTable: Table<StretchState> = {
  named: true,
  parameters: parametersOf(
    "stretch",
    [
      { name: "scaling", label: "stretch.parameter.scaling", ...choice(scalings) },
      { name: "trained", label: "stretch.parameter.trained", ...whole(4096, 16, 8192) },
      { name: "factor", label: "stretch.parameter.factor", ...whole(4, 2, 32) },
      { name: "pairs", label: "stretch.parameter.pairs", ...whole(64, 2, 128) },
    ],
    ["scaling", "trained", "factor", "pairs"],
  ),
};

export function groups(): readonly Group[] {
  return [
    {
      name: "stretch",
      label: "stretch.group",
      parameters: ["scaling", "factor", "trained", "pairs"],
    },
  ];
}
