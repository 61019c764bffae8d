// ONNX Attention vectors through the public interface. The
// adapter splits heads, turns the several ways of hiding keys into one mask and
// one bias, and reads the stage that qk_matmul_output asks for; every number is
// the engine's.

import { after } from "node:test";
import { type AttentionArguments, createEngine, type Tensor } from "clearhead/engine.js";
import { flatOf, tensorOf } from "../support/cells.js";
import { compare, eachCase, exact, family, half, softmax } from "../support/family.js";
import { join, split } from "../support/heads.js";
import {
  given,
  number,
  numbers,
  readOnnx,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

type Four = [number, number, number, number];

/** Keys that the mask does not mention are hidden (the mask may be shorter). */
function padded(mask: VectorTensor, keys: number, hidden: number): VectorTensor {
  const shape = [...mask.shape.slice(0, -1), keys];
  const cells = numbers(mask);
  const mentioned = mask.shape.at(-1) ?? 0;
  const data = tensorOf(shape, (at: number[]) =>
    (at.at(-1) ?? 0) < mentioned ? Number(cells[flatOf(mask.shape, at)]) : hidden,
  );
  return { dtype: mask.dtype === "bool" ? "bool" : "f64", shape, data };
}

/**
 * Bits [B, 1, T, S] of is_causal and nonpad_kv_seqlen. Without lengths ONNX aligns causal
 * masks at the top left, behind the past; with them at the end of each length.
 */
function visible(test: VectorCase, q: VectorTensor, past: number, keys: number): VectorTensor {
  const causal = number(test, "is_causal", 0) !== 0;
  const given = test.inputs.nonpad_kv_seqlen;
  const lengths = given && numbers(given);
  const [batch, , queries] = q.shape as Four;
  const shape = [batch, 1, queries, keys];
  const data = tensorOf(shape, ([b, , t, s]: Four) => {
    const length = lengths ? Number(lengths[b]) : keys;
    const last = lengths ? t + length - queries : t + past;
    return Number(s < length && (!causal || s <= last));
  });
  return { dtype: "bool", shape, data };
}

/** Both must allow; `a` is [B, 1, T, S], `b` broadcasts to [B, H, T, S]. */
function both(a: VectorTensor, b: VectorTensor, heads: number): VectorTensor {
  const [batch, , queries, keys] = a.shape as Four;
  const shape = [batch, heads, queries, keys];
  const [first, second] = [numbers(a), numbers(b)];
  const data = tensorOf(shape, (at: Four) => {
    const narrow = at.slice(4 - b.shape.length).map((i, axis) => (b.shape[axis] === 1 ? 0 : i));
    const [n, , t, s] = at;
    return Number(first[flatOf(a.shape, [n, 0, t, s])]) & Number(second[flatOf(b.shape, narrow)]);
  });
  return { dtype: "bool", shape, data };
}

/** The stage that the output qk_matmul_output shows. */
function stageOf(test: VectorCase, tensors: Record<string, Tensor>): string {
  const mode = number(test, "qk_matmul_output_mode", 0);
  if (mode === 3) return "weights";
  const capped = mode >= 1 ? ["capped"] : [];
  const masked = mode >= 2 ? ["masked", "biased"] : [];
  return [...masked, ...capped].find((stage) => stage in tensors) ?? "scaled";
}

function argumentsOf(test: VectorCase): AttentionArguments {
  const { inputs, attributes } = test;
  const heads = number(test, "kv_num_heads", 1);
  const q = split(given(inputs, "Q"), number(test, "q_num_heads", 1));
  const k = split(given(inputs, "K"), heads);
  const v = split(given(inputs, "V"), heads);
  const [, queryHeads, , ,] = q.shape as Four;
  const { past_key: pastKey, past_value: pastValue } = inputs;
  const past = pastKey?.shape[2] ?? 0;
  const keys = past + (k.shape[2] as number);
  const restricted = number(test, "is_causal", 0) !== 0 || inputs.nonpad_kv_seqlen !== undefined;
  let mask = restricted ? visible(test, q, past, keys) : undefined;
  let bias: VectorTensor | undefined;
  const attention = inputs.attn_mask;
  if (attention?.dtype === "bool") {
    const bits = padded(attention, keys, 0);
    mask = mask ? both(mask, bits, queryHeads) : bits;
  } else if (attention) {
    bias = padded(attention, keys, Number.NEGATIVE_INFINITY);
  }
  const scale = "scale" in attributes ? number(test, "scale", 1) : undefined;
  const softcap = number(test, "softcap", 0);
  return { q, k, v, mask, bias, pastKey, pastValue, scale, softcap };
}

async function check(test: VectorCase): Promise<void> {
  const { inputs, outputs } = test;
  const tolerance = given(inputs, "Q").dtype === "f16" ? half : softmax;
  const expected = given(outputs, "Y");
  for (const stages of [false, true]) {
    const { q, k, v, ...rest } = argumentsOf(test);
    const { output, tensors } = await engine.attention({ q, k, v, ...rest, stages });
    const what = stages ? "Y by stages" : "Y fused";
    compare(what, join(output, expected.shape.length), expected, tolerance);
    for (const present of ["present_key", "present_value"]) {
      if (outputs[present]) compare(present, tensors[present], outputs[present], exact);
    }
    if (expected.shape.length === 3) {
      const joined = await engine.multiHeadAttention({
        ...rest,
        x: given(inputs, "Q"),
        context: given(inputs, "K"),
        valueContext: given(inputs, "V"),
        share: "input",
        heads: number(test, "q_num_heads", 1),
        kvHeads: number(test, "kv_num_heads", 1),
        stages,
      });
      compare("Y of multiHeadAttention", joined.output, expected, tolerance);
    }
    if (!stages || !outputs.qk_matmul_output) continue;
    const stage = stageOf(test, tensors);
    compare(stage, tensors[stage], outputs.qk_matmul_output, tolerance);
  }
}

family("onnx_attention", vectorsFolder, () => eachCase(readOnnx("attention_"), check));
