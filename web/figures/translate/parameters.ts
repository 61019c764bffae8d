// The table of the figure `translate`.
import { type Language, t } from "../../i18n/t.js";
import type { Group, Look, Reading, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";
import { DIRECTIONS, type Direction, exampleOf } from "../directions.js";
import type { Asked } from "./asked.js";

export type TranslateState = Common<"translate"> & {
  direction: Direction;
  text: string;
  /** Tokens that are written already; the next one is being chosen. */
  step: number;
  /** Ids of the tokens that the text begins with, `27,504`; "": none. */
  forced: string;
  beams: number;
  /** α: a finished text is ranked by Σ log p ÷ length^α. */
  penalty: number;
  /** Of the cross-attention shown, from 0. */
  layer: number;
  head: number;
};

/** Decoder layers and heads of the shipped model. */
export const SIZES = { layers: 2, heads: 4 } as const;
/** Tokens that are read, the prefix included, and tokens that are written, EOS included. */
export const LONGEST = { source: 40, target: 24 } as const;

const own = ["direction", "text", "step", "forced", "beams", "penalty", "layer", "head"];

const label = <Name extends string>(name: Name) =>
  ({ name, label: `translate.parameter.${name}` }) as const;

export const idsIn = (forced: string): number[] =>
  forced === "" ? [] : forced.split(",").map(Number);

function readIds(given: string): Reading {
  const ids = given.split(/[\s,，]+/u).filter(Boolean);
  const fits = ids.length <= LONGEST.target && ids.every((id) => /^\d{1,6}$/.test(id));
  if (!fits) return { reason: "malformed", allowed: "27,504" };
  return { value: ids.map(Number).join(",") };
}

export const translateTable: Table<TranslateState> = {
  named: true,
  parameters: parametersOf(
    "translate",
    [
      { ...label("direction"), ...choice(DIRECTIONS) },
      { ...label("text"), type: "text", default: exampleOf("fr"), longest: 200 },
      { ...label("step"), ...whole(2, 0, LONGEST.target - 1), runs: true },
      { ...label("forced"), type: "text", default: "", longest: 200, read: readIds },
      { ...label("beams"), ...whole(4, 1, 6) },
      { ...label("penalty"), type: "number", default: 1, minimum: 0, maximum: 2 },
      { ...label("layer"), ...nth(SIZES.layers - 1, SIZES.layers - 1) },
      { ...label("head"), ...nth(0, SIZES.heads - 1) },
    ],
    own,
  ),
};

export const groups = (): readonly Group[] => [
  {
    ...{ name: "sentence", label: "translate.group.sentence" },
    parameters: ["direction", "text", "step"],
  },
  {
    ...{ name: "search", label: "translate.group.search" },
    parameters: ["beams", "penalty", "forced"],
  },
  {
    ...{ name: "attention", label: "translate.group.attention" },
    parameters: ["layer", "head"],
  },
];

export function looks(asked: Asked | undefined, language: Language): Record<string, Look> {
  const play = t(language, "translate.play");
  // Until the model has written, nothing is known of how far it goes.
  if (!asked) return { step: { play, progress: "" } };
  const { written, forced, texts, step } = asked;
  const steps = written.tokens.length;
  const progress = t(language, "translate.progress", { step: step + 1, steps });
  return {
    step: { maximum: steps - 1, reached: step, ahead: step, play, progress },
    ...(forced.length > 0 && { forced: { hint: t(language, "translate.forced", texts) } }),
  };
}
