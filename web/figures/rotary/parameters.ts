// The table of the figure `rotary`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";

export type RotaryState = Common<"rotary"> & {
  /** What is shown: q and k as hands, the two layouts, or the score by distance. */
  part: "hands" | "layouts" | "decay";
  /** One pair that makes a quarter turn a position, or eight features. */
  example: "quarter" | "eight";
  /** Positions of q and of k. */
  m: number;
  n: number;
  /** How far both are shifted. */
  shift: number;
  /** The pair shown, from 0. */
  pair: number;
  /** Pairs of features where the score is followed over long distances. */
  pairs: number;
  seed: number;
};

const parts = ["hands", "layouts", "decay"] as const;

export const rotaryTable: Table<RotaryState> = {
  named: true,
  parameters: parametersOf(
    "rotary",
    [
      { name: "part", label: "rotary.parameter.part", ...choice(parts) },
      { name: "example", label: "rotary.parameter.example", ...choice(["quarter", "eight"]) },
      { name: "m", label: "rotary.parameter.m", ...whole(1, 0, 32) },
      { name: "n", label: "rotary.parameter.n", ...whole(0, 0, 32) },
      { name: "shift", label: "rotary.parameter.shift", ...whole(5, 0, 1000) },
      { name: "pair", label: "rotary.parameter.pair", ...nth(0, 3) },
      { name: "pairs", label: "rotary.parameter.pairs", ...whole(32, 8, 128) },
      { name: "seed", label: "rotary.parameter.seed", ...whole(1, 0, 9999) },
    ],
    ["part", "example", "m", "n", "shift", "pair", "pairs", "seed"],
  ),
  settle(state) {
    const most = state.part === "hands" && state.example === "quarter" ? 8 : 32;
    const { m, n } = state;
    return { state: { ...state, m: Math.min(m, most), n: Math.min(n, most) }, ignored: [] };
  },
};

export function groups({ part, example }: RotaryState): readonly Group[] {
  const hands = ["example", "m", "n", "shift", ...(example === "eight" ? ["pair"] : [])];
  const own = { hands, layouts: ["m", "n"], decay: ["pairs", "seed"] };
  return [
    { name: "part", label: "rotary.group.part", parameters: ["part"] },
    { name: "numbers", label: "rotary.group.numbers", parameters: own[part] },
  ];
}
