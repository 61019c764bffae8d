// The table of the figure `cost`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";

const WIDTHS = ["64", "128", "256", "512", "768", "1024", "2048", "4096", "8192"] as const;
const HEADS = ["1", "2", "4", "8", "16", "32", "64"] as const;

export type CostState = Common<"cost"> & {
  /** n, tokens. */
  length: number;
  /** d. Each number of heads divides each width. */
  d_model: (typeof WIDTHS)[number];
  heads: (typeof HEADS)[number];
  layers: number;
};

const own = ["length", "d_model", "heads", "layers"];

// 4·64·8192·65536² operations are 2⁵³: the most that is counted exactly.
export const costTable: Table<CostState> = {
  named: true,
  parameters: parametersOf(
    "cost",
    [
      { name: "length", label: "cost.parameter.length", ...whole(512, 1, 65536) },
      { name: "d_model", label: "cost.parameter.d_model", ...choice(WIDTHS), default: "512" },
      { name: "heads", label: "cost.parameter.heads", ...choice(HEADS), default: "8" },
      { name: "layers", label: "cost.parameter.layers", ...whole(1, 1, 64) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "cost", label: "cost.group", parameters: own }];
}

export const sizesOf = ({ d_model, heads, layers }: CostState) => ({
  ...{ width: Number(d_model), heads: Number(heads), layers },
});
