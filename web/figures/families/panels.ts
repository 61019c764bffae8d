// Panels of the figure `families`: curves, what was counted, masks and attention.

import { typeset } from "../../formulas/families.gen.js";
import type { Typeset } from "../../formulas/formula.js";
import { typeset as trained } from "../../formulas/train.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Role } from "../../scene/scene.js";
import { listed } from "../listed.js";
import { pairs } from "../pairs.js";
import { gathered } from "../slice.js";
import { curve } from "../train/curve.js";
import { REPORT } from "../train/reports.js";
import type { FamiliesData } from "./figure.js";
import { axesOf, maskOf, sidesOf, weightsOf, wordsOf } from "./looked.js";
import { type Family, families } from "./parameters.js";
import { axesOfMask, COUNTS, type Measure, masks, maskTensor, pointsOf } from "./reports.js";

const roles: Readonly<Record<Family, Role>> = {
  ...{ encoder: "query", decoder: "key", encoder_decoder: "value" },
};

export const familyName = (family: Family, language: Language) =>
  t(language, `families.parameter.shown.${family}`);

/** What is measured of each curve, and the values that its axis reaches. */
const drawn: Readonly<Record<Measure, { unit: "nats" | "share"; formula?: Typeset }>> = {
  loss: { unit: "nats", formula: typeset.loss },
  accuracy: { unit: "share" },
  around: { unit: "share" },
  before: { unit: "share" },
  surprise: { unit: "nats", formula: typeset.surprise },
};

export function curves(
  data: FamiliesData,
  language: Language,
  measures: readonly Measure[],
): Matrix[] {
  const { state, learners, progress, tensors } = data;
  const { axis, seeds } = state;
  const { reached } = progress;
  const kinds = families.map((family) => ({
    role: roles[family],
    // A curve has little room for its name.
    name: t(language, `families.short.${family}`),
  }));
  const steps = Array.from({ length: reached }, (_, at) => at + 1);
  const looks = learners[0]?.looks.map(({ step }) => step) ?? [];
  const across = axis === "steps" ? "learning.axis.step" : (`families.axis.${axis}` as const);
  return measures.flatMap((measure) => {
    const { unit, formula } = drawn[measure];
    return curve(language, {
      ...{ id: measure, tensor: REPORT + measure, data: tensors[REPORT + measure], kinds, seeds },
      ...(formula && { formula }),
      title: t(language, `families.panel.${measure}`),
      measure: t(language, `learning.measure.${unit}`),
      reach: unit === "share" ? [0, 1] : [0],
      across: t(language, across),
      points: pointsOf(learners, axis, reached, measure === "loss" ? steps : looks),
    });
  });
}

/** Labels and tokens of each family so far. */
export function counts({ tensors }: FamiliesData, language: Language): Matrix[] {
  const data = tensors[COUNTS];
  if (!data) return [];
  return [
    listed(language, {
      ...{ id: "counts", tensor: COUNTS, data, whole: true, share: 0.3 },
      title: t(language, "families.panel.counts"),
      formula: typeset.counts,
      down: t(language, "families.axis.family"),
      places: families.map((family) => familyName(family, language)),
      names: (["labels", "tokens"] as const).map((name) => t(language, `families.axis.${name}`)),
      slice: gathered(data, families.length, 2, (row, column) => [
        column * families.length + row,
        0,
      ]),
    }),
  ];
}

/** Masks drawn so far: while the sentence is the same, they are, and need not be drawn again. */
const drawnMasks = new WeakMap<FamiliesData["looked"]["asked"], Record<string, Matrix[]>>();

export function maskPanels(data: FamiliesData, language: Language): Matrix[] {
  const known = drawnMasks.get(data.looked.asked) ?? {};
  known[language] ??= masksOf(data, language);
  drawnMasks.set(data.looked.asked, known);
  return known[language];
}

function masksOf({ looked, tensors }: FamiliesData, language: Language): Matrix[] {
  return masks.flatMap((name) => {
    const data = tensors[maskTensor(name)];
    if (!data) return [];
    const { queries, keys } = axesOfMask(name, looked);
    const made = pairs(language, {
      ...{ id: maskTensor(name), data, map: "mask" },
      title: t(language, `families.panel.mask.${name}`),
      ...{ queries: wordsOf(queries, looked), keys: wordsOf(keys, looked) },
    });
    return [{ ...made, size: "medium" as const }];
  });
}

/** What the family shown attends to in its last layer. */
export function attention(
  data: FamiliesData,
  language: Language,
  active: { row: number; column: number } | undefined,
): Matrix[] {
  const { state, tensors, looked } = data;
  const tensor = weightsOf(state);
  const weights = tensors[tensor];
  if (!weights) return [];
  const { shown, head } = state;
  const { queries, keys } = axesOf(shown, sidesOf(shown, looked.asked[shown]));
  const made = pairs(language, {
    ...{ id: "weights", tensor, data: weights, lead: [0, head], active },
    ...{ map: "sequential", reach: [0, 1], formula: trained.weights },
    title: t(language, "families.panel.weights", { head: head + 1 }),
    mask: tensors[maskOf(state)]?.data as Uint8Array | undefined,
    ...{ queries: wordsOf(queries, looked), keys: wordsOf(keys, looked) },
  });
  return [{ ...made, size: "medium" }];
}
