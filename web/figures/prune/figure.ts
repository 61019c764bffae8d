// The heads of a trained language model, removed one by one and together: what each is worth for a
// token or a sentence, and how many can go.
// Sources: Michel et al. 2019; Voita et al. 2019 (pruning heads).
import { type Language, t } from "../../i18n/t.js";
import type { Band, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import type { ModelFigure } from "../model.js";
import type { Options } from "../program.js";
import type { Asked, Data } from "./asked.js";
import { pieceAt } from "./asked.js";
import { HEADS, pruned, removals } from "./heads.js";
import { curve, effects, maps, next, weightsOf } from "./panels.js";
import { following, groups, looks, type PruneState, pruneTable } from "./parameters.js";
import { measures } from "./sums.js";
import { claimsOf, notesOf, summaryOf } from "./words.js";

const isEmpty = ({ asked }: Data) => asked.ids.length === 0;

function describe(data: Data, options: Options): Scene {
  const { language, ignored, claims } = options;
  const empty = isEmpty(data);
  const notes = empty ? [t(language, "prune.empty")] : notesOf(data, language);
  return {
    ...{ figure: "prune", language, fractions: false, tables: [] },
    title: t(language, "prune.title"),
    summary: empty ? t(language, "prune.empty") : summaryOf(data, language),
    notes: [
      ...notes,
      ...(!empty && judges(data.state, claims) ? claimsOf(data, language) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: empty ? [] : bandsOf(data, language, options.active),
  };
}

function bandsOf(data: Data, language: Language, active: Options["active"]): Band[] {
  const { asked, model, state } = data;
  const token = pieceAt(asked, model.vocabulary, asked.place);
  const names = { token, removed: state.removed, heads: HEADS.length };
  const place = active && { row: active.query, column: active.key };
  const band = (id: "loss" | "maps" | "next", panels: Band["panels"]): Band => ({
    ...{ id, panels, title: t(language, `prune.band.${id}`, names) },
  });
  return [
    band("loss", [...curve(data, language), ...effects(data, language)]),
    band("maps", maps(data, language, place)),
    band("next", next(data, language)),
  ];
}

export const pruneFigure: ModelFigure<PruneState, Asked> = {
  name: "prune",
  table: pruneTable,
  model: () => ({ shipped: "language" }),
  input: (_, { ids, order }) => pruned(order).map(() => ({ target: ids })),
  interventions: (_, { ids, order }) => removals(pruned(order), ids.length + 1),
  measuresOf: (_, asked) => measures(asked),
  drawn: () => [...new Set(HEADS.map(weightsOf))],
  describe,
  groups,
  looks: (_, data) => looks(data?.asked, data?.model.vocabulary),
  change: (state, values) => following(state, values),
  pairOf: (tensor, index) =>
    /attention\.weights$/.test(tensor) ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
