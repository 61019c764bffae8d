// What the figure `prune` says of heads that are removed, alone and together.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { type Data, pieceAt, readBy } from "./asked.js";
import { aloneRow, HEADS, prunedRow, shortName } from "./heads.js";
import { likeliest, removedOf, strongestOf } from "./panels.js";
import { LONGEST } from "./parameters.js";
import { LOSSES, lossIn } from "./sums.js";

/** By how much a loss may rise, in nats, for the claim about pruning. */
const TOLERANCE = 0.1;
const PRONOUNS = ["他", "她", "▁he", "▁she"];

const losses = ({ tensors }: Data) => tensors[LOSSES]?.data ?? [];

/** Losses before and after, what the heads removed cost alone and together, and what comes out. */
function numbersOf(data: Data, language: Language) {
  const { asked, model, state } = data;
  const write = (value: number) => formatNumber(value, language);
  const row = prunedRow(state.removed);
  const of = (at: number, by = state.by) => lossIn(losses(data), at, by);
  const removed = removedOf(data);
  const alone = removed.reduce((sum, head) => sum + of(aloneRow(head)) - of(0), 0);
  const [first = 0] = likeliest(data, row, 1);
  const token = pieceAt(asked, model.vocabulary, asked.place);
  return {
    ...{ token, removed: state.removed, heads: HEADS.length },
    names: removed
      .map((head) => shortName(HEADS[head] as (typeof HEADS)[number]))
      .join(t(language, "common.list.separator")),
    measure: t(language, `prune.of.${state.by}`, { token }),
    ...{ before: write(of(0, "token")), after: write(of(row, "token")) },
    ...{ mean: write(of(0, "sentence")), later: write(of(row, "sentence")) },
    ...{ p: write(Math.exp(-of(row, "token"))), likeliest: model.vocabulary?.[first] ?? "" },
    ...{ alone: write(alone), together: write(of(row) - of(0)) },
  };
}

/** The head that looks hardest at one token from before the token that is followed. */
function lookNames(data: Data, language: Language) {
  const all = HEADS.map((head, number) => ({ head, number, ...strongestOf(data, head, 0) }));
  const hardest = all.reduce((a, b) => (b.weight > a.weight ? b : a));
  const effect = (number: number) =>
    lossIn(losses(data), aloneRow(number), "token") - lossIn(losses(data), 0, "token");
  const write = (value: number) => formatNumber(value, language);
  const worth = all.reduce((a, b) => (effect(b.number) > effect(a.number) ? b : a));
  return {
    token: pieceAt(data.asked, data.model.vocabulary, data.asked.place),
    ...{ head: shortName(hardest.head), key: readBy(data)[hardest.key] ?? "" },
    ...{ weight: write(hardest.weight), effect: write(effect(hardest.number)) },
    ...{ worth: shortName(worth.head), most: write(effect(worth.number)) },
  };
}

/** p(token) without any head. */
const bare = (data: Data) => Math.exp(-lossIn(losses(data), prunedRow(HEADS.length), "token"));

function lookNote(data: Data, language: Language): string {
  const names = lookNames(data, language);
  const same = names.head === names.worth;
  return t(language, `prune.looks.${same ? "same" : "other"}`, names);
}

function readNotes({ asked }: Data, language: Language): string[] {
  const words = asked.unknown.join(t(language, "common.list.separator"));
  return [
    ...(asked.unknown.length > 0 ? [t(language, "prune.note.unknown", { words })] : []),
    ...(asked.truncated ? [t(language, "prune.note.truncated", { limit: LONGEST })] : []),
  ];
}

export function notesOf(data: Data, language: Language): string[] {
  const names = numbersOf(data, language);
  const { removed } = data.state;
  return [
    t(language, removed === 0 ? "prune.note.whole" : "prune.note.removed", names),
    ...(removed > 1 ? [t(language, "prune.note.sum", names)] : []),
    ...(bare(data) >= 0.5
      ? [t(language, "prune.note.bare", { ...names, p: formatNumber(bare(data), language) })]
      : []),
    lookNote(data, language),
    t(language, "prune.note.zero"),
    ...readNotes(data, language),
  ];
}

/** The most heads that can go while the loss that orders them rises by no more than the tolerance. */
export function spare(data: Data): number {
  const { by } = data.state;
  const rise = (removed: number) =>
    lossIn(losses(data), prunedRow(removed), by) - lossIn(losses(data), 0, by);
  const first = HEADS.findIndex((_, at) => !(rise(at + 1) <= TOLERANCE));
  return first < 0 ? HEADS.length : first;
}

/** The chapter's claims beside the measured numbers. */
export function claimsOf(data: Data, language: Language): string[] {
  const count = spare(data);
  const share = count / HEADS.length;
  const looks = lookNames(data, language);
  return [
    t(language, "prune.claim.share", {
      verdict: t(language, `common.claim.${share >= 0.1 ? "holds" : "fails"}`),
      measure: t(language, `prune.of.${data.state.by}`, { token: looks.token }),
      ...{ count, heads: HEADS.length, percent: formatNumber(100 * share, language) },
      tolerance: formatNumber(TOLERANCE, language),
    }),
    ...(PRONOUNS.includes(looks.token) ? [t(language, "prune.claim.coreference", looks)] : []),
  ];
}

export function summaryOf(data: Data, language: Language): string {
  const names = numbersOf(data, language);
  return t(language, data.state.removed === 0 ? "prune.note.whole" : "prune.note.removed", names);
}
