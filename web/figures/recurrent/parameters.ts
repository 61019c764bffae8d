// The table of the figure `recurrent`.
import type { Group, Table } from "../../state/table.js";
import { type Common, parametersOf, whole } from "../common.js";

export type RecurrentState = Common<"recurrent"> & {
  /** ρ: U is so many times an orthogonal matrix. */
  radius: number;
  /** σ of the numbers of x. */
  deviation: number;
  /** T */
  length: number;
  /** The first seed, and how many in a row are run. */
  seed: number;
  seeds: number;
};

/** N, features of a state and of x. */
export const WIDTH = 32;

const own = ["radius", "deviation", "length", "seeds", "seed"];

export const recurrentTable: Table<RecurrentState> = {
  named: true,
  parameters: parametersOf(
    "recurrent",
    [
      {
        ...{ name: "radius", label: "recurrent.parameter.radius", type: "number" },
        ...{ default: 0.9, minimum: 0.5, maximum: 1.2 },
      },
      {
        ...{ name: "deviation", label: "recurrent.parameter.deviation", type: "number" },
        ...{ default: 1, minimum: 0.01, maximum: 2 },
      },
      { name: "length", label: "recurrent.parameter.length", ...whole(30, 3, 40) },
      { name: "seeds", label: "recurrent.parameter.seeds", ...whole(5, 1, 8) },
      // The last of the seeds, too, is one.
      { name: "seed", label: "recurrent.parameter.seed", ...whole(1, 0, 2 ** 32 - 8) },
    ],
    own,
  ),
};

export function groups(): readonly Group[] {
  return [{ name: "recurrent", label: "recurrent.group", parameters: own }];
}

/** k: as many distances as a curve needs, and the furthest. */
export function distancesOf({ length }: Pick<RecurrentState, "length">): number[] {
  const last = length - 1;
  return [...[1, 2, 3, 5, 7, 10, 14, 20, 29].filter((k) => k < last), last];
}

/** Seeds that are run: as names of what is theirs, `s7.state_3`. */
export function scopesOf({ seed, seeds }: RecurrentState): string[] {
  return Array.from({ length: seeds }, (_, at) => `s${seed + at}.`);
}
