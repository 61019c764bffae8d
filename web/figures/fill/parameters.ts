// The table of the figure `fill`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";
import { readEdits } from "../program.js";

export const examples = ["row", "key", "xlnet", "multiply"] as const;

/** Queries and keys. */
export const SIZE = 4;

export type FillState = Common<"fill"> & {
  example: (typeof examples)[number];
  /** Of the example `key`: keys before this one are visible. */
  length: number;
  /** −1e9 is added to the score instead of taking its place. */
  added: boolean;
  /** `scores[0,1]=2;mask[1,0]=0` */
  edits: string;
};

export const fillTable: Table<FillState> = {
  named: true,
  parameters: parametersOf(
    "fill",
    [
      { name: "example", label: "fill.parameter.example", ...choice(examples) },
      { name: "length", label: "fill.parameter.length", ...whole(SIZE - 1, 0, SIZE) },
      { name: "added", label: "fill.parameter.added", type: "boolean", default: false },
      {
        ...{ name: "edits", label: "fill.parameter.edits", type: "cells", default: "" },
        ...{ longest: 4000, own: true, read: readEdits },
      },
    ],
    ["example", "length", "added", "edits"],
  ),
};

/** Only what changes a number of the example shown. */
export function groups({ example }: FillState): readonly Group[] {
  const own = [
    ...(example === "key" ? ["length"] : []),
    ...(example === "multiply" ? [] : ["added"]),
  ];
  return [{ name: "fill", label: "fill.group", parameters: ["example", ...own, "edits"] }];
}
