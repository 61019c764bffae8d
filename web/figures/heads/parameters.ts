// The table of the figure `heads`, and the sizes of its layer.
import { type Language, t } from "../../i18n/t.js";
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";
import { readFitting } from "../program.js";

export type HeadsState = Common<"heads"> & {
  text: string;
  tokens: string;
  /** Two heads that were built by hand among random ones, or all of them random. */
  example: "built" | "random";
  heads: number;
  /** The head shown, from 0. */
  head: number;
  mask: "none" | "causal";
  /** What is drawn: the weights, or weights times the length of what each brings. */
  measure: "weights" | "norms";
  seed: number;
  /** `keep[1,0,0]=0` switches the second head off. */
  edits: string;
};

export const MOST_TOKENS = 64;
const MOST_HEADS = 12;
/** Features of a token: those of its word, then those of its place. */
export const PART = 16;
export const WIDTH = 2 * PART;
/** d_k */
export const HEAD_WIDTH = 16;

const own = ["text", "tokens", "example", "heads", "head", "mask", "measure", "seed", "edits"];

/** A head is on or off: of `keep` only 0 and 1 are taken. */
const readSwitches = (given: string) =>
  readFitting(
    given,
    "keep[1,0,0]=0, keep[1,0,0]=1",
    ({ tensor, value }) => tensor !== "keep" || value === 0 || value === 1,
  );

export const headsTable: Table<HeadsState> = {
  named: true,
  parameters: parametersOf(
    "heads",
    [
      {
        ...{ name: "text", label: "multihead.parameter.text", type: "text", longest: 2000 },
        default: "the dog saw the cat and the cat saw the dog",
      },
      {
        ...{ name: "tokens", label: "multihead.parameter.tokens", type: "tokens", longest: 2000 },
        default: "",
      },
      { name: "example", label: "multihead.parameter.example", ...choice(["built", "random"]) },
      { name: "heads", label: "multihead.parameter.heads", ...whole(6, 1, MOST_HEADS) },
      { name: "head", label: "multihead.parameter.head", ...nth(0, MOST_HEADS - 1) },
      { name: "mask", label: "multihead.parameter.mask", ...choice(["none", "causal"]) },
      { name: "measure", label: "multihead.parameter.measure", ...choice(["weights", "norms"]) },
      { name: "seed", label: "multihead.parameter.seed", ...whole(1, 0, 9999) },
      {
        ...{ name: "edits", label: "multihead.parameter.edits", type: "cells", default: "" },
        ...{ longest: 20_000, own: true, read: readSwitches },
      },
    ],
    own,
  ),
  settle(state) {
    return { state: { ...state, head: Math.min(state.head, state.heads - 1) }, ignored: [] };
  },
};

export function groups(): readonly Group[] {
  return [
    { name: "sentence", label: "multihead.group.sentence", parameters: ["text", "tokens"] },
    {
      ...{ name: "heads", label: "multihead.group.heads" },
      parameters: ["head", "measure", "example", "heads", "mask", "seed"],
    },
  ];
}

export function looks(
  { heads }: HeadsState,
  data: { truncated: number | undefined } | undefined,
  language: Language,
): Record<string, Look> {
  const limit = data?.truncated;
  const hint = limit === undefined ? "" : t(language, "embed.sentence.truncated", { limit });
  return { head: { maximum: heads - 1 }, ...(hint !== "" && { text: { hint } }) };
}
