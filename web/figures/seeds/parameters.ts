// The table of the figure `seeds`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";

export type SeedsState = Common<"seeds"> & {
  /** The seed whose weights are shown. */
  seed: number;
  /** Seeds 0 … seeds − 1 are run. */
  seeds: number;
  /** What the bound 1/√d of the initial weights is divided by; 1: that of nn.Linear. */
  smaller: "1" | "2" | "4" | "8";
};

const own = ["smaller", "seed", "seeds"];
const MOST = 2000;

export const seedsTable: Table<SeedsState> = {
  named: true,
  parameters: parametersOf(
    "seeds",
    [
      { name: "smaller", label: "seeds.parameter.smaller", ...choice(["1", "2", "4", "8"]) },
      { name: "seed", label: "seeds.parameter.seed", ...whole(0, 0, MOST - 1) },
      { name: "seeds", label: "seeds.parameter.seeds", ...whole(MOST, 1, MOST) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "seeds", label: "seeds.group", parameters: own }];
}
