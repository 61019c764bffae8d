// Panels of one layer: what the tokens are after every stage of a sublayer, what its norm takes
// away and divides by, and where the hidden units of a token lie on the activation.
import { typeset } from "../../formulas/layer.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix } from "../../scene/scene.js";
import { counted, grid, series } from "../pairs.js";
import type { ProgramData } from "../program.js";
import { gathered } from "../slice.js";
import { statisticsOf } from "./inside.js";
import { type LayerState, type Sublayer, sizesOf } from "./parameters.js";
import { type Stages, stagesOf } from "./stages.js";

type Data = ProgramData<LayerState>;
/** The token and the feature kept in view from stage to stage. */
type Place = { row: number; column: number };

/** What is drawn of a sublayer: the stages, one after the other, each once. */
export function shownOf(state: LayerState, sublayer: Sublayer): string[] {
  const { x, input, output, sum, result } = stagesOf(state, state.layer, sublayer);
  return [...new Set([x, input, output, sum, result])];
}

export function sublayerBand(
  data: Data,
  language: Language,
  sublayer: Sublayer,
  place: Place,
): Band {
  const { state } = data;
  const stages = stagesOf(state, state.layer, sublayer);
  const parts = shownOf(state, sublayer).flatMap((tensor) => {
    const matrix = stage(data, language, sublayer, tensor, place);
    const made = matrix ? [{ matrix, joint: jointOf(stages, tensor) }] : [];
    const before = tensor === stages.normed?.to ? statistics(data, language, sublayer, place) : [];
    return [...before.map((matrix) => ({ matrix, joint: "" })), ...made];
  });
  return {
    ...{ id: sublayer, title: t(language, `layer.band.${sublayer}`) },
    panels: parts.map(({ matrix }) => matrix),
    joints: parts.map(({ joint }) => joint),
  };
}

/** What leads to a stage. */
function jointOf({ normed, output, sum }: Stages, tensor: string): string {
  if (tensor === normed?.to || tensor === output) return "→";
  return tensor === sum ? "+ x =" : "";
}

/** [1, T, C] */
function stage(
  { state, tensors, tokens }: Data,
  language: Language,
  sublayer: Sublayer,
  tensor: string,
  active: Place,
): Matrix | undefined {
  const data = tensors[tensor];
  if (!data) return undefined;
  const { normed, output, sum } = stagesOf(state, state.layer, sublayer);
  const gated = state.activation === "swiglu" ? "gated" : "feed_forward";
  const [kind, formula] =
    tensor === normed?.to
      ? (["normed", typeset[`${state.norm as "layer" | "rms"}_norm`]] as const)
      : tensor === output
        ? ([sublayer, typeset[sublayer === "attention" ? "attention" : gated]] as const)
        : ([tensor === sum ? (`sum.${sublayer}` as const) : "x", undefined] as const);
  return grid(language, {
    ...{ id: `${sublayer}.${kind}`, tensor, data, map: "diverging", active },
    ...(formula && { formula }),
    title: t(language, `layer.panel.${kind}`, {
      norm: t(language, `layer.parameter.norm.${state.norm}`),
    }),
    ...{ down: t(language, "common.axis.token"), rows: tokens },
    ...{ across: t(language, "common.axis.feature"), columns: counted(sizesOf(state).width) },
  });
}

/** μ and σ of every token, or its root mean square. */
function statistics(
  { state, tensors, tokens }: Data,
  language: Language,
  sublayer: Sublayer,
  { row }: Place,
): Matrix[] {
  const tensor = statisticsOf(sublayer);
  const data = tensors[tensor];
  if (!data) return [];
  const columns = state.norm === "rms" ? ["RMS"] : ["μ", "σ"];
  return [
    grid(language, {
      ...{ id: tensor, data, map: "none", active: { row, column: columns.length - 1 } },
      slice: gathered(data, tokens.length, columns.length, (token, column) => [column, token]),
      title: t(language, `layer.panel.statistics.${state.norm as "layer" | "rms"}`),
      ...{ down: t(language, "common.axis.token"), rows: tokens },
      ...{ across: t(language, "layer.axis.statistics"), columns },
    }),
  ];
}

/** f(z), and on it the hidden units of one token. */
export function curveBand(
  { state, tensors, tokens }: Data,
  language: Language,
  { row }: Place,
): Band {
  const { units, bent } = tensors;
  const { hidden } = sizesOf(state);
  const title = t(language, "layer.band.curve", { token: tokens[row] ?? "", units: hidden });
  if (!units || !bent) return { id: "curve", title, panels: [] };
  const width = units.shape.at(-1) ?? 0;
  const at = units.data.subarray(row * width, (row + 1) * width);
  const write = (value: number) => formatNumber(value, language);
  const places = Array.from(at, (z, column) =>
    column < hidden ? t(language, "layer.unit", { unit: column + 1, z: write(z) }) : write(z),
  );
  return {
    ...{ id: "curve", title },
    panels: [
      series(language, {
        ...{ id: "bent", data: bent, formula: typeset[state.activation], role: "query" },
        slice: gathered(bent, 1, width, (_, column) => [0, row, column]),
        title: t(language, `layer.panel.${state.activation}`),
        ...{ places, across: "z" },
        chart: { kind: "line", measure: "f(z)", at, loose: hidden },
      }),
    ],
  };
}
