// PyTorch vectors with gradients through the public interface: attention core,
// softmax, normalisations.

import { after } from "node:test";
import { type ApplyResult, createEngine, type LayerNormArguments } from "clearhead/engine.js";
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
  readTorch,
  type VectorCase,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

/**
 * How far a float32 logit may lie from the exact one: an ulp of the sum of the sizes of its
 * terms, |scale|·Σ|q_d·k_d|. Far below the tolerances unless the logits are in the hundreds.
 */
function logitRounding(test: VectorCase): number {
  const q = given(test.inputs, "in.q");
  const k = given(test.inputs, "in.k");
  const [, heads = 1, queries = 1, width = 1] = q.shape;
  const [, groups = 1, keys = 1] = k.shape;
  const a = numbers(q);
  const b = numbers(k);
  let largest = 0;
  for (let row = 0; row < a.length / width; row++) {
    const group = Math.floor(row / queries / (heads / groups));
    for (let key = 0; key < keys; key++) {
      let sum = 0;
      for (let d = 0; d < width; d++) {
        sum += Math.abs((a[row * width + d] ?? 0) * (b[(group * keys + key) * width + d] ?? 0));
      }
      largest = Math.max(largest, sum);
    }
  }
  return 2 ** -23 * Math.abs(number(test, "scale", 1)) * largest;
}

const plus = (tolerance: Tolerance, absolute: number): Tolerance => ({
  ...tolerance,
  absolute: tolerance.absolute + absolute,
});

/** The gradient of every input that the file has one for. */
function compareGradients(
  { gradients = {} }: ApplyResult,
  { inputs }: VectorCase,
  tolerance = gradient,
): void {
  for (const kind of ["grad.in.", "grad.w."]) {
    for (const [name, expected] of Object.entries(inputs)) {
      if (!name.startsWith(kind)) continue;
      const input = name.slice(kind.length);
      compare(`d${input}`, gradients[input], expected, tolerance);
    }
  }
}

/** q, k, v, the allowed keys and the bias, fused and by stages. */
async function checkCore(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const rounding = logitRounding(test);
  const close = plus(softmax, rounding);
  for (const stages of [false, true]) {
    const result = await engine.attention({
      q: given(inputs, "in.q"),
      k: given(inputs, "in.k"),
      v: given(inputs, "in.v"),
      mask: inputs["in.allowed"],
      bias: inputs["in.bias"],
      scale: number(test, "scale", 1),
      softcap: number(test, "softcap", 0),
      outputGradient: given(inputs, "up.y"),
      stages,
    });
    compare("y", result.output, given(inputs, "out.y"), close);
    compareGradients(result, test, plus(gradient, rounding));
    const name = stages ? "weights" : "log_sum_exp";
    compare(name, result.tensors[name], given(inputs, stages ? "out.p" : "out.lse"), close);
  }
}

async function checkSoftmax(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const result = await engine.softmax({
    a: given(inputs, "in.x"),
    axis: number(test, "dim", -1),
    outputGradient: given(inputs, "up.y"),
  });
  compare("y", result.output, given(inputs, "out.y"), softmax);
  compare("dx", result.gradients?.a, given(inputs, "grad.in.x"), gradient);
}

async function checkNorm(
  norm: (given: LayerNormArguments) => Promise<ApplyResult>,
  test: VectorCase,
): Promise<void> {
  const { inputs } = test;
  const bias = inputs["w.bias"];
  const result = await norm({
    x: given(inputs, "in.x"),
    weight: inputs["w.weight"],
    ...(bias && { bias }),
    epsilon: number(test, "eps", 1e-5),
    outputGradient: given(inputs, "up.y"),
  });
  compare("y", result.output, given(inputs, "out.y"), single);
  compareGradients(result, test);
}

const gate = (name: string, prefix: string, check: (test: VectorCase) => Promise<void>): void =>
  family(name, vectorsFolder, () => eachCase(readTorch(prefix), check));

gate("torch_attention_core", "core_", checkCore);
gate("torch_softmax", "softmax_", checkSoftmax);
gate("torch_layernorm", "layernorm_", (test) =>
  checkNorm((given) => engine.layerNorm(given), test),
);
gate("torch_rmsnorm", "rmsnorm_", (test) => checkNorm((given) => engine.rmsNorm(given), test));
