// The table of the figure `families`: one corpus, one budget, three families trained beside each
// other.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf } from "../common.js";
import {
  batch,
  corpus,
  headUpTo,
  type Learning,
  planOf,
  rate,
  seed,
  seedsUpTo,
  steps,
  width,
} from "../train/learning.js";

export const families = ["encoder", "decoder", "encoder_decoder"] as const;
export type Family = (typeof families)[number];

export type FamiliesState = Common<"families"> &
  Learning & {
    /** Of tokens that are hidden, from the encoder and in gaps. */
    share: "0.05" | "0.15" | "0.3" | "0.5";
    /** What the encoder with a decoder is asked. */
    pair: "spans" | "continuation";
    /** Of each family in all. */
    layers: "2" | "4";
    /** What the curves are drawn over. */
    axis: "steps" | "labels" | "tokens";
    /** The held-out sentence that is shown. */
    example: number;
    /** The family whose attention is shown. */
    shown: Family;
  };

export const HEADS = 4;
/** Held-out sentences to choose from. */
const EXAMPLES = 32;

const own = [
  ...["corpus", "share", "pair", "layers", "d_model", "rate", "batch", "plan", "steps"],
  ...["axis", "seed", "seeds", "example", "shown", "head"],
];

const parameter = <Name extends string>(name: Name) =>
  ({ name, label: `families.parameter.${name}` }) as const;

export const familiesTable: Table<FamiliesState> = {
  named: true,
  parameters: parametersOf(
    "families",
    [
      corpus,
      { ...parameter("share"), ...choice(["0.05", "0.15", "0.3", "0.5"]), default: "0.15" },
      { ...parameter("pair"), ...choice(["spans", "continuation"]) },
      { ...parameter("layers"), ...choice(["2", "4"]) },
      ...[width, { ...rate, default: "0.01" }, batch, planOf(600), steps],
      { ...parameter("axis"), ...choice(["steps", "labels", "tokens"]) },
      ...[seed, seedsUpTo(3)],
      { ...parameter("example"), ...nth(0, EXAMPLES - 1) },
      { ...parameter("shown"), ...choice(families) },
      headUpTo(HEADS - 1),
    ],
    own,
  ),
  settle: (state) => ({
    state: { ...state, steps: Math.min(state.steps, state.plan) },
    ignored: [],
  }),
};

export function groups(): readonly Group[] {
  const group = (name: "subject" | "budget" | "look", parameters: string[]): Group => ({
    ...{ name, label: `families.group.${name}`, parameters },
  });
  return [
    group("subject", ["corpus", "share", "pair", "steps", "axis"]),
    group("budget", ["layers", "d_model", "rate", "batch", "plan", "seeds", "seed"]),
    group("look", ["example", "shown", "head"]),
  ];
}

/** `progress`: what is reached, and where the slice under way ends at the latest. */
export const looks = (
  { plan }: FamiliesState,
  progress: { reached: number; ahead: number } | undefined,
): Record<string, Look> => ({ steps: { maximum: plan, ...progress } });
