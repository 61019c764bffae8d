// One word in two sentences: a trained encoder asks the same about it in its first layer, finds
// something else, and so tells its sense.
import { type Language, t } from "../../i18n/t.js";
import type { Band, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import type { ModelFigure } from "../model.js";
import type { Options } from "../program.js";
import { type Asked, type Data, idsOf, readable } from "./asked.js";
import { attention, beside, cosines, SENTENCES, senses, weightsOf } from "./panels.js";
import { groups, type SenseState, senseTable } from "./parameters.js";
import { measures } from "./sums.js";
import { claimsOf, notesOf, summaryOf } from "./words.js";

function describe(data: Data, { language, ignored, claims }: Options): Scene {
  return {
    ...{ figure: "sense", language, fractions: false, tables: [] },
    title: t(language, "sense.title"),
    summary: summaryOf(data, language),
    notes: [
      ...notesOf(data, language),
      ...(judges(data.state, claims) ? claimsOf(data, language) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: readable(data.asked) ? bandsOf(data, language) : [],
  };
}

function bandsOf(data: Data, language: Language): Band[] {
  const band = (id: "asks" | "looks" | "gets" | "senses", panels: Band["panels"]): Band => ({
    ...{ id, panels },
    title: t(language, `sense.band.${id}`, { layer: data.state.layer + 1 }),
  });
  return [
    band("asks", beside(data, language, "query")),
    band(
      "looks",
      SENTENCES.flatMap((at) => attention(data, language, at)),
    ),
    band("gets", beside(data, language, "attention")),
    band("senses", [...cosines(data, language), ...senses(data, language)]),
  ];
}

export const senseFigure: ModelFigure<SenseState, Asked> = {
  name: "sense",
  table: senseTable,
  model: () => ({ shipped: "bank" }),
  input: (_, { texts }) => texts.map((text) => ({ source: idsOf(text) })),
  measuresOf: (_, asked) => measures(asked),
  drawn: ({ layer }) => [weightsOf(layer)],
  describe,
  groups,
  pairOf: () => ({}),
};
