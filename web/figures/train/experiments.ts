// Ready experiments: a model and the same with one thing otherwise, from the same seeds, and what
// came out. They are settings of the figure, and give way to any other.

import type { Tensor } from "../../engine/types.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { TrainData } from "./figure.js";
import type { TrainState } from "./parameters.js";
import { REPORT } from "./reports.js";
import { modelName } from "./words.js";

export const experimentNames = [
  ...["ring", "line", "shift", "leak", "order", "positions", "induction", "recurrent"],
] as const;
export type Experiment =
  | ("ring" | "line" | "shift" | "leak")
  | ("order" | "positions" | "induction" | "recurrent");

/** What decides: of an experiment whose loss does, less is better. */
type Decides = "loss" | "accuracy" | "right";

interface Ready {
  readonly settings: Partial<TrainState>;
  readonly decides: Decides;
}

const oneHead = { layers: 1, heads: "1", rate: "0.01", plan: 2500, against: "keys" } as const;

/** Steps and rates at which the models have learnt what they learn (docs/experiments.md). */
export const experiments: Readonly<Record<Experiment, Ready>> = {
  ring: { settings: { task: "cyclic_previous_token", ...oneHead }, decides: "accuracy" },
  line: { settings: { task: "previous_token", ...oneHead }, decides: "accuracy" },
  shift: { settings: { task: "copy", plan: 800, against: "shift" }, decides: "right" },
  leak: {
    settings: { task: "markov", layers: 1, heads: "1", batch: "64", plan: 600, against: "mask" },
    decides: "loss",
  },
  order: {
    settings: { task: "reverse", layers: 4, rate: "0.01", plan: 300, against: "order" },
    decides: "accuracy",
  },
  positions: { settings: { task: "reverse", plan: 1000, against: "positions" }, decides: "right" },
  induction: {
    settings: { task: "induction", positions: "rotary", plan: 1000, against: "layers" },
    decides: "accuracy",
  },
  recurrent: { settings: { task: "reverse", plan: 1000, against: "recurrent" }, decides: "right" },
};
/** Seeds that an experiment begins with. */
export const SEEDS = 5;

const isReady = (name: TrainState["experiment"]): name is Experiment => name !== "none";

/** The settings that make a state the experiment that it names. */
export function settingsOf({ experiment = "none" }: Partial<TrainState>): Partial<TrainState> {
  return isReady(experiment) ? experiments[experiment].settings : {};
}

/** Whether a change keeps the experiment what it is. */
export function keeps(state: TrainState, values: Partial<TrainState>): boolean {
  const fixed: Partial<TrainState> = settingsOf(state);
  return Object.entries(values).every(([name, value]) => {
    const known = fixed[name as keyof TrainState];
    return known === undefined || known === value;
  });
}

/** Of one kind of models the mean, the least and the largest, when all is done. */
interface Ends {
  readonly mean: number;
  readonly least: number;
  readonly largest: number;
}

/**
 * The last numbers of a report, one after another the rows of the first kind of models and of the
 * second: of one seed its numbers, of several their mean, least and largest.
 */
export function endsOf({ data }: Tensor, seeds: number): readonly [Ends, Ends] | undefined {
  const [rows, step] = seeds > 1 ? [6, 1] : [2, 0];
  const places = data.length / rows;
  if (!Number.isInteger(places) || places === 0) return undefined;
  const last = (row: number) => Number(data[(row + 1) * places - 1]);
  const ends = (mean: number): Ends => ({
    ...{ mean: last(mean), least: last(mean + step) },
    largest: last(mean + 2 * step),
  });
  return [ends(0), ends(rows / 2)];
}

/** What an experiment asks, and when it has ended, what came out. */
export function experimentNotes(data: TrainData, language: Language, judged: boolean): string[] {
  const { state, progress } = data;
  const { experiment } = state;
  if (!isReady(experiment)) return [];
  const notes = [t(language, `train.experiment.${experiment}`)];
  if (progress.reached === state.plan) notes.push(...measured(data, experiment, language));
  if (judged && (experiment === "ring" || experiment === "line" || experiment === "shift")) {
    notes.push(t(language, `train.experiment.claim.${experiment}`));
  }
  return notes;
}

function measured({ state, tensors }: TrainData, experiment: Experiment, language: Language) {
  const { decides } = experiments[experiment];
  const report = tensors[REPORT + decides];
  const ends = report && endsOf(report, state.seeds);
  if (!ends) return [];
  const number = (value: number) =>
    decides === "loss"
      ? formatNumber(value, language)
      : t(language, "train.experiment.percent", { share: formatNumber(100 * value, language) });
  const said = ends.map(({ mean, least, largest }, at) =>
    t(language, state.seeds > 1 ? "train.experiment.band" : "train.experiment.one", {
      name: modelName(state, at === 0 ? "first" : "second", language),
      ...{ mean: number(mean), least: number(least), largest: number(largest) },
    }),
  );
  const [first, second] = ends;
  const apart = first.least > second.largest || second.least > first.largest;
  const names = {
    ...{ seeds: state.seeds, measure: t(language, `train.experiment.decides.${decides}`) },
    text: said.join(t(language, "train.says.separator")),
    ahead: modelName(state, first.mean > second.mean ? "first" : "second", language),
  };
  const verdict = apart ? "train.experiment.apart" : "train.experiment.mixed";
  return [
    t(language, "train.experiment.measured", names) +
      (state.seeds > 1 ? t(language, verdict, names) : ""),
  ];
}
