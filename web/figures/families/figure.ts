// Three families of Transformers learn from the same sentences beside each other: encoder-only with
// hidden tokens, decoder-only with the next token, an encoder with a decoder with gaps to fill. How
// much each is asked is counted, and the same question is put to all of them.
// Sources: Devlin et al. 2019, section 3.1; Radford et al. 2018; Raffel et al. 2020, section 3.1.4.
import { t } from "../../i18n/t.js";
import type { Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import type { Drawing, Options, ProgramData } from "../program.js";
import type { Reported } from "../train/reports.js";
import { type Looked, maskOf, weightsOf } from "./looked.js";
import { attention, counts, curves, familyName, maskPanels } from "./panels.js";
import { type FamiliesState, familiesTable, groups, looks } from "./parameters.js";
import { tablesOf } from "./tables.js";
import { namesOf, notesOf, summaryOf } from "./words.js";

export interface FamiliesData extends ProgramData<FamiliesState> {
  /** Steps that all models have done, and where the slice under way ends at the latest. */
  readonly progress: { readonly reached: number; readonly ahead: number };
  readonly learners: readonly Reported[];
  readonly looked: Looked;
}

interface FamiliesFigure extends Drawing<FamiliesState, FamiliesData> {
  describe(data: FamiliesData, options: Options): Scene;
}

function describe(data: FamiliesData, options: Options): Scene {
  const { language, active, ignored } = options;
  const { state } = data;
  const names = { ...namesOf(data), family: familyName(state.shown, language) };
  const at = active && { row: active.query, column: active.key };
  const title = (band: "counts" | "own" | "same" | "masks" | "attention") =>
    t(language, `families.band.${band}`, names);
  const bands = [
    { id: "counts", title: title("counts"), panels: counts(data, language) },
    { id: "own", title: title("own"), panels: curves(data, language, ["loss", "accuracy"]) },
    {
      ...{ id: "same", title: title("same") },
      panels: curves(data, language, ["around", "before", "surprise"]),
    },
    { id: "masks", title: title("masks"), panels: maskPanels(data, language) },
    { id: "attention", title: title("attention"), panels: attention(data, language, at) },
  ];
  return {
    figure: "families",
    language,
    title: t(language, "families.title"),
    summary: summaryOf(data, language),
    notes: [
      ...notesOf(data, language, options),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: bands.filter(({ panels }) => panels.length > 0),
    tables: tablesOf(data, language),
    fractions: false,
  };
}

export const familiesFigure: FamiliesFigure = {
  name: "families",
  table: familiesTable,
  drawn: (state) => [weightsOf(state), maskOf(state)].filter((name) => name !== ""),
  describe,
  groups,
  looks: (state, data) => looks(state, data?.progress),
  pairOf: (tensor, index) =>
    /attention\.weights$/.test(tensor) ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
