// What the figure `patch` says of the patch that is chosen.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { BOS, pieceOf, readNotes } from "../language.js";
import type { Data } from "./panels.js";
import { LONGEST, rowName } from "./parameters.js";
import { CLEAN, CORRUPTED, FIRST, rowsOf, runOf } from "./places.js";
import { BETWEEN, RECOVERED } from "./sums.js";

/** What is put in, where, and what comes of it. */
export function namesOf({ asked, model, state, tensors }: Data, language: Language) {
  const { position, corrupted, token, against } = asked;
  const run = runOf(state.row, position, corrupted.ids.length + 1);
  const number = (name: string, at: number) =>
    formatNumber(Number(tensors[name]?.data[at] ?? Number.NaN), language);
  const row = rowsOf(state.part)[state.row];
  const id = corrupted.ids[position - 1];
  return {
    ...{ token: pieceOf(model, token), against: pieceOf(model, against) },
    ...{ row: row ? rowName(language, state.part, row) : "", place: position + 1 },
    word: id === undefined ? BOS : pieceOf(model, id),
    ...{ first: state.clean, second: state.corrupted },
    ...{ clean: number(BETWEEN, CLEAN), corrupted: number(BETWEEN, CORRUPTED) },
    ...{ patched: number(BETWEEN, run), share: number(RECOVERED, run - FIRST) },
  };
}

export function notesOf(data: Data, language: Language): string[] {
  const { clean, corrupted, fits, refused } = data.asked;
  const words = refused.join(t(language, "common.list.separator"));
  const told = [clean, corrupted].flatMap((one) => readNotes(language, one));
  const sizes = { first: clean.ids.length, second: corrupted.ids.length, limit: LONGEST };
  return [
    ...new Set(told),
    ...(refused.length > 0 ? [t(language, "depths.refused", { words })] : []),
    ...(fits === "yes"
      ? [
          t(language, "patch.note.unpatched", namesOf(data, language)),
          t(language, "patch.note.patched", namesOf(data, language)),
          t(language, `patch.note.${data.state.part}`),
          t(language, "patch.note.open"),
        ]
      : [t(language, `patch.note.${fits}`, sizes)]),
  ];
}

export function summaryOf(data: Data, language: Language): string {
  const { fits, clean, corrupted } = data.asked;
  if (fits === "yes") return t(language, "patch.summary", namesOf(data, language));
  return t(language, `patch.note.${fits}`, {
    ...{ first: clean.ids.length, second: corrupted.ids.length, limit: LONGEST },
  });
}
