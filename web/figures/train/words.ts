// What the figure `train` says about its numbers.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Measure, TrainData } from "./figure.js";
import type { TrainState } from "./parameters.js";
import { REPORT } from "./reports.js";
import { type Side, sideOf } from "./requests.js";
import { isAnswered, tasks } from "./tasks.js";

/** The newest mean of a measure over the models of a kind. */
function newest({ tensors, state }: TrainData, side: Side, measure: Measure): number | undefined {
  const alone = state.against === "none" && state.seeds === 1;
  const name = alone ? `${REPORT}${measure}` : `${REPORT}${side}.${measure}.mean`;
  return tensors[name]?.data.at(-1);
}

/** What the models of a kind are called. */
export function modelName({ against }: TrainState, side: Side, language: Language): string {
  return t(language, `train.model.${side === "first" || against === "none" ? "first" : against}`);
}

export type Names = ReturnType<typeof namesOf>;

export function namesOf(data: TrainData, language: Language) {
  const { state, progress, looked } = data;
  return {
    ...{ reached: progress.reached, plan: state.plan, parameters: looked.parameters },
    task: t(language, `train.parameter.task.${state.task}`),
    layers: sideOf(state, state.shown).layers,
  };
}

/** Of one kind of models: the loss, the tokens that are right, the answers that are. */
function saysOf(data: TrainData, language: Language, side: Side): string {
  const { state } = data;
  const exam = newest(data, side, "exam");
  const right = exam ?? newest(data, side, "right");
  const percent = (share: number | undefined) => formatNumber(100 * (share ?? 0), language);
  const loss = newest(data, side, "loss");
  const found = {
    loss: loss === undefined ? "" : formatNumber(loss, language),
    accuracy: percent(newest(data, side, "accuracy")),
    right: percent(right),
    questions: exam === undefined ? 32 : Number(state.held),
  };
  const parts = [
    ...(loss === undefined ? [] : [t(language, "train.says.loss", found)]),
    t(language, "train.says.accuracy", found),
    ...(isAnswered(state.task) ? [t(language, "train.says.right", found)] : []),
  ];
  const text = parts.join(t(language, "common.clause.separator"));
  if (state.against === "none") return text;
  return t(language, "common.labelled", { name: modelName(state, side, language), text });
}

export function summaryOf(data: TrainData, language: Language, names: Names): string {
  const sides: Side[] = data.state.against === "none" ? ["first"] : ["first", "second"];
  const text = sides.map((side) => saysOf(data, language, side));
  return t(language, "train.summary", {
    ...names,
    text: text.join(t(language, "train.says.separator")),
  });
}

export function notesOf(data: TrainData, language: Language, names: Names): string[] {
  const { state, progress } = data;
  const { kind, mask, shifted } = sideOf(state, state.shown);
  const leaks = kind !== "encoder" && (!shifted || mask === "none");
  const plays = state.mode === "all" || state.controls.split(",").includes("steps");
  const notes = [
    progress.reached > 0 ? "points" : plays ? "begin" : "begin.guided",
    ...(leaks ? ["leak"] : []),
    ...(kind === "recurrent" ? ["recurrent"] : []),
    ...(tasks[state.task].form === "window" && kind !== "recurrent" ? ["window"] : []),
  ] as const;
  return notes.map((name) => t(language, `train.note.${name as "begin"}`, names));
}
