// What the measured numbers say of sharing projections, and what the chapter says of it.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Options, ProgramData } from "../program.js";
import {
  isSymmetric,
  type ProjectionsState,
  SHARINGS,
  type Sharing,
  sizesOf,
} from "./parameters.js";
import { drawsOf } from "./program.js";

type Data = ProgramData<ProjectionsState>;

/** What is nearer to 0 is rounding. */
export const ROUNDING = 1e-5;

/** The pair kept in view: two tokens, so that it has a mirror. */
export function pairOf({ active }: Options): { query: number; key: number } {
  return active ?? { query: 1, key: 0 };
}

/** Rows whose largest score is that of the token before; before the first comes the last. */
export function hitsOf({ state, tensors }: Data): number {
  const { length, share } = state;
  const scores = tensors[`${share}.scaled`]?.data ?? new Float32Array();
  let hits = 0;
  for (let row = 0; row < length; row++) {
    const own = scores.subarray(row * length, (row + 1) * length);
    const before = (row + length - 1) % length;
    if (own.every((score, at) => at === before || score < Number(own[before]))) hits++;
  }
  return hits;
}

export function summaryOf(language: Language, { state, tensors }: Data): string {
  const at = SHARINGS.indexOf(state.share);
  const value = (name: string, place: number) => {
    const found = Number(tensors[name]?.data[place] ?? 0);
    return Math.abs(found) < ROUNDING ? "0" : formatNumber(found, language);
  };
  return t(language, "projections.summary", {
    sharing: t(language, `projections.parameter.share.${state.share}`),
    length: state.length,
    scores: value("asymmetry", at),
    weights: value("asymmetry", SHARINGS.length + at),
    self: value("self", at),
    free: value("freedom", SHARINGS.length + at),
    parameters: value("freedom", at),
  });
}

/** What holds, with the numbers of this run. */
export function notesOf(
  language: Language,
  { state, tensors, ...data }: Data,
  { query, key }: { query: number; key: number },
): string[] {
  const { share, length, example } = state;
  const cell = (name: string, row: number, column: number) =>
    Number(tensors[`${share}.${name}`]?.data[row * length + column] ?? 0);
  const write = (value: number) =>
    Math.abs(value) < ROUNDING ? "0" : formatNumber(value, language);
  const [weight, other] = [cell("weights", query, key), cell("weights", key, query)];
  const names = {
    ...{ query: query + 1, key: key + 1, weight: write(weight), other: write(other) },
    ...{ score: write(cell("scaled", query, key)), mirrored: write(cell("scaled", key, query)) },
  };
  const symmetric = isSymmetric(share) && state.edits === "";
  const said = [t(language, `projections.note.${share}`)];
  // Where Q = K only a number that was set makes them differ.
  const why = isSymmetric(share) ? "set" : "free";
  if (query !== key && (why === "free" || names.score !== names.mirrored)) {
    const reason = t(language, `projections.why.${why}`);
    said.push(t(language, "projections.note.pair", { ...names, why: reason }));
  }
  // On the circle every row has the same sum.
  if (symmetric && Math.abs(weight - other) > 5e-4) {
    said.push(t(language, "projections.note.symmetric", names));
  }
  if (example === "random") return said;
  const hits = hitsOf({ state, tensors, ...data });
  said.push(t(language, "projections.note.previous", { hits, length }));
  if (symmetric) said.push(t(language, "projections.note.circle"));
  return said;
}

/** Of W_Q and W_K, as measured. */
export function ranksOf(tensors: Data["tensors"]): { query: number; key: number } {
  const rank = (name: string) => Number(tensors[`${name}.weight.spectrum.rank`]?.data[0]);
  return { query: rank("query"), key: rank("key") };
}

/** The chapter's claims beside the measured numbers. */
export function claimsOf(language: Language, { state, tensors }: Data): string[] {
  const { d_k } = sizesOf(state);
  // Neither can hold: rank(W_QW_Kᵀ) ≤ rank(W_Q) = rank(W_QW_Qᵀ), and 3·d·d_k − d_k² < 3·d·d_k.
  const verdict = t(language, "common.claim.fails");
  const freedom = (of: "both" | "scores", share: Sharing) => {
    const row = of === "both" ? 1 : 2;
    return Number(tensors.freedom?.data[row * SHARINGS.length + SHARINGS.indexOf(share)]);
  };
  const [free, tied] = [freedom("both", "none"), freedom("both", "all")];
  const write = (value: number) => formatNumber(value, language);
  return [
    t(language, "projections.claim.rank", {
      ...{ ...ranksOf(tensors), verdict },
      ...{ general: write(freedom("scores", "none")), symmetric: write(freedom("scores", "all")) },
    }),
    t(language, "projections.claim.capacity", {
      ...{ capacity: 3 * d_k, d_k, verdict },
      ...{ free: write(free), tied: write(tied), ratio: write(free / tied) },
    }),
    ...(state.example === "random" && state.edits === ""
      ? [
          t(language, "projections.claim.self", {
            self: write(Number(tensors.self?.data.at(-1) ?? 0)),
            draws: drawsOf(state),
          }),
        ]
      : []),
  ];
}
