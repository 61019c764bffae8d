// Parameters part by part, of the variants of attention, and of BERT-base without projections.
import type { Program, Step } from "../../engine/types.js";
import { asList, type Counted, counts, one } from "../counts.js";
import { joined, step } from "../steps.js";
import { given } from "../tensors.js";
import { type ParametersState, presets } from "./parameters.js";
import { biasOf, partsOf, sizesOf } from "./parts.js";

export const VARIANTS = ["MHA", "GQA", "MQA", "MLA"] as const;
/** What the chapter gives for BERT-base: as it is, V = K, Q = K, without W_Q, W_K and W_V. */
const CLAIMED = [110e6, 91e6, 91e6, 72e6] as const;
/** And for MQA with 8 heads of 64: W_Q and W_O alone. */
const CLAIMED_MQA = 524_288;

/** G of the bar for GQA: the state's, or a quarter of the heads. */
export function groupsOf({ heads, groups }: ParametersState): number {
  if (groups > 1 && groups < heads) return groups;
  const quarter = Math.max(1, Math.floor(heads / 4));
  return Array.from({ length: quarter }, (_, at) => quarter - at).find((g) => heads % g === 0) ?? 1;
}

/** The matrices of attention, without biases. MLA as in DeepSeek-V2: a latent of 4·D, a key of D/2. */
function variants(state: ParametersState): Record<(typeof VARIANTS)[number], Counted> {
  const { width, heads, head_width } = state;
  const shared = (groups: number) => ({ kind: "attention", width, heads, groups, head_width });
  const latent = { latent: 4 * head_width, rotary: Math.ceil(head_width / 2) };
  return {
    ...{ MHA: shared(heads), GQA: shared(groupsOf(state)), MQA: shared(1) },
    MLA: { kind: "latent_attention", width, heads, head_width, ...latent },
  };
}

export function program(state: ParametersState): Program {
  const parts = partsOf(state);
  const times = parts.map((part) => part.times);
  return {
    inputs: {
      ...one,
      ...Object.fromEntries(times.map((count) => [`times_${count}`, given([1], [count])])),
      layers: given([1], [presets.bert.layers]),
      claimed: given([CLAIMED.length], CLAIMED),
      claimed_mqa: given([1], [CLAIMED_MQA]),
    },
    steps: [
      ...parts.flatMap(({ name, counted, times }): Step[] => [
        step(`part.${name}`, "count", {}, counted),
        step(`parts.${name}`, "multiply", { a: `times_${times}`, b: `part.${name}` }),
      ]),
      step("total", "count", {}, { kind: state.model, bias: biasOf(state), ...sizesOf(state) }),
      asList("whole", "total"),
      ...joined("parts", [...parts.map(({ name }) => `parts.${name}`), "whole"]),
      ...counts("variants", variants(state)),
      ...claims(),
    ],
  };
}

/** BERT-base with V = K, with Q = K and without all three projections; MQA of the chapter's sizes. */
function claims(): Step[] {
  const { width, heads, head_width } = presets.attention;
  const { bert } = presets;
  const remove = (name: string, a: string) => step(name, "add", { a, b: "bert.removed" });
  return [
    ...counts("bert", {
      whole: { kind: "bert", ...bert },
      projection: { kind: "linear", bias: true, width: bert.width, hidden: bert.width },
    }),
    step("bert.projections", "multiply", { a: "layers", b: "bert.projection" }),
    step("bert.removed", "scale", { a: "bert.projections" }, { divisor: -1 }),
    remove("bert.shared", "bert.whole.list"),
    remove("bert.without_two", "bert.shared"),
    remove("bert.bare", "bert.without_two"),
    ...joined("bert.counted", ["bert.whole.list", "bert.shared", "bert.shared", "bert.bare"]),
    ...joined("bert.claims", ["bert.counted", "claimed"]),
    ...counts("mqa", { MQA: { kind: "attention", width, heads, groups: 1, head_width } }),
    ...joined("mqa.claims", ["mqa.MQA.list", "claimed_mqa"]),
  ];
}
