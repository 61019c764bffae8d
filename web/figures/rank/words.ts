// The measured ranks in words: what bounds them, and what the chapter says of them.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { ProgramData } from "../program.js";
import { type RankState, sizesOf } from "./parameters.js";
import { hasLogarithm } from "./program.js";

/** Of the head shown; `outputs` of every head, `joined` of all side by side. */
export interface Ranks {
  scores: number | undefined;
  logarithm: number | undefined;
  weights: number;
  effective: number;
  output: number;
  outputs: readonly number[];
  joined: number;
}

export function ranksOf({ state, tensors }: ProgramData<RankState>): Ranks {
  const numbers = (name: string) => Array.from(tensors[name]?.data ?? [], Number);
  const ranks = numbers("spectra.rank");
  const outputs = numbers("output_spectra.rank");
  const scored = sizesOf(state).d_k !== undefined;
  return {
    scores: scored ? ranks[0] : undefined,
    logarithm: hasLogarithm(state) ? ranks[1] : undefined,
    weights: ranks.at(-1) ?? 0,
    effective: numbers("spectra.effective_rank").at(-1) ?? 0,
    output: outputs[state.head] ?? 0,
    outputs,
    joined: numbers("joined_spectrum.rank")[0] ?? 0,
  };
}

export function summaryOf(language: Language, state: RankState, ranks: Ranks): string {
  const { length, d_k, heads } = sizesOf(state);
  const names = {
    ...{ length, weights: ranks.weights, output: ranks.output, head: state.head + 1, heads },
    effective: formatNumber(ranks.effective, language, 2),
  };
  if (d_k === undefined) return t(language, "rank.summary.given", names);
  return t(language, "rank.summary", { ...names, d_k, scores: ranks.scores ?? 0 });
}

/** What holds, with the numbers of this run. */
export function notesOf(language: Language, state: RankState, ranks: Ranks): string[] {
  // Bounds are of what the program computes, not of numbers set by hand.
  if (state.edits !== "") return [];
  const { length, d_k, d_v, heads } = sizesOf(state);
  const sum = ranks.outputs.reduce((total, one) => total + one, 0);
  const bound = Math.min(ranks.weights, d_v);
  return [
    d_k === undefined
      ? t(language, "rank.note.rows")
      : t(language, "rank.note.scores", { d_k, above: d_k + 1 }),
    ...(state.mask === "causal" && d_k !== undefined
      ? [t(language, "rank.note.causal", { length, rank: ranks.weights })]
      : []),
    heads === 1
      ? t(language, "rank.note.output", { d_v, weights: ranks.weights, bound })
      : t(language, "rank.note.joined", { sum, length, rank: ranks.joined }),
  ];
}

/** The chapter's numbers beside the measured ones. */
export function claimsOf(language: Language, state: RankState, ranks: Ranks): string[] {
  const { length, d_k, heads } = sizesOf(state);
  const verdict = (holds: boolean) => t(language, `common.claim.${holds ? "holds" : "fails"}`);
  const said: string[] = [];
  if (state.edits !== "") return said;
  const check = (claim: "matrix" | "code" | "joined", holds: boolean, rank: number) =>
    said.push(t(language, `rank.claim.${claim}`, { verdict: verdict(holds), rank }));
  if (state.example === "matrix") {
    check("matrix", ranks.weights === 2 || ranks.weights === 3, ranks.weights);
  } else if (state.example === "code") {
    check("code", ranks.weights === 54, ranks.weights);
    if (heads === 8) check("joined", ranks.joined === 115, ranks.joined);
  } else {
    const least = Math.min(length - 1, d_k ?? length);
    const names = { bound: least, rank: ranks.weights };
    const holds = verdict(ranks.weights <= least);
    const claim = d_k === undefined ? "rank.claim.rows" : "rank.claim.bound";
    said.push(t(language, claim, { ...names, verdict: holds }));
  }
  return said;
}
