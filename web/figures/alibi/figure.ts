// ALiBi alone: all scores are 0, so what softmax makes of them is the bias and nothing else.
// Source: Press et al. 2022, section 3.
import type { Program } from "../../engine/types.js";
import { typeset } from "../../formulas/alibi.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { counted, pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { type AlibiState, alibiTable, groups } from "./parameters.js";

function program({ heads, length, reversed }: AlibiState): Program {
  const size = { queries: length, keys: length };
  return {
    steps: [
      { name: "bias", operation: "alibi", attributes: { heads, reversed, ...size } },
      { name: "mask", operation: "mask", attributes: { kind: "causal", ...size } },
      { name: "masked", operation: "apply_mask", inputs: { a: "bias", visible: "mask" } },
      { name: "weights", operation: "softmax", inputs: { a: "masked" } },
    ],
  };
}

function describe(data: ProgramData<AlibiState>, { language, active, ignored }: Options): Scene {
  const { state, tensors } = data;
  const { head, heads, length } = state;
  const place = { row: active?.query ?? length - 1, column: active?.key ?? length - 1 };
  const names = { head: head + 1, heads };
  const slopes = slopesOf(data, language);
  const [bias, masked, mask, all] = [tensors.bias, tensors.masked, tensors.mask, tensors.weights];
  const shared = { lead: [head], active: place, mask: mask?.data as Uint8Array };
  const matrices =
    bias && masked && mask && all
      ? [
          pairs(language, {
            ...shared,
            ...{ id: "bias", data: bias, map: "diverging" },
            title: t(language, "alibi.panel.bias", names),
            formula: typeset[state.reversed ? "reversed" : "bias"],
          }),
          pairs(language, {
            ...shared,
            ...{ id: "weights", data: all, map: "sequential", formula: typeset.weights },
            title: t(language, "alibi.panel.weights", names),
          }),
        ]
      : [];
  const weights = matrices[1];
  return {
    figure: "alibi",
    language,
    title: t(language, "alibi.title"),
    summary: weights ? summary(language, state, weights, slopes) : "",
    notes: [
      t(language, state.reversed ? "alibi.note.reversed" : "alibi.note"),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "slopes", title: t(language, "alibi.band.slopes"), panels: slopes },
      {
        id: "weights",
        title: t(language, "alibi.band.weights"),
        panels: matrices,
        joints: ["", "softmax →"],
      },
    ],
    tables: [],
    fractions: true,
  };
}

/** m of every head. */
function slopesOf({ state, tensors }: ProgramData<AlibiState>, language: Language): Matrix[] {
  const data = tensors["bias.slopes"];
  if (!data) return [];
  return [
    series(language, {
      ...{ id: "bias.slopes", data, formula: typeset.slopes },
      title: t(language, "alibi.panel.slopes"),
      places: counted(state.heads),
      across: t(language, "common.axis.head"),
      active: { row: 0, column: state.head },
      chart: { kind: "bar", measure: "m" },
    }),
  ];
}

/** The last query: its weight on itself and on the first key. */
function summary(
  language: Language,
  { head, heads, length }: AlibiState,
  weights: Matrix,
  [slopes]: Matrix[],
): string {
  const row = (length - 1) * length;
  const write = (value: number | undefined) => formatNumber(value ?? 0, language);
  return t(language, "alibi.summary", {
    ...{ head: head + 1, heads, length },
    slope: write(slopes?.values[head]),
    near: write(weights.values[row + length - 1]),
    far: write(weights.values[row]),
  });
}

export const alibiFigure: ProgramFigure<AlibiState> = {
  name: "alibi",
  table: alibiTable,
  program,
  drawn: () => ["bias", "bias.slopes", "mask", "masked", "weights"],
  describe,
  groups,
  looks: ({ heads }) => ({ head: { maximum: heads - 1 } }),
  // The bar of a head shows that head; a cell of a matrix is a pair.
  pairOf: (tensor, index) =>
    tensor === "bias.slopes" ? {} : { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 },
};
