// The table of the figure `prune`.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";
import { type Asked, pieceAt } from "./asked.js";
import { HEADS } from "./heads.js";

export const EXAMPLES = ["chinese", "agreement", "coreference"] as const;
export type Example = (typeof EXAMPLES)[number];

/** By what heads are put in order: the loss of the token that is followed, or of all of them. */
export const ORDERS = ["token", "sentence"] as const;
export type Order = (typeof ORDERS)[number];

export type PruneState = Common<"prune"> & {
  example: Example;
  text: string;
  /** The token whose loss is followed, from 0; the one behind the last is EOS. */
  place: number;
  by: Order;
  /** So many of the least important heads are removed. */
  removed: number;
};

/** Tokens that are read: training met no more. */
export const LONGEST = 16;

const examples: Readonly<Record<Example, { text: string; place: number }>> = {
  chinese: { text: "小明很聪明，他考了满分。", place: 6 },
  agreement: { text: "The keys to the cabinet are old.", place: 5 },
  coreference: { text: "Tom said that he was right.", place: 3 },
};

const own = ["example", "text", "place", "by", "removed"];

const label = <Name extends string>(name: Name) =>
  ({ name, label: `prune.parameter.${name}` }) as const;

export const pruneTable: Table<PruneState> = {
  named: true,
  parameters: parametersOf(
    "prune",
    [
      { ...label("example"), ...choice(EXAMPLES) },
      { ...label("text"), type: "text", default: examples.chinese.text, longest: 200 },
      { ...label("place"), ...nth(examples.chinese.place, LONGEST) },
      { ...label("by"), ...choice(ORDERS) },
      { ...label("removed"), ...whole(0, 0, HEADS.length) },
    ],
    own,
  ),
};

export const groups = (): readonly Group[] => [
  {
    ...{ name: "sentence", label: "prune.group.sentence" },
    parameters: ["example", "text", "place"],
  },
  { ...{ name: "heads", label: "prune.group.heads" }, parameters: ["by", "removed"] },
];

export function looks(asked: Asked | undefined, vocabulary: readonly string[] | undefined) {
  const made: Record<string, Look> = {};
  if (asked) {
    made.place = { maximum: asked.ids.length, hint: pieceAt(asked, vocabulary, asked.place) };
  }
  return made;
}

/** An example gives way to the next one. */
export function following(state: PruneState, values: Partial<PruneState>): PruneState {
  const next = { ...state, ...values };
  if (next.example === state.example || next.text !== examples[state.example].text) return next;
  return { ...next, ...examples[next.example] };
}
