// Panels of the figure `train`: curves over the steps, and the attention of the model looked into.

import type { Typeset } from "../../formulas/formula.js";
import { typeset } from "../../formulas/train.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Role } from "../../scene/scene.js";
import { pairs, series } from "../pairs.js";
import { gathered } from "../slice.js";
import type { TrainData } from "./figure.js";
import { axesOf, maskOf, weightsOf, wordsOf } from "./looked.js";
import { REPORT } from "./reports.js";
import { sideOf } from "./requests.js";
import { isAnswered } from "./tasks.js";
import { modelName } from "./words.js";

/** Points of a curve at most: of more, every second, every third … is drawn. */
const MOST_POINTS = 240;

/** What the rows of a curve are: of a kind of models the mean, of several seeds its ends too. */
function rowsOf({ state }: TrainData, language: Language): { role: Role; name: string }[] {
  const sides = state.against === "none" ? (["first"] as const) : (["first", "second"] as const);
  return sides.flatMap((side) => {
    const name = modelName(state, side, language);
    const role: Role = side === "first" ? "query" : "key";
    const ends = state.seeds > 1 ? (["least", "largest"] as const) : [];
    const edges = ends.map((end) => ({ role, name: t(language, `train.row.${end}`, { name }) }));
    return [{ role, name }, ...edges];
  });
}

/** One measure over the steps at `places`. */
function curve(
  data: TrainData,
  language: Language,
  measure: "loss" | "accuracy" | "right",
  places: readonly number[],
): Matrix[] {
  const { seeds } = data.state;
  const tensor = data.tensors[REPORT + measure];
  if (!tensor) return [];
  const rows = rowsOf(data, language);
  const count = tensor.data.length / rows.length;
  const apart = Math.ceil(count / MOST_POINTS);
  const shown = Math.ceil(count / apart);
  const at = Array.from({ length: shown }, (_, column) => Number(places[column * apart]));
  // Round numbers below the axis, where there are enough of them.
  const wide = (at.at(-1) ?? 0) - (at[0] ?? 0) > 10;
  const made = series(language, {
    ...{ id: measure, tensor: REPORT + measure, data: tensor },
    ...(measure === "loss" && { formula: typeset.loss }),
    title: t(language, seeds > 1 ? `train.panel.${measure}.seeds` : `train.panel.${measure}`, {
      seeds,
    }),
    slice: gathered(tensor, rows.length, shown, (row, column) => [row * count + column * apart]),
    names: rows.length > 1 ? rows.map(({ name }) => name) : [],
    places: at.map(String),
    across: t(language, "train.axis.step"),
    chart: {
      ...{ kind: "line", measure: t(language, `train.measure.${measure}`), bands: seeds > 1 },
      ...{ reach: measure === "loss" ? [0] : [0, 1], roles: rows.map(({ role }) => role) },
      ...(wide && { at }),
    },
  });
  // The newest point is the one in view.
  return [{ ...made, size: "medium", active: { row: 0, column: shown - 1 } }];
}

export function curves(data: TrainData, language: Language): Matrix[] {
  const { learners, progress } = data;
  const from = learners[0]?.from ?? 0;
  const steps = Array.from({ length: progress.reached - from }, (_, at) => from + at + 1);
  const looks = learners[0]?.looks.map(({ step }) => step) ?? [];
  return [
    ...curve(data, language, "loss", steps),
    ...curve(data, language, "accuracy", looks),
    ...curve(data, language, "right", looks),
  ];
}

/** All heads small, where there are several, and one of them in detail. */
export function attention(
  data: TrainData,
  language: Language,
  active: { row: number; column: number } | undefined,
): { small: Matrix[]; large: Matrix[] } {
  const { state, tensors, looked } = data;
  const tensor = weightsOf(state);
  const weights = tensors[tensor];
  if (!weights) return { small: [], large: [] };
  const axes = axesOf(state, looked);
  const heads = Number(sideOf(state, state.shown).heads);
  const shown = Math.min(state.head, heads - 1);
  const map = (id: string, head: number, title: string, formula?: Typeset) =>
    pairs(language, {
      ...{ id, title, tensor, data: weights, lead: [0, head], active },
      ...{ map: "sequential", reach: [0, 1], ...(formula && { formula }) },
      mask: tensors[maskOf(state)]?.data as Uint8Array | undefined,
      ...{ queries: wordsOf(axes.queries, looked), keys: wordsOf(axes.keys, looked) },
    });
  const small = Array.from({ length: heads }, (_, head): Matrix => {
    const name = head === shown ? "train.panel.shown" : "train.panel.head";
    return { ...map(`head.${head}`, head, t(language, name, { head: head + 1 })), size: "tiny" };
  });
  const taught = isAnswered(state.task) ? "taught" : "weights";
  const title = t(language, `train.panel.${taught}`, { head: shown + 1 });
  const large = map("weights", shown, title, typeset.weights);
  return { small: heads > 1 ? small : [], large: [{ ...large, size: "medium" }] };
}
