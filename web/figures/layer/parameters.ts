// The table of the figure `layer`.
import { type Language, t } from "../../i18n/t.js";
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, nth, parametersOf, whole } from "../common.js";

export const SUBLAYERS = ["attention", "feed_forward"] as const;
export type Sublayer = (typeof SUBLAYERS)[number];

const WIDTHS = ["4", "8", "16"] as const;
const HEADS = ["1", "2", "4"] as const;

export type LayerState = Common<"layer"> & {
  text: string;
  tokens: string;
  /** What is looked at: a sublayer of one layer, or all layers. */
  part: Sublayer | "depth";
  residual: boolean;
  /** Where the norm stands: before a sublayer, or after its residual. */
  order: "pre" | "post";
  norm: "layer" | "rms" | "none";
  activation: "relu" | "gelu" | "swiglu";
  layers: number;
  /** The layer shown, from 0. */
  layer: number;
  mask: "none" | "causal";
  /** Each number of heads divides each width. */
  d_model: (typeof WIDTHS)[number];
  heads: (typeof HEADS)[number];
  seed: number;
};

export const MOST_TOKENS = 12;
const MOST_LAYERS = 12;

const own = [
  ...["text", "tokens", "part", "residual", "order", "norm", "activation", "layers", "layer"],
  ...["mask", "d_model", "heads", "seed"],
];

export const layerTable: Table<LayerState> = {
  named: true,
  parameters: parametersOf(
    "layer",
    [
      {
        ...{ name: "text", label: "layer.parameter.text", type: "text", longest: 2000 },
        default: "The cat sat on the mat",
      },
      {
        ...{ name: "tokens", label: "layer.parameter.tokens", type: "tokens", longest: 2000 },
        default: "",
      },
      { name: "part", label: "layer.parameter.part", ...choice([...SUBLAYERS, "depth"]) },
      { name: "residual", label: "layer.parameter.residual", type: "boolean", default: true },
      { name: "order", label: "layer.parameter.order", ...choice(["pre", "post"]) },
      { name: "norm", label: "layer.parameter.norm", ...choice(["layer", "rms", "none"]) },
      {
        ...{ name: "activation", label: "layer.parameter.activation" },
        ...choice(["relu", "gelu", "swiglu"]),
      },
      { name: "layers", label: "layer.parameter.layers", ...whole(6, 1, MOST_LAYERS) },
      { name: "layer", label: "layer.parameter.layer", ...nth(0, MOST_LAYERS - 1) },
      { name: "mask", label: "layer.parameter.mask", ...choice(["none", "causal"]) },
      { name: "d_model", label: "layer.parameter.d_model", ...choice(WIDTHS), default: "8" },
      { name: "heads", label: "layer.parameter.heads", ...choice(HEADS), default: "2" },
      { name: "seed", label: "layer.parameter.seed", ...whole(1, 0, 9999) },
    ],
    own,
  ),
  settle(state) {
    return { state: { ...state, layer: Math.min(state.layer, state.layers - 1) }, ignored: [] };
  },
};

export function groups({ norm }: LayerState): readonly Group[] {
  return [
    { name: "sentence", label: "layer.group.sentence", parameters: ["text", "tokens"] },
    { name: "shown", label: "layer.group.shown", parameters: ["part", "layer"] },
    {
      ...{ name: "layer", label: "layer.group.layer" },
      parameters: [
        ...["residual", "norm", ...(norm === "none" ? [] : ["order"]), "activation", "layers"],
      ],
    },
    {
      ...{ name: "numbers", label: "layer.group.numbers" },
      parameters: ["mask", "d_model", "heads", "seed"],
    },
  ];
}

export function looks(
  { layers }: LayerState,
  data: { truncated: number | undefined } | undefined,
  language: Language,
): Record<string, Look> {
  const limit = data?.truncated;
  const hint = limit === undefined ? "" : t(language, "embed.sentence.truncated", { limit });
  return { layer: { maximum: layers - 1 }, ...(hint !== "" && { text: { hint } }) };
}

export const sizesOf = ({ d_model, heads }: LayerState) => ({
  width: Number(d_model),
  heads: Number(heads),
  /** F, four times the width as in the original Transformer. */
  hidden: 4 * Number(d_model),
});

/** SwiGLU is SiLU, times a gate. */
export const activationOf = ({ activation }: LayerState) =>
  activation === "swiglu" ? "silu" : activation;
