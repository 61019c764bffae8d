// Panels over the depth: how alike the tokens are, how long x is, how much gradient comes back.
import { typeset } from "../../formulas/layer.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Band, Matrix } from "../../scene/scene.js";
import { grid, series } from "../pairs.js";
import type { Options, ProgramData } from "../program.js";
import type { LayerState } from "./parameters.js";

type Data = ProgramData<LayerState>;

const CHARTS = {
  alike: { tensor: "alike", role: "key" },
  length: { tensor: "stream.length", role: "query" },
  gradient: { tensor: "dx.length", role: "gradient" },
} as const;

/** A token alone is like no other one. */
export const several = ({ tokens }: Data) => tokens.length > 1;

export const chartBands = (data: Data, language: Language, active: Options["active"]): Band[] => [
  ...(several(data)
    ? [
        {
          ...{ id: "alike", title: t(language, "layer.band.alike") },
          panels: [...chartOf(data, language, "alike"), ...cosines(data, language, active)],
        },
      ]
    : []),
  {
    ...{ id: "sizes", title: t(language, "layer.band.sizes") },
    panels: [...chartOf(data, language, "length"), ...chartOf(data, language, "gradient")],
  },
];

/** One number for x, and one after every layer: [layers + 1]. */
function chartOf({ state, tensors }: Data, language: Language, id: keyof typeof CHARTS) {
  const { tensor, role } = CHARTS[id];
  const data = tensors[tensor];
  if (!data) return [];
  return [
    series(language, {
      ...{ id, tensor, data, role, formula: typeset[id] },
      title: t(language, `layer.panel.${id}`),
      places: Array.from(data.data, (_, layer) => String(layer)),
      across: t(language, "layer.axis.layers"),
      active: { row: 0, column: state.layer + 1 },
      chart: {
        ...{ kind: "line", measure: t(language, `layer.measure.${id}`) },
        ...(id !== "alike" && wide(data.data) ? { log: true } : { reach: [0, 1] }),
      },
    }),
  ];
}

/** Numbers that differ too much for an axis of equal steps. */
function wide(values: ArrayLike<number>): boolean {
  const all = Array.from(values);
  return Math.min(...all) > 0 && Math.max(...all) > 20 * Math.min(...all);
}

/** The tokens after the layer shown, each with each. */
function cosines(
  { state, tensors, tokens }: Data,
  language: Language,
  active: Options["active"],
): Matrix[] {
  const data = tensors.cosines;
  if (!data) return [];
  const token = t(language, "common.axis.token");
  return [
    grid(language, {
      ...{ id: "cosines", data, lead: [state.layer + 1], map: "diverging", reach: [1] },
      title: t(language, "layer.panel.cosines", { layer: state.layer + 1 }),
      ...{ down: token, rows: tokens, across: token, columns: tokens },
      active: { row: active?.query ?? tokens.length - 1, column: active?.key ?? 0 },
    }),
  ];
}
