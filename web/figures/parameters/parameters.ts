// The table of the figure `parameters`: what is counted, and its sizes.
import type { Group, Look, Table } from "../../state/table.js";
import { type Common, choice, parametersOf, whole } from "../common.js";

export type Sizes = {
  /** C, of the model. */
  width: number;
  /** H */
  heads: number;
  /** G, key and value heads. */
  groups: number;
  /** D */
  head_width: number;
  /** F, of the feed-forward layer. */
  hidden: number;
  /** L, of each stack. */
  layers: number;
  /** V */
  vocabulary: number;
  /** P, learned positions. */
  positions: number;
};

/** The chapter's layer: 512, 8 heads of 64. */
const base = { width: 512, heads: 8, groups: 8, head_width: 64, hidden: 2048 };
/** Of BERT-base and of GPT-2 small. */
const wide = { width: 768, heads: 12, groups: 12, head_width: 64, hidden: 3072, layers: 12 };

/** Sources: Devlin et al. 2019; Radford et al. 2019; Raffel et al. 2020, section 2.1. */
export const presets = {
  attention: { ...base, layers: 1, vocabulary: 1, positions: 1 },
  encoder_layer: { ...base, layers: 1, vocabulary: 1, positions: 1 },
  decoder_layer: { ...base, layers: 1, vocabulary: 1, positions: 1 },
  bert: { ...wide, vocabulary: 30522, positions: 512 },
  gpt2: { ...wide, vocabulary: 50257, positions: 1024 },
  t5: { ...base, layers: 6, vocabulary: 32128, positions: 1 },
} as const satisfies Record<string, Sizes>;
export type Model = keyof typeof presets;

const MODELS = ["attention", "encoder_layer", "decoder_layer", "bert", "gpt2", "t5"] as const;
const MOST: Sizes = {
  ...{ width: 16384, heads: 128, groups: 128, head_width: 256, hidden: 65536 },
  ...{ layers: 128, vocabulary: 300_000, positions: 131_072 },
};
const NAMES = Object.keys(MOST) as (keyof Sizes)[];

export type ParametersState = Common<"parameters"> &
  Sizes & {
    model: Model;
    /** Whether layers that are free to have biases have them; BERT and GPT-2 do, T5 does not. */
    bias: boolean;
  };

export const parametersTable: Table<ParametersState> = {
  named: true,
  parameters: parametersOf(
    "parameters",
    [
      { name: "model", label: "parameters.parameter.model", ...choice(MODELS) },
      // 0: as the model has it.
      ...NAMES.map((name) => ({
        ...{ name, label: `parameters.parameter.${name}` as const },
        ...whole(0, 0, MOST[name]),
      })),
      { name: "bias", label: "parameters.parameter.bias", type: "boolean", default: false },
    ],
    ["model", ...NAMES, "bias"],
  ),
  settle(state) {
    const sizes = Object.fromEntries(
      NAMES.map((name) => [name, state[name] || presets[state.model][name]]),
    ) as unknown as Sizes;
    // Groups are of equal size; where only the heads were given, each has keys of its own.
    const wanted = state.groups || sizes.heads;
    const groups = Array.from({ length: Math.min(wanted, sizes.heads) }, (_, at) => at + 1);
    const fitting = groups.filter((group) => sizes.heads % group === 0).at(-1) ?? 1;
    return { state: { ...state, ...sizes, groups: fitting }, ignored: [] };
  },
};

/** The sizes are those of the model, and nothing was changed. */
export function isPreset(state: ParametersState): boolean {
  return NAMES.every((name) => state[name] === presets[state.model][name]);
}

/** Another model has other sizes; heads with keys of their own keep them; groups divide the heads. */
export function change(state: ParametersState, values: Partial<ParametersState>): ParametersState {
  const next = { ...state, ...values };
  if (values.model !== undefined && values.model !== state.model) {
    return { ...next, ...presets[values.model] };
  }
  if (values.groups !== undefined && values.groups > state.groups) {
    // One more is the next number that divides the heads.
    let groups = Math.min(values.groups, next.heads);
    while (next.heads % groups !== 0) groups++;
    return { ...next, groups };
  }
  const follows = values.heads !== undefined && state.groups === state.heads;
  return follows && values.groups === undefined ? { ...next, groups: next.heads } : next;
}

const isLayer = ({ model }: ParametersState) => model.endsWith("_layer");
const isModel = (state: ParametersState) => !isLayer(state) && state.model !== "attention";

export function groups(state: ParametersState): readonly Group[] {
  const sizes = [
    ...["width", "heads", "groups", "head_width"],
    ...(state.model === "attention" ? [] : ["hidden"]),
    ...(isModel(state) ? ["layers", "vocabulary"] : []),
    ...(isModel(state) && state.model !== "t5" ? ["positions"] : []),
    ...(isModel(state) ? [] : ["bias"]),
  ];
  return [{ name: "parameters", label: "parameters.group", parameters: ["model", ...sizes] }];
}

export function looks({ heads }: ParametersState): Record<string, Look> {
  const least = Object.fromEntries(NAMES.map((name) => [name, { minimum: 1 }]));
  return { ...least, groups: { minimum: 1, maximum: heads } };
}
