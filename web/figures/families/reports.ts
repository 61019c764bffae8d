// What the three families report: losses of their own objectives, answers to the same question, and
// how much each was asked and read.
import type { Program, Step, Tensor } from "../../engine/types.js";
import { step } from "../steps.js";
import { floats } from "../tensors.js";
import type { Point } from "../train/curve.js";
import {
  ofLooks,
  ofQuestions,
  ofSteps,
  REPORT,
  type Reported,
  reportsOf,
} from "../train/reports.js";
import { type Looked, sidesOf } from "./looked.js";
import { type FamiliesState, families } from "./parameters.js";

const right = ({ given, text, place }: { given: number; text: number[]; place: number }) =>
  given === text[place];

/** What is drawn over the axis. */
export const columns = {
  loss: ofSteps(({ losses }) => losses),
  accuracy: ofLooks(({ score }) => score.accuracy),
  around: ofQuestions(({ around = [] }) => around.map(right)),
  before: ofQuestions(({ before = [] }) => before.map(right)),
  surprise: ofQuestions(({ around = [] }) => around.map(({ log_probability }) => -log_probability)),
};
export type Measure = keyof typeof columns;

/** [2·3, 1]: labels of the three families, then tokens, of all steps of the first seed. */
export const COUNTS = `${REPORT}counts`;

/** The first model of every family. */
export const firstOf = (learners: readonly Reported[]) =>
  families.flatMap((family) => learners.find(({ side }) => side === family) ?? []);

/** Counts = counted [6, steps] · 1 [steps, 1]. */
function counts(learners: readonly Reported[], reached: number) {
  const first = firstOf(learners);
  const rows = [...first.map(({ labels }) => labels), ...first.map(({ tokens }) => tokens)];
  const inputs: Record<string, Tensor> = {
    [`${REPORT}counted`]: floats(
      [rows.length, reached],
      (flat) => rows[Math.floor(flat / reached)]?.[flat % reached] ?? 0,
    ),
    [`${REPORT}ones`]: floats([reached, 1], () => 1),
  };
  const sum = step(COUNTS, "linear", { x: `${REPORT}counted`, weight: `${REPORT}ones` });
  return reached === 0 ? { inputs: {}, steps: [] } : { inputs, steps: [sum] };
}

/** Who may see whom in each attention, the sentence shown being read. */
export const masks = ["encoder", "decoder", "pair_encoder", "pair_decoder", "cross"] as const;
export type MaskName = (typeof masks)[number];

/** Queries and keys of each of them, in ids. */
export function axesOfMask(name: MaskName, { asked }: Pick<Looked, "asked">) {
  const of = (family: (typeof families)[number]) => sidesOf(family, asked[family]);
  const pair = of("encoder_decoder");
  const square = (ids: readonly number[]) => ({ queries: ids, keys: ids });
  switch (name) {
    case "encoder":
      return square(of("encoder").encoder);
    case "decoder":
      return square(of("decoder").decoder);
    case "pair_encoder":
      return square(pair.encoder);
    case "pair_decoder":
      return square(pair.decoder);
    case "cross":
      return { queries: pair.decoder, keys: pair.encoder };
  }
}

export const maskTensor = (name: MaskName) => `masks.${name}`;

function maskSteps(looked: Looked): Step[] {
  return masks.map((name) => {
    const { queries, keys } = axesOfMask(name, looked);
    const kind = name.endsWith("decoder") ? "causal" : "none";
    return step(maskTensor(name), "mask", {}, { kind, queries: queries.length, keys: keys.length });
  });
}

export function programOf(learners: readonly Reported[], reached: number, looked: Looked): Program {
  const reports = reportsOf(learners, reached, columns);
  const counted = counts(learners, reached);
  return {
    inputs: { ...reports.inputs, ...counted.inputs },
    steps: [...reports.steps, ...counted.steps, ...maskSteps(looked)],
  };
}

/** How much of the axis every model of a family has behind it, after so many steps each. */
function passed(of: readonly Reported[], axis: FamiliesState["axis"], reached: number): number[] {
  const totals = [0];
  for (let at = 0; at < reached; at++) {
    const sum = of.reduce((all, one) => all + (axis === "steps" ? 1 : (one[axis][at] ?? 0)), 0);
    totals.push((totals[at] ?? 0) + sum / of.length);
  }
  return totals;
}

/**
 * The axis of a curve of reports at these steps, as far as all families have come: the places of
 * the one whose reports stand furthest apart; of the others the newest report up to there.
 */
export function pointsOf(
  learners: readonly Reported[],
  axis: FamiliesState["axis"],
  reached: number,
  steps: readonly number[],
): Point[] {
  const ways = families.map((family) => {
    const of = learners.filter(({ side }) => side === family);
    const totals = passed(of, axis, reached);
    return steps.map((at) => totals[at] ?? 0);
  });
  const last = (way: readonly number[]) => way.at(-1) ?? 0;
  const fastest = ways.reduce((a, b) => (last(b) > last(a) ? b : a));
  const begin = Math.max(...ways.map((way) => way[0] ?? 0));
  const end = Math.min(...ways.map(last));
  return fastest
    .filter((at) => at >= begin && at <= end)
    .map((at) => ({
      at: Math.round(at),
      reports: ways.map((way) => way.filter((place) => place <= at).length - 1),
    }));
}
