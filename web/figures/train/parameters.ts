// The table of the figure `train`: what is learnt, by which model, how, and how far.
import type { Language } from "../../i18n/t.js";
import { assemble } from "../../state/codec.js";
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";
import { type Experiment, experimentNames, keeps, SEEDS, settingsOf } from "./experiments.js";
import {
  batch,
  corpus,
  headUpTo,
  type Learning,
  planOf,
  rate,
  seed,
  seedsUpTo,
  steps,
  width,
} from "./learning.js";
import { isAnswered, type Kind, kindsOf, type TaskName, taskNames, tasks } from "./tasks.js";

const positionKinds = ["none", "sinusoidal", "learned", "rotary", "alibi", "relative"] as const;
const comparisons = [
  ...(["none", "positions", "mask", "shift", "heads", "layers"] as const),
  ...(["keys", "order", "recurrent", "rate"] as const),
] as const;
export type Comparison = (typeof comparisons)[number];

export type TrainState = Common<"train"> &
  Learning & {
    /** What the settings are those of. */
    experiment: "none" | Experiment;
    task: TaskName;
    kind: Kind;
    /** Of the encoder and of the decoder. */
    layers: number;
    heads: "1" | "2" | "4" | "8";
    positions: (typeof positionKinds)[number];
    /** Of the decoder's self-attention. */
    mask: "causal" | "none";
    /** The decoder reads the labels one place later. */
    shifted: boolean;
    /** What the second model has otherwise. */
    against: Comparison;
    /** The model that is looked into. */
    shown: "first" | "second";
    /** Held-out questions asked when the run has come to its end. */
    held: "32" | "1000";
  };

const own = [
  ...[
    "experiment",
    "task",
    "corpus",
    "kind",
    "layers",
    "d_model",
    "heads",
    "positions",
    "mask",
    "shifted",
  ],
  ...["rate", "batch", "plan", "steps", "against", "seed", "seeds", "shown", "head", "held"],
];

const parameter = <Name extends string>(name: Name) =>
  ({ name, label: `train.parameter.${name}` }) as const;

/** What each task is learnt with; measured in the commit that set it. */
const presets: Readonly<Record<TaskName, Partial<TrainState>>> = {
  copy: { plan: 800 },
  reverse: {},
  sort: { plan: 1500 },
  addition: { plan: 1500, batch: "64" },
  date: { plan: 800 },
  pinyin: { plan: 800 },
  continuation: { plan: 400 },
  span_corruption: { plan: 400 },
  previous_token: { layers: 1, heads: "1", plan: 300 },
  cyclic_previous_token: { layers: 1, heads: "1", plan: 300 },
  relations: { layers: 1, heads: "2", plan: 600 },
  fill_mask: { plan: 400 },
  grammar: { plan: 400 },
  markov: { layers: 1, heads: "1", batch: "64", plan: 600 },
  induction: { plan: 1000, positions: "rotary" },
};

export const trainTable: Table<TrainState> = {
  named: true,
  parameters: parametersOf(
    "train",
    [
      { ...parameter("experiment"), ...choice(["none", ...experimentNames]), default: "none" },
      { ...parameter("task"), ...choice(taskNames), default: "reverse" },
      corpus,
      {
        ...parameter("kind"),
        ...choice(["encoder_decoder", "decoder", "encoder", "recurrent"]),
      },
      { ...parameter("layers"), ...whole(2, 1, 4) },
      width,
      { ...parameter("heads"), ...choice(["1", "2", "4", "8"]), default: "4" },
      { ...parameter("positions"), ...choice(positionKinds), default: "sinusoidal" },
      { ...parameter("mask"), ...choice(["causal", "none"]) },
      { ...parameter("shifted"), type: "boolean", default: true },
      ...[rate, batch, planOf(1000), steps],
      { ...parameter("against"), ...choice(comparisons) },
      ...[seed, seedsUpTo(5)],
      { ...parameter("shown"), ...choice(["first", "second"]) },
      headUpTo(7),
      { ...parameter("held"), ...choice(["32", "1000"]) },
    ],
    own,
  ),
  presets: { by: "task", values: presets, guess: () => "reverse" },
  settle: (state) => ({ state: settle(state), ignored: [] }),
};

/** Whether a decoder foretells tokens, so that labels can be shifted. */
const foretells = ({ kind }: TrainState) => kind !== "encoder";
const attends = ({ kind }: TrainState) => kind !== "recurrent";
/**
 * Whether the causal mask can go. Who answers in writing needs it: nothing could be kept from one
 * token to the next.
 */
const unmasks = (state: TrainState) =>
  foretells(state) && attends(state) && !isAnswered(state.task);

/** What a second model can have otherwise than the first. */
export function comparisonsOf(state: TrainState): readonly Comparison[] {
  const differs: Record<Comparison, boolean> = {
    none: true,
    positions: state.positions !== "none",
    mask: unmasks(state) && state.mask === "causal",
    shift: foretells(state) && state.shifted,
    heads: attends(state) && state.heads !== "1",
    layers: state.layers > 1,
    keys: attends(state),
    order: attends(state),
    recurrent: attends(state) && kindsOf[tasks[state.task].form].includes("recurrent"),
    rate: true,
  };
  return comparisons.filter((name) => differs[name]);
}

/** Where there are positions, the kinds that a model can have: recurrence reads none by itself. */
const positionsOf = (state: TrainState): readonly TrainState["positions"][] =>
  attends(state) ? positionKinds : positionKinds.slice(0, 3);

function settle(given: TrainState): TrainState {
  // A link that names an experiment means its settings.
  const state = { ...given, ...settingsOf(given) };
  const kinds = kindsOf[tasks[state.task].form];
  const kind = kinds.includes(state.kind) ? state.kind : (kinds[0] as Kind);
  const next = { ...state, kind };
  next.steps = Math.min(next.steps, next.plan);
  next.head = attends(next) ? Math.min(next.head, Number(next.heads) - 1) : 0;
  if (!unmasks(next)) next.mask = "causal";
  if (!foretells(next)) next.shifted = true;
  if (!positionsOf(next).includes(next.positions)) next.positions = "none";
  if (!comparisonsOf(next).includes(next.against)) next.against = "none";
  if (next.against === "none") next.shown = "first";
  return next;
}

export function change(
  state: TrainState,
  values: Partial<TrainState>,
  language: Language,
): TrainState {
  const { lang, theme, mode, controls, readonly, claims, seed, seeds } = state;
  const kept = { lang, theme, mode, controls, readonly, claims, seed, corpus: language };
  if (values.experiment !== undefined && values.experiment !== "none") {
    return assemble(trainTable, { ...kept, seeds: SEEDS, ...settingsOf(values), ...values }).state;
  }
  const experiment = keeps(state, values) ? state.experiment : "none";
  const next = { ...state, experiment, ...values };
  if (next.task === state.task) return next;
  // Another task begins with the settings that learn it, and untrained.
  return assemble(trainTable, { ...kept, seeds, experiment, ...values }).state;
}

export function groups(state: TrainState): readonly Group[] {
  const { task } = state;
  const several = state.against !== "none";
  const group = (
    name: "subject" | "model" | "training" | "compare",
    parameters: string[],
  ): Group => ({
    ...{ name, label: `train.group.${name}` },
    parameters,
  });
  const model = attends(state) ? ["heads", "head"] : [];
  return [
    group("subject", [
      ...[
        "experiment",
        "task",
        ...(typeof tasks[task].vocabulary === "number" ? [] : ["corpus"]),
        "steps",
      ],
      ...(isAnswered(task) ? ["held"] : []),
    ]),
    group("model", [
      ...["kind", "layers", "d_model", ...model, "positions"],
      ...(unmasks(state) ? ["mask"] : []),
      ...(foretells(state) ? ["shifted"] : []),
    ]),
    group("training", ["rate", "batch", "plan"]),
    group("compare", ["against", ...(several ? ["shown"] : []), "seeds", "seed"]),
  ];
}

/** `ahead`: where the slice under way ends at the latest. */
export function looks(
  state: TrainState,
  progress: { reached: number; ahead: number } | undefined,
): Record<string, Look> {
  return {
    kind: { values: kindsOf[tasks[state.task].form] },
    positions: { values: positionsOf(state) },
    against: { values: comparisonsOf(state) },
    head: { maximum: Number(state.heads) - 1 },
    steps: { maximum: state.plan, ...progress },
  };
}
