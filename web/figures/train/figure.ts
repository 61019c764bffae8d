// A model that learns a task in front of the reader: loss and accuracy over the steps, what it
// answers by now, and what it attends to.
// Sources: Vaswani et al. 2017, section 5; Loshchilov and Hutter 2019 (AdamW).
import { t } from "../../i18n/t.js";
import type { Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import type { Drawing, Options, ProgramData } from "../program.js";
import { answersOf } from "./answers.js";
import { experimentNotes } from "./experiments.js";
import { type Looked, maskOf, weightsOf } from "./looked.js";
import { attention, curves } from "./panels.js";
import { change, groups, looks, type TrainState, trainTable } from "./parameters.js";
import { ofExam, ofLooks, ofQuestions, ofSteps, type Reported } from "./reports.js";
import { sideOf } from "./requests.js";
import { tasks } from "./tasks.js";
import { modelName, namesOf, notesOf, summaryOf } from "./words.js";

export interface TrainData extends ProgramData<TrainState> {
  /** Steps that all models have done, and where the slice under way ends at the latest. */
  readonly progress: { readonly reached: number; readonly ahead: number };
  readonly learners: readonly Reported[];
  readonly looked: Looked;
}

/** What is drawn of the reports. */
export const columns = {
  loss: ofSteps(({ losses }) => losses),
  accuracy: ofLooks(({ score }) => score.accuracy),
  right: ofQuestions(({ right = [] }) => right),
  exam: ofExam,
};
export type Measure = keyof typeof columns;

interface TrainFigure extends Drawing<TrainState, TrainData> {
  describe(data: TrainData, options: Options): Scene;
}

function describe(data: TrainData, { language, active, ignored, claims }: Options): Scene {
  const { state } = data;
  const names = namesOf(data, language);
  const at = active && { row: active.query, column: active.key };
  const maps = attention(data, language, at);
  const { kind } = sideOf(state, state.shown);
  const looked = t(language, `train.band.${kind}`, names);
  const model = modelName(state, state.shown, language);
  const of = state.against === "none" ? "" : t(language, "common.brackets", { text: model });
  const title = looked + of;
  return {
    figure: "train",
    language,
    title: t(language, "train.title", names),
    summary: summaryOf(data, language, names),
    notes: [
      ...experimentNotes(data, language, judges(state, claims)),
      ...notesOf(data, language, names),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        ...{ id: "curves", title: t(language, "train.band.curves", names) },
        panels: curves(data, language),
      },
      ...(maps.small.length > 0 ? [{ id: "heads", title, panels: maps.small }] : []),
      { id: "attention", ...(maps.small.length === 0 && { title }), panels: maps.large },
    ],
    tables: answersOf(data, language),
    fractions: false,
  };
}

export const trainFigure: TrainFigure = {
  name: "train",
  table: trainTable,
  // Of a window the likeliest next tokens are read off.
  drawn: (state) =>
    [
      ...[weightsOf(state), maskOf(state)],
      ...(tasks[state.task].form === "window" ? ["logits"] : []),
    ].filter((name) => name !== ""),
  describe,
  groups,
  change,
  looks: (state, data) => looks(state, data?.progress),
  pairOf: (tensor, index) =>
    /attention\.weights$/.test(tensor) ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
