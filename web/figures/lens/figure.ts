// The logit lens on a trained language model: the stream, read at every depth as the model reads it at
// its end, and the parts of the stream that add up to the logit of a token.
// Sources: nostalgebraist 2020; Elhage et al. 2021 (direct contributions of heads to the logits).
import { type Language, t } from "../../i18n/t.js";
import type { Scene } from "../../scene/scene.js";
import { parseCell } from "../../state/cells.js";
import { ignoredText } from "../../state/ignored.js";
import { DEPTHS, pieceOf, spread } from "../language.js";
import { largestOf } from "../largest.js";
import type { ModelFigure } from "../model.js";
import type { Options } from "../program.js";
import type { Asked } from "./asked.js";
import { type Data, direct, followed, map } from "./panels.js";
import { following, groups, type LensState, lensTable, looks } from "./parameters.js";
import { LENS, measures } from "./sums.js";
import { namesOf, notesOf, summaryOf } from "./words.js";

function describe(data: Data, { language, ignored }: Options): Scene {
  const names = namesOf(data);
  const kind = data.asked.against === undefined ? "direct" : "between";
  return {
    ...{ figure: "lens", language, fractions: false, tables: [] },
    title: t(language, "lens.title"),
    summary: summaryOf(data, language),
    notes: [
      ...notesOf(data, language),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "lens", title: t(language, "lens.band.lens"), panels: map(data, language) },
      {
        ...{ id: "token", title: t(language, "lens.band.token", names) },
        panels: followed(data, language),
      },
      {
        ...{ id: "direct", title: t(language, `lens.band.${kind}`, names) },
        panels: direct(data, language),
      },
    ],
  };
}

/** A token that is opened is followed, at its position. */
function change(state: LensState, values: Partial<LensState>, _: Language, data?: Data): LensState {
  const next = following(state, values);
  const opened = values.open ? parseCell(values.open) : undefined;
  const all = data?.tensors[LENS];
  if (!data || !all || opened?.tensor !== LENS || state.readonly) return next;
  const [, position = 0, token = 0] = opened.index;
  const [likeliest] = largestOf(spread(all, DEPTHS.length - 1, position));
  return { ...next, position, token: token === likeliest ? "" : pieceOf(data.model, token) };
}

export const lensFigure: ModelFigure<LensState, Asked> = {
  name: "lens",
  table: lensTable,
  model: () => ({ shipped: "language" }),
  input: (_, { ids }) => ({ target: ids }),
  measuresOf: (_, asked) => measures(asked),
  drawn: () => [],
  describe,
  groups,
  looks: (_, data) => looks(data?.asked),
  change,
  pairOf: () => ({}),
};
