// Activation patching on a trained language model: what one sentence computes is put into the run of
// another, place by place, and the answer shows what depended on it.
// Sources: Vig et al. 2020; Meng et al. 2022; Zhang and Nanda 2024.
import { type Language, t } from "../../i18n/t.js";
import type { Scene } from "../../scene/scene.js";
import { parseCell } from "../../state/cells.js";
import { ignoredText } from "../../state/ignored.js";
import type { ModelFigure } from "../model.js";
import type { Options } from "../program.js";
import type { Asked } from "./asked.js";
import { type Data, difference, map, next } from "./panels.js";
import { following, groups, looks, type PatchState, patchTable } from "./parameters.js";
import { measures, RECOVERED } from "./sums.js";
import { namesOf, notesOf, summaryOf } from "./words.js";

function describe(data: Data, { language, ignored }: Options): Scene {
  const names = namesOf(data, language);
  return {
    ...{ figure: "patch", language, fractions: false, tables: [] },
    title: t(language, "patch.title"),
    summary: summaryOf(data, language),
    notes: [
      ...notesOf(data, language),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "map", title: t(language, "patch.band.map"), panels: map(data, language) },
      {
        ...{ id: "patched", title: t(language, "patch.band.patched", names) },
        panels: [...difference(data, language), ...next(data, language)],
      },
    ].filter(({ panels }) => panels.length > 0),
  };
}

/** A cell of the map that is opened is the patch that is performed. */
function change(
  state: PatchState,
  values: Partial<PatchState>,
  _: Language,
  data?: Data,
): PatchState {
  const next = following(state, values);
  const opened = values.open ? parseCell(values.open) : undefined;
  if (!data || opened?.tensor !== RECOVERED || state.readonly) return next;
  const length = data.asked.corrupted.ids.length + 1;
  const at = opened.index.at(-1) ?? 0;
  return { ...next, row: Math.floor(at / length), position: at % length };
}

export const patchFigure: ModelFigure<PatchState, Asked> = {
  name: "patch",
  table: patchTable,
  model: () => ({ shipped: "language" }),
  input: (_, { corrupted }) => ({ target: corrupted.ids }),
  measuresOf: measures,
  drawn: () => [],
  describe,
  groups,
  looks: (state, data) => looks(state, data?.asked),
  change,
  pairOf: () => ({}),
};
