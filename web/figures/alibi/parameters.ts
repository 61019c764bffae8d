// The table of the figure `alibi`.
import type { Group, Table } from "../../state/table.js";
import { type Common, nth, parametersOf, whole } from "../common.js";

export type AlibiState = Common<"alibi"> & {
  heads: number;
  /** The head shown, from 0. */
  head: number;
  /** Queries and keys. */
  length: number;
  /** The wrong sign: distance is rewarded. */
  reversed: boolean;
};

export const alibiTable: Table<AlibiState> = {
  named: true,
  parameters: parametersOf(
    "alibi",
    [
      { name: "heads", label: "alibi.parameter.heads", ...whole(8, 1, 16) },
      { name: "head", label: "alibi.parameter.head", ...nth(0, 15) },
      { name: "length", label: "alibi.parameter.length", ...whole(8, 1, 32) },
      { name: "reversed", label: "alibi.parameter.reversed", type: "boolean", default: false },
    ],
    ["heads", "head", "length", "reversed"],
  ),
  settle(state) {
    return { state: { ...state, head: Math.min(state.head, state.heads - 1) }, ignored: [] };
  },
};

export function groups(): readonly Group[] {
  return [
    {
      name: "alibi",
      label: "alibi.group",
      parameters: ["head", "heads", "length", "reversed"],
    },
  ];
}
