// The table of the figure `sharing`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";

/** H, and the numbers of key/value heads that divide it: MHA, GQA twice, MQA. */
export const HEADS = 8;
export const SIZES = ["8", "4", "2", "1"] as const;

export type SharingState = Common<"sharing"> & {
  /** G. */
  kv_heads: (typeof SIZES)[number];
  /** The query head shown, from 0. */
  head: number;
  /** T. */
  length: number;
  /** D; the layer is 8·D wide. */
  head_width: number;
  seed: number;
};

const own = ["kv_heads", "head", "length", "head_width", "seed"];

export const sharingTable: Table<SharingState> = {
  named: true,
  parameters: parametersOf(
    "sharing",
    [
      {
        ...{ name: "kv_heads", label: "sharing.parameter.kv_heads" },
        ...choice(SIZES),
        default: "4",
      },
      { name: "head", label: "sharing.parameter.head", ...nth(0, HEADS - 1) },
      { name: "length", label: "sharing.parameter.length", ...whole(6, 2, 12) },
      { name: "head_width", label: "sharing.parameter.head_width", ...whole(8, 2, 64) },
      { name: "seed", label: "sharing.parameter.seed", ...whole(1, 0, 9999) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "sharing", label: "sharing.group", parameters: own }];
}
