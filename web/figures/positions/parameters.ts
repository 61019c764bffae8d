// The table of the figure `positions`.
import type { Group, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";

export type PositionsState = Common<"positions"> & {
  text: string;
  tokens: string;
  scheme: "none" | "sinusoidal" | "learned" | "rotary" | "alibi" | "t5";
  layout: "half" | "interleaved";
  /** Each query sees the keys before it and its own. */
  causal: boolean;
  /** The words that change places, from 0. */
  first: number;
  second: number;
  /** How far the sentence is shifted, in the panel that shows one shift. */
  shift: number;
  /** Pairs of features, d_model/2. */
  pairs: number;
  /** The pair shown, from 0. */
  pair: number;
  /** The distance at which sinusoids are compared. */
  lag: number;
  seed: number;
};

export const MOST_TOKENS = 16;
/** Shifts 0 … 12 are measured. */
export const SHIFTS = 13;
export const FURTHEST = 1000;

const schemes = ["none", "sinusoidal", "learned", "rotary", "alibi", "t5"] as const;

export const positionsTable: Table<PositionsState> = {
  named: true,
  parameters: parametersOf(
    "positions",
    [
      { name: "scheme", label: "positions.parameter.scheme", ...choice(schemes) },
      {
        ...{ name: "layout", label: "positions.parameter.layout" },
        ...choice(["half", "interleaved"]),
      },
      {
        ...{ name: "text", label: "positions.parameter.text", type: "text", longest: 2000 },
        default: "The cat chased the dog",
      },
      {
        ...{ name: "tokens", label: "positions.parameter.tokens", type: "tokens", longest: 2000 },
        default: "",
      },
      { name: "first", label: "positions.parameter.first", ...nth(1, MOST_TOKENS - 1) },
      { name: "second", label: "positions.parameter.second", ...nth(4, MOST_TOKENS - 1) },
      { name: "shift", label: "positions.parameter.shift", ...whole(3, 1, SHIFTS - 1) },
      {
        ...{ name: "causal", label: "positions.parameter.causal" },
        ...{ type: "boolean", default: false },
      },
      { name: "pairs", label: "positions.parameter.pairs", ...whole(8, 2, 256) },
      { name: "pair", label: "positions.parameter.pair", ...nth(1, 255) },
      { name: "lag", label: "positions.parameter.lag", ...whole(3, 1, FURTHEST) },
      { name: "seed", label: "positions.parameter.seed", ...whole(1, 0, 9999) },
    ],
    [
      ...["scheme", "layout", "text", "tokens", "first", "second", "shift", "causal"],
      ...["pairs", "pair", "lag", "seed"],
    ],
  ),
  settle(state) {
    return { state: { ...state, pair: Math.min(state.pair, state.pairs - 1) }, ignored: [] };
  },
};

export function groups({ scheme }: PositionsState): readonly Group[] {
  const wavy = scheme === "sinusoidal";
  return [
    {
      name: "scheme",
      label: "positions.group.scheme",
      parameters: ["scheme", ...(scheme === "rotary" ? ["layout"] : []), "causal"],
    },
    {
      name: "words",
      label: "positions.group.words",
      parameters: ["text", "tokens", "first", "second", "shift"],
    },
    {
      name: "numbers",
      label: "positions.group.numbers",
      parameters: ["pairs", ...(wavy ? ["pair", "lag"] : []), "seed"],
    },
  ];
}
