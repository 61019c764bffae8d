// The blueprint of an encoder–decoder: every box holds the live tensor of the sentence, and opens.
// Sources: Vaswani et al. 2017, figure 1; Xiong et al. 2020 (pre-norm).
import type { CatalogueEntry } from "../../engine/types.js";
import { type Language, t } from "../../i18n/t.js";
import type { Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import type { ModelFigure } from "../model.js";
import type { Options } from "../program.js";
import { stagesOf } from "./attention.js";
import { addends, type Box, boxes, boxOf, tensorOf } from "./boxes.js";
import type { Asked, Data } from "./data.js";
import { insideOf } from "./inside.js";
import { mapOf } from "./map.js";
import { measured } from "./measured.js";
import { type BlueprintState, blueprintTable, change, groups, looks } from "./parameters.js";
import { tokensOf } from "./rows.js";
import { notesOf, summaryOf } from "./words.js";

function describe(data: Data, { language, claims, ignored }: Options): Scene {
  return {
    figure: "blueprint",
    language,
    title: t(language, "blueprint.title"),
    summary: summaryOf(data, language),
    notes: [
      ...notesOf(data, language, claims),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        id: "map",
        title: t(language, "blueprint.map"),
        panels: [],
        diagram: mapOf(data, language),
      },
      insideOf(data, language),
    ],
    tables: [],
    fractions: false,
  };
}

/** Tensors of the run that the open box shows. */
function insideTensors(box: Box): string[] {
  const { id, kind, x } = box;
  switch (kind) {
    case "attention":
      return Object.values(stagesOf(id));
    case "norm":
      return [x, id];
    case "feed_forward":
      return [`${id}.activated`];
    case "output":
      return ["logits"];
    default:
      return addends(box);
  }
}

const onMap = boxes.flatMap((box) => {
  const { mask } = stagesOf(box.id);
  return box.kind === "output" ? [] : [tensorOf(box), ...(mask ? [mask] : [])];
});

/** What can be set in one box or another, whichever is open. */
const offered = new Set(
  boxes.flatMap(({ id, kind }) => {
    const { scores, weights } = stagesOf(id);
    if (kind === "attention") return [scores, weights];
    return kind === "feed_forward" ? [`${id}.activated`] : kind === "output" ? [] : [id];
  }),
);

export const blueprintFigure: ModelFigure<BlueprintState, Asked> = {
  name: "blueprint",
  table: blueprintTable,
  model: () => ({ shipped: "translate" }),
  input: (_, { source, target }) => ({ source, target }),
  drawn: ({ box }) => [...new Set([...onMap, ...insideTensors(boxOf(box))])],
  measures: measured,
  settable: (tensor) => offered.has(tensor),
  describe,
  groups,
  looks(_, data: { catalogue: readonly CatalogueEntry[] } | undefined, language: Language) {
    const count = (stack: Box["stack"]) => tokensOf(data?.catalogue ?? [], stack).length;
    return looks({ encoder: count("encoder"), decoder: count("decoder") }, language);
  },
  change,
  // The state says which token is followed.
  pairOf: () => ({}),
};
