// Activations, gated feed-forward layers and the logarithm of softmax through the
// public interface: ONNX, transformers and PyTorch vectors, with gradients.

import { after } from "node:test";
import {
  type ActivationArguments,
  createEngine,
  type Step,
  type TensorInput,
} from "clearhead/engine.js";
import {
  compare,
  eachCase,
  family,
  gradient,
  half,
  NotApplicable,
  single,
  softmax,
} from "../support/family.js";
import {
  given,
  number,
  readHf,
  readOnnx,
  readTorch,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

type Kind = ActivationArguments["kind"];

const own: Kind[] = [
  "relu",
  "leaky_relu",
  "elu",
  "tanh",
  "sigmoid",
  "silu",
  "quick_gelu",
  "gelu_tanh",
  "gelu",
  "erf",
  "softplus",
  "mish",
];

/** What the files call otherwise. */
const others: Record<string, Kind> = {
  gelu_new: "gelu_tanh",
  gelu_pytorch_tanh: "gelu_tanh",
  gelu_fast: "gelu_tanh",
  gelu_accurate: "gelu_tanh",
  gelu_python: "gelu",
  swish: "silu",
  leakyrelu: "leaky_relu",
  glu: "sigmoid",
  reglu: "relu",
  geglu: "gelu",
  geglu_tanh: "gelu_tanh",
  swiglu: "silu",
};

function kindOf(name: string): Kind {
  const kind = others[name] ?? own.find((each) => each === name);
  if (name === "gelu_10") {
    throw new NotApplicable("gelu_10 clips GELU to ±10 for quantised models");
  }
  if (!kind) throw new NotApplicable(`there is no activation ${name}`);
  return kind;
}

/** Gelu, Swish, SwiGLU and the elementwise ones; α is silu's. */
async function checkOnnx(test: VectorCase): Promise<void> {
  const { attributes, inputs, outputs } = test;
  const [name = ""] = test.name.split("_");
  const kind = kindOf(attributes.approximate === "tanh" ? "gelu_tanh" : name);
  const x = given(inputs, inputs.a ? "a" : inputs.X ? "X" : "x");
  const alpha = attributes.alpha === undefined ? {} : { alpha: number(test, "alpha", 1) };
  let { output } = await engine.activation({ x, kind, ...alpha });
  if (inputs.b) ({ output } = await engine.multiply({ a: output, b: inputs.b }));
  const [expected] = Object.values(outputs) as [VectorTensor];
  compare("y", output, expected, expected.dtype === "f16" ? half : single);
}

async function checkLogSoftmax(test: VectorCase): Promise<void> {
  const { output } = await engine.logSoftmax({
    a: given(test.inputs, "input"),
    axis: number(test, "axis", -1),
  });
  compare("output", output, given(test.outputs, "output"), softmax);
}

/** f(x), and its slopes as the gradient of Σ f(x). */
async function checkValues(
  kind: Kind,
  x: VectorTensor,
  y: VectorTensor,
  slopes: VectorTensor,
): Promise<void> {
  const ones = { shape: x.shape, data: new Float32Array(x.data.length).fill(1) };
  const { output, gradients } = await engine.activation({ x, kind, outputGradient: ones });
  compare("y", output, y, single);
  compare("dx", gradients?.x, slopes, gradient);
}

const checkHf = ({ name, inputs }: VectorCase): Promise<void> =>
  checkValues(kindOf(name), given(inputs, "x"), given(inputs, "y"), given(inputs, "dy_dx"));

const checkTorch = ({ attributes, inputs }: VectorCase): Promise<void> =>
  checkValues(
    kindOf(String(attributes.fn)),
    given(inputs, "in.x"),
    given(inputs, "out.y"),
    given(inputs, "grad.in.x"),
  );

async function checkTorchLogSoftmax(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const { output, gradients } = await engine.logSoftmax({
    a: given(inputs, "in.x"),
    axis: number(test, "dim", -1),
    outputGradient: given(inputs, "up.y"),
  });
  compare("y", output, given(inputs, "out.y"), softmax);
  compare("dx", gradients?.a, given(inputs, "grad.in.x"), gradient);
}

/** w2(act(w1·x)·(w3·x where gated)) as a program; the weights of the files are [out, in]. */
async function checkFeedForward({ attributes, inputs }: VectorCase): Promise<void> {
  const tensors: Record<string, TensorInput> = {
    x: given(inputs, "in.x"),
    up: given(inputs, "up.y"),
  };
  for (const [name, tensor] of Object.entries(inputs)) {
    if (name.startsWith("w.")) tensors[name.slice(2)] = tensor;
  }
  const steps: Step[] = [];
  const step = (
    name: string,
    operation: string,
    from: Step["inputs"],
    more: Step["attributes"] = {},
  ): string => {
    steps.push({ name, operation, inputs: from, attributes: more });
    return name;
  };
  const linear = (layer: string, x: string): string => {
    step(layer, "matmul", { a: x, b: `${layer}.weight` }, { transpose_b: true });
    if (!tensors[`${layer}.bias`]) return layer;
    return step(`${layer}.out`, "add", { a: layer, b: `${layer}.bias` });
  };
  const kind = kindOf(String(attributes.kind));
  let hidden = step("hidden", "activation", { x: linear("w1", "x") }, { kind });
  if (tensors["w3.weight"]) {
    hidden = step("gated", "multiply", { a: hidden, b: linear("w3", "x") });
  }
  const y = linear("w2", hidden);
  step("loss", "multiply", { a: y, b: "up" });
  const run = await engine.compute({ inputs: tensors, steps });
  compare("y", await run.tensor(y), given(inputs, "out.y"), softmax);
  const gradients = await run.gradients({ of: { tensor: "loss", reduce: "sum" } });
  for (const [name, expected] of Object.entries(inputs)) {
    if (!name.startsWith("grad.")) continue;
    const input = name.replace(/^grad\.(in|w)\./, "");
    compare(`d${input}`, await gradients.tensor(input), expected, gradient);
  }
  await run.dispose();
}

const gate = (
  name: string,
  read: () => VectorCase[],
  check: (test: VectorCase) => Promise<void>,
): void => family(name, vectorsFolder, () => eachCase(read(), check));

const elementwise = "relu leakyrelu elu sigmoid tanh erf softplus mish".split(" ");
gate("onnx_activations", () => readOnnx(...elementwise), checkOnnx);
gate("onnx_gelu", () => readOnnx("gelu_"), checkOnnx);
gate("onnx_swish_swiglu", () => readOnnx("swish", "swiglu"), checkOnnx);
gate("onnx_logsoftmax", () => readOnnx("logsoftmax_"), checkLogSoftmax);
gate("hf_activations_f64", () => readHf("activations_f64"), checkHf);
gate("torch_activations", () => readTorch("act_"), checkTorch);
gate("torch_log_softmax", () => readTorch("log_softmax"), checkTorchLogSoftmax);
gate("torch_ffn", () => readTorch("ffn_"), checkFeedForward);
