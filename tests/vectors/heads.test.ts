// PyTorch's nn.MultiheadAttention with its gradients, and DeepSeek's MLA with its caches,
// through the public interface.

import assert from "node:assert/strict";
import { after } from "node:test";
import {
  createEngine,
  type LatentAttentionArguments,
  type MultiHeadAttentionArguments,
  type Program,
  type Tensor,
} from "clearhead/engine.js";
import { flatOf, tensorOf } from "../support/cells.js";
import {
  compare,
  eachCase,
  family,
  gradient,
  single,
  softmax,
  type Tolerance,
} from "../support/family.js";
import {
  given,
  number,
  numbers,
  readMla,
  readTorch,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

const f64 = (shape: number[], data: number[]): VectorTensor => ({ dtype: "f64", shape, data });

/**
 * Rows first … first + count − 1 of [out, in] as [in, count], of a bias [out] as [count]:
 * PyTorch multiplies by the transpose of what it stores.
 */
function weight(stored: VectorTensor, first = 0, count = stored.shape[0] ?? 0): VectorTensor {
  const cells = numbers(stored);
  const [, width] = stored.shape;
  if (width === undefined) return f64([count], cells.slice(first, first + count));
  const shape = [width, count];
  const data = tensorOf(shape, ([k, n]: [number, number]) =>
    Number(cells[(first + n) * width + k]),
  );
  return f64(shape, data);
}

type Input = keyof MultiHeadAttentionArguments & string;

/** What the composite calls a part of PyTorch's parameters. */
interface Part {
  input: Input;
  /** As gradients are called. */
  name: string;
  stored: string;
  first: number;
}

function partsOf(test: VectorCase): Part[] {
  const width = number(test, "embed_dim", 0);
  return ["weight", "bias"].flatMap((kind) => {
    if (!test.inputs[`w.in_proj_${kind}`]) return [];
    const suffix = kind === "weight" ? "Weight" : "Bias";
    const part = (name: string, stored: string, first: number): Part => ({
      input: `${name}${suffix}` as Input,
      name: `${name}_${kind}`,
      stored,
      first,
    });
    const projections = ["query", "key", "value"].map((name, i) =>
      part(name, `in_proj_${kind}`, i * width),
    );
    return [...projections, part("output", `out_proj.${kind}`, 0)];
  });
}

/**
 * True in a bool mask means not allowed; float masks are added. A mask of three axes has one
 * matrix for each head of each sentence.
 */
function masksOf({ inputs }: VectorCase): Pick<MultiHeadAttentionArguments, "mask" | "bias"> {
  const { "in.attn_mask": attention, "in.key_padding_mask": padding } = inputs;
  const allowed = (mask: VectorTensor, shape: number[]): VectorTensor => ({
    dtype: "bool",
    shape,
    data: numbers(mask).map((cell) => Number(cell === 0)),
  });
  const result: Pick<MultiHeadAttentionArguments, "mask" | "bias"> = {};
  if (attention) {
    const batch = given(inputs, "in.q").shape[0] as number;
    const [rows, queries, keys] = attention.shape as [number, number, number];
    const shape =
      attention.shape.length === 3 ? [batch, rows / batch, queries, keys] : attention.shape;
    if (attention.dtype === "bool") result.mask = allowed(attention, shape);
    else result.bias = { ...attention, shape };
  }
  if (padding) {
    assert.equal(result.mask, undefined, "no case has both kinds of bits");
    const [batch, keys] = padding.shape as [number, number];
    result.mask = allowed(padding, [batch, 1, 1, keys]);
  }
  return result;
}

/**
 * PyTorch 1.13 gives NaN to a query that sees no key, and to every gradient that it touches;
 * ours is 0 there and the rest is the same: those cells are held to be finite.
 */
function compareFinite(
  what: string,
  actual: Tensor | undefined,
  expected: VectorTensor,
  tolerance: Tolerance,
): void {
  const data = numbers(expected).map((cell, i) => {
    const own = Number(actual?.data[i]);
    return Number.isNaN(cell) && Number.isFinite(own) ? own : cell;
  });
  compare(what, actual, f64(expected.shape, data), tolerance);
}

async function checkMultiHead(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const streams = inputs["in.k"]
    ? { x: "in.q", context: "in.k", value_context: "in.v" }
    : { x: "in.q" };
  const parts = partsOf(test);
  const width = number(test, "embed_dim", 0);
  const weights = parts.map(({ input, stored, first }) => [
    input,
    weight(given(inputs, `w.${stored}`), first, width),
  ]);
  for (const stages of [false, true]) {
    const { output, tensors, gradients } = await engine.multiHeadAttention({
      x: given(inputs, "in.q"),
      context: inputs["in.k"],
      valueContext: inputs["in.v"],
      ...Object.fromEntries(weights),
      ...masksOf(test),
      heads: number(test, "num_heads", 1),
      outputGradient: given(inputs, "up.y"),
      stages,
    });
    compareFinite("y", output, given(inputs, "out.y"), softmax);
    if (stages) compareFinite("weights", tensors.weights, given(inputs, "out.attn"), softmax);
    for (const [name, stored] of Object.entries(streams)) {
      const expected = given(inputs, `grad.${stored}`);
      compareFinite(`d${name}`, gradients?.[name], expected, gradient);
    }
    for (const { name, stored, first } of parts) {
      const expected = weight(given(inputs, `grad.w.${stored}`), first, width);
      compareFinite(`d${name}`, gradients?.[name], expected, gradient);
    }
  }
}

/** cos and sin of the positions 0 … T − 1, as a program gives them. */
async function anglesOf(test: VectorCase): Promise<{ cos: Tensor; sin: Tensor }> {
  const positions = given(test.inputs, "in.angles").shape[0] as number;
  const yarn = {
    scaling: "yarn",
    factor: number(test, "rope_factor", 1),
    trained_length: number(test, "original_seq_len", 4096),
    low: number(test, "beta_slow", 1),
    high: number(test, "beta_fast", 32),
    ramp: "rounded",
  };
  const program: Program = {
    inputs: { positions: { shape: [positions], data: Float32Array.from(Array(positions).keys()) } },
    steps: [
      {
        name: "speeds",
        operation: "rotary_frequencies",
        attributes: {
          width: number(test, "qk_rope_head_dim", 0),
          base: number(test, "rope_theta", 10000),
          ...(test.attributes.yarn_active ? yarn : {}),
        },
      },
      {
        name: "cos",
        operation: "rotary_table",
        inputs: { positions: "positions", frequencies: "speeds", remainder: "speeds.remainder" },
      },
    ],
  };
  const run = await engine.compute(program);
  const table = { cos: await run.tensor("cos"), sin: await run.tensor("cos.sin") };
  await run.dispose();
  return table;
}

/** [B, H, T, D] as [B, T, H, D]. */
function swapped(x: Tensor | undefined): Tensor {
  assert.ok(x, "the stage is there");
  const [batch, heads, rows, d] = x.shape as [number, number, number, number];
  const shape = [batch, rows, heads, d];
  const data = tensorOf(shape, ([b, t, h, c]: [number, number, number, number]) =>
    Number(x.data[flatOf(x.shape, [b, h, t, c])]),
  );
  return { shape, data: Float32Array.from(data) };
}

function latentArguments(test: VectorCase): Omit<LatentAttentionArguments, "cos" | "sin" | "form"> {
  const { inputs } = test;
  const named = (name: string): VectorTensor => weight(given(inputs, `w.${name}.weight`));
  const low = inputs["w.wq_a.weight"] !== undefined;
  return {
    x: given(inputs, "in.x"),
    queryDown: low ? named("wq_a") : undefined,
    queryNorm: low ? named("q_norm") : undefined,
    queryUp: named(low ? "wq_b" : "wq"),
    keyValueDown: named("wkv_a"),
    keyValueNorm: named("kv_norm"),
    keyValueUp: named("wkv_b"),
    outputWeight: named("wo"),
    heads: number(test, "n_heads", 1),
    scale: number(test, "softmax_scale", 1),
    epsilon: number(test, "norm_eps", 1e-6),
    causal: true,
  };
}

async function checkLatent(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const angles = given(inputs, "in.angles");
  const { cos, sin } = await anglesOf(test);
  compare("cos", cos, f64(angles.shape, numbers(angles).map(Math.cos)), single);
  compare("sin", sin, f64(angles.shape, numbers(angles).map(Math.sin)), single);
  const all = latentArguments(test);
  for (const form of ["naive", "absorbed"] as const) {
    for (const stages of [false, true]) {
      const { output, tensors } = await engine.latentAttention({ ...all, cos, sin, form, stages });
      compare(`${form} y`, output, given(inputs, "out.y"), gradient);
      compare("latent", tensors.latent, given(inputs, "out.latent_cache"), gradient);
      compare("rope_key", tensors.rope_key, given(inputs, "out.rope_key_cache"), gradient);
      if (!stages || form !== "naive") continue;
      compare("k", swapped(tensors["heads.key"]), given(inputs, "out.k_full"), gradient);
      compare("v", swapped(tensors["heads.value"]), given(inputs, "out.v_full"), gradient);
    }
  }
}

family("torch_mha", vectorsFolder, () => eachCase(readTorch("mha_"), checkMultiHead));
family("mla", vectorsFolder, () => eachCase(readMla(), checkLatent));
