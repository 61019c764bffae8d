// The table of the figure `information`: eight counts, of which p(x, y) is made.

import { parseEdits } from "../../state/cells.js";
import type { Group, Reading, Table } from "../../state/table.js";
import { type Common, choice, parametersOf } from "../common.js";
import { readFitting } from "../program.js";

export type InformationState = Common<"information"> & {
  example: "text" | "independent" | "copy";
  /** `counts[0,1,2]=3;…` */
  edits: string;
};

export const [ROWS, COLUMNS] = [2, 4];

/** How often every text of three bits occurs: rows x₁, columns x₂x₃. */
const examples = {
  text: [4, 1, 2, 3, 1, 5, 1, 3],
  independent: [1, 2, 3, 2, 1, 2, 3, 2],
  copy: [1, 0, 0, 0, 0, 0, 0, 1],
} as const;

/** What p(x, y) is made from. */
export type Counts = Pick<InformationState, "example" | "edits">;

/** Of the example, before the reader's edits. */
export function countsOf({ example }: Counts): readonly number[] {
  return examples[example];
}

/** Their sum with the reader's edits; 1 where nothing is left, so that p is 0. */
export function totalOf(state: Counts): number {
  const counts = [...countsOf(state)];
  for (const { index, value } of parseEdits(state.edits).edits) {
    const [, row = 0, column = 0] = index;
    counts[row * COLUMNS + column] = Math.fround(value);
  }
  return counts.reduce((sum, one) => sum + one, 0) || 1;
}

/** Counts may be 0 or within these: smaller ones have no sum to divide by in float32. */
const [LEAST, MOST] = [1e-6, 1e6];

/** Only counts can be set, and none is negative. */
function readCounts(given: string): Reading {
  const inside = ([batch = 0, row = ROWS, column = COLUMNS]: readonly number[]) =>
    batch === 0 && row < ROWS && column < COLUMNS;
  return readFitting(given, "counts[0,1,2]=0, 0.000001…1,000,000", ({ tensor, index, value }) => {
    const cell = tensor === "counts" && index.length === 3 && inside(index);
    return cell && (value === 0 || (value >= LEAST && value <= MOST));
  });
}

export const informationTable: Table<InformationState> = {
  named: true,
  parameters: parametersOf(
    "information",
    [
      {
        name: "example",
        label: "information.parameter.example",
        ...choice(["text", "independent", "copy"]),
      },
      {
        name: "edits",
        label: "information.parameter.edits",
        ...{ type: "cells", default: "", longest: 2000, own: true, read: readCounts },
      },
    ],
    ["example", "edits"],
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "information", label: "information.group", parameters: ["example"] }];
}
