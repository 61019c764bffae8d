// Panels of the figure `train`: curves over the steps, and the attention of the model looked into.

import type { Typeset } from "../../formulas/formula.js";
import { typeset } from "../../formulas/train.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Role } from "../../scene/scene.js";
import { pairs } from "../pairs.js";
import { alike, curve } from "./curve.js";
import type { TrainData } from "./figure.js";
import { axesOf, maskOf, weightsOf, wordsOf } from "./looked.js";
import { REPORT } from "./reports.js";
import { type Side, sideOf } from "./requests.js";
import { isAnswered } from "./tasks.js";
import { modelName } from "./words.js";

export function curves(data: TrainData, language: Language): Matrix[] {
  const { state, learners, progress, tensors } = data;
  const { seeds, against } = state;
  const from = learners[0]?.from ?? 0;
  const steps = Array.from({ length: progress.reached - from }, (_, at) => from + at + 1);
  const looks = learners[0]?.looks.map(({ step }) => step) ?? [];
  const kind = (side: Side, role: Role) => ({ role, name: modelName(state, side, language) });
  const second = against === "none" ? [] : [kind("second", "key")];
  const kinds = [kind("first", "query"), ...second];
  const one = (measure: "loss" | "accuracy" | "right", places: readonly number[]) =>
    curve(language, {
      ...{ id: measure, tensor: REPORT + measure, data: tensors[REPORT + measure], kinds, seeds },
      ...(measure === "loss" && { formula: typeset.loss }),
      title: t(language, seeds > 1 ? `train.panel.${measure}.seeds` : `train.panel.${measure}`, {
        seeds,
      }),
      measure: t(language, `learning.measure.${measure === "loss" ? "nats" : "share"}`),
      reach: measure === "loss" ? [0] : [0, 1],
      across: t(language, "learning.axis.step"),
      points: alike(places, kinds.length),
    });
  return [...one("loss", steps), ...one("accuracy", looks), ...one("right", looks)];
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
