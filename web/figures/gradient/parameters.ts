// The table of the figure `gradient`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";
import { readEdits } from "../program.js";

/** Tokens, those of the padding included. */
export const SIZE = 5;

export type GradientState = Common<"gradient"> & {
  mask: "padding" | "none" | "causal" | "combined";
  /** Tokens before this one are real, the others padding. */
  length: number;
  seed: number;
  /** `mask[0,3]=1` */
  edits: string;
};

export const gradientTable: Table<GradientState> = {
  named: true,
  parameters: parametersOf(
    "gradient",
    [
      {
        ...{ name: "mask", label: "gradient.parameter.mask" },
        ...choice(["padding", "none", "causal", "combined"]),
      },
      { name: "length", label: "gradient.parameter.length", ...whole(3, 1, SIZE) },
      { name: "seed", label: "gradient.parameter.seed", ...whole(1, 0, 2 ** 32 - 1) },
      {
        ...{ name: "edits", label: "gradient.parameter.edits", type: "cells", default: "" },
        ...{ longest: 4000, own: true, read: readEdits },
      },
    ],
    ["mask", "length", "seed", "edits"],
  ),
};

export function groups(): readonly Group[] {
  return [
    {
      ...{ name: "gradient", label: "gradient.group" },
      parameters: ["mask", "length", "seed", "edits"],
    },
  ];
}
