// What the figure `translate` says of its texts and of the token that is being chosen.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { begins } from "./asked.js";
import { candidates, type Data, pieceOf, readBy } from "./panels.js";
import { LONGEST } from "./parameters.js";

/** The step, what was read by then, and the token that is written. */
export function namesOf(data: Data) {
  const { written, step } = data.asked;
  return {
    ...{ step: step + 1, steps: written.tokens.length, read: readBy(data).join(" ") },
    token: pieceOf(data, written.tokens[step] ?? 0),
  };
}

/** Why the token was written, and another was not. */
function reason(data: Data, language: Language): string {
  const { asked, tensors } = data;
  const { written, step, forced } = asked;
  const chosen = written.tokens[step] ?? 0;
  const [first = chosen, second = first] = candidates(data);
  const p = (token: number) =>
    formatNumber(Number(tensors.probabilities?.data[token] ?? 0), language);
  const by = step < forced.length ? (first === chosen ? "agreed" : "forced") : "won";
  const other = first === chosen ? second : first;
  return t(language, `translate.why.${by}`, {
    ...{ token: pieceOf(data, chosen), p: p(chosen) },
    ...{ other: pieceOf(data, other), q: p(other) },
  });
}

/** What was written, and what the search prefers. */
function outcome({ asked, state }: Data, language: Language): string[] {
  const { texts, forced, ranked, greedy } = asked;
  const [best] = ranked;
  const same = best?.tokens.length === greedy.tokens.length && begins(best.tokens, greedy.tokens);
  const names = { ...texts, beams: state.beams, best: best?.text ?? "", penalty: state.penalty };
  return [
    t(language, "translate.note.greedy", names),
    ...(forced.length > 0 ? [t(language, "translate.note.forced", names)] : []),
    ...(best ? [t(language, `translate.note.${same ? "same" : "other"}`, names)] : []),
  ];
}

export function notesOf(data: Data, language: Language): string[] {
  const { unknown, truncated, refused } = data.asked;
  const words = unknown.join(t(language, "common.list.separator"));
  return [
    ...outcome(data, language),
    reason(data, language),
    ...(unknown.length > 0 ? [t(language, "translate.note.unknown", { words })] : []),
    ...(truncated ? [t(language, "translate.note.truncated", { limit: LONGEST.source })] : []),
    ...(refused
      ? [
          t(language, "translate.note.refused", {
            given: data.state.forced,
            last: (data.model.vocabulary?.length ?? 1) - 1,
          }),
        ]
      : []),
    t(language, "translate.note.force"),
  ];
}

export function summaryOf(data: Data, language: Language): string {
  const { texts, ranked } = data.asked;
  return t(language, "translate.summary", {
    ...{ ...namesOf(data), source: data.state.text, text: texts.written },
    best: ranked[0]?.text ?? "",
    reason: reason(data, language),
  });
}
