// What a cache of keys and values weighs, and why queries are not in it.
import type { Program, Step } from "../../engine/types.js";
import { counts, one } from "../counts.js";
import { difference } from "../steps.js";
import { type CacheState, sizesOf } from "./parameters.js";

/** The layer that is decoded: tokens, heads, width. */
export const LAYER = { tokens: 5, heads: 2, width: 6 } as const;
/** Of a number: float16. */
const BYTES = 2;
/** d and H of the layer whose parameters the chapter counts. */
const CHAPTER = { width: 512, heads: 8 } as const;

export function program(state: CacheState): Program {
  const { layers, heads, groups, head_width } = sizesOf(state);
  /** A latent of 4·d_k and a key of d_k/2 that turns, as in DeepSeek-V2. */
  const mla = { kind: "latent_cache", latent: 4 * head_width, rotary: head_width / 2 };
  const pairs = (kept: number) => ({
    ...{ kind: "key_value_cache", heads, groups: kept, head_width },
  });
  const cached = { MHA: pairs(heads), GQA: pairs(groups), MQA: pairs(1), MLA: mla };
  const whole = { layers, length: state.length, bytes: BYTES };
  const attention = { kind: "attention", ...CHAPTER };
  return {
    inputs: one,
    steps: [
      ...counts("per_token", cached),
      ...counts(
        "bytes",
        Object.fromEntries(
          Object.entries(cached).map(([key, kept]) => [key, { ...kept, ...whole }]),
        ),
      ),
      {
        ...{ name: "total", operation: "scale", inputs: { a: "bytes" } },
        attributes: { divisor: unitOf(state).bytes },
      },
      ...counts("parameters", {
        MHA: { ...attention, groups: CHAPTER.heads },
        GQA: { ...attention, groups: 2 },
        MQA: { ...attention, groups: 1 },
        // W_Q and W_O, and nothing else: what the chapter takes for MQA.
        claimed: { kind: "linear", width: CHAPTER.width, hidden: 2 * CHAPTER.width },
      }),
      ...decoding(),
    ],
  };
}

/** The largest unit of which MHA fills at least one. */
export function unitOf(state: CacheState) {
  const { layers, heads, head_width } = sizesOf(state);
  const power = Math.log2(2 * layers * heads * head_width * state.length * BYTES) / 10;
  const at = Math.max(1, Math.min(3, Math.floor(power)));
  return { name: `${"KMG"[at - 1]}iB`, bytes: 2 ** (10 * at) };
}

/** A causal layer over all tokens, and the same token by token with what was kept. */
function decoding(): Step[] {
  const { tokens, heads, width } = LAYER;
  const draw = (name: string, stream: number, shape: number[], deviation: number): Step => ({
    ...{ name, operation: "normal", attributes: { shape, seed: 1, stream, deviation } },
  });
  const layer = (name: string, x: string, past: Record<string, string>): Step => ({
    ...{ name, operation: "multi_head_attention", attributes: { heads, causal: true } },
    inputs: {
      ...{ x, query_weight: "W_Q", key_weight: "W_K", value_weight: "W_V", output_weight: "W_O" },
      ...past,
    },
  });
  const join = (name: string, a: string, b: string, axis: number): Step => ({
    ...{ name, operation: "concatenate", inputs: { a, b }, attributes: { axis } },
  });
  const weights = ["W_Q", "W_K", "W_V", "W_O"].map((name, at) =>
    draw(name, at + 1, [width, width], 1 / Math.sqrt(width)),
  );
  const steps: Step[] = [
    draw("x", 0, [1, tokens, width], 1),
    ...weights,
    layer("full.output", "x", {}),
  ];
  // What is kept after step t − 1: one key and one value a token and head, no query.
  let kept = { past_key: "step_1.heads.key", past_value: "step_1.heads.value" };
  let rows = "step_1.output";
  for (let t = 1; t <= tokens; t++) {
    steps.push(
      {
        ...{ name: `step_${t}.x`, operation: "slice", inputs: { a: "x" } },
        attributes: { axis: 1, start: t - 1, length: 1 },
      },
      layer(`step_${t}.output`, `step_${t}.x`, t === 1 ? {} : kept),
    );
    if (t === 1) continue;
    const all = t === tokens ? "decoded" : `step_${t}.rows`;
    steps.push(
      join(`step_${t}.keys`, kept.past_key, `step_${t}.heads.key`, 2),
      join(`step_${t}.values`, kept.past_value, `step_${t}.heads.value`, 2),
      join(all, rows, `step_${t}.output`, 1),
    );
    kept = { past_key: `step_${t}.keys`, past_value: `step_${t}.values` };
    rows = all;
  }
  return [...steps, difference("difference", "decoded", "full.output")];
}
