// Cross entropy of PyTorch and of ONNX, which has the classes on axis 1, and the row of
// padding of an embedding, through the public interface.

import { after } from "node:test";
import { type CrossEntropyArguments, createEngine, type Tensor } from "clearhead/engine.js";
import { compare, eachCase, exact, family, gradient, single } from "../support/family.js";
import {
  given,
  number,
  numbers,
  readOnnx,
  readTorch,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

const product = (sizes: number[]): number => sizes.reduce((all, size) => all * size, 1);

function settings(test: VectorCase): Partial<CrossEntropyArguments> {
  return {
    labelSmoothing: number(test, "label_smoothing", 0),
    ignore: number(test, "ignore_index", -100),
    reduction: test.attributes.reduction as CrossEntropyArguments["reduction"],
  };
}

async function checkTorch(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const loss = given(inputs, "out.loss");
  const result = await engine.crossEntropy({
    logits: given(inputs, "in.logits"),
    labels: given(inputs, "in.target"),
    weight: inputs["in.weight"],
    ...settings(test),
    outputGradient: { shape: loss.shape, data: new Float32Array(product(loss.shape)).fill(1) },
  });
  compare("loss", result.output, loss, single);
  compare("dlogits", result.gradients?.logits, given(inputs, "grad.in.logits"), gradient);
}

async function checkEmbedding(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const result = await engine.embedding({
    table: given(inputs, "w.weight"),
    ids: given(inputs, "in.ids"),
    padding: number(test, "padding_idx", -1),
    outputGradient: given(inputs, "up.y"),
  });
  compare("y", result.output, given(inputs, "out.y"), exact);
  compare("dtable", result.gradients?.table, given(inputs, "grad.w.weight"), gradient);
}

/** [N, C, …] as [N, …, C], the axes between as one. */
function classesLast({ shape, ...cells }: VectorTensor): VectorTensor {
  const [rows = 1, classes = 1, ...rest] = shape;
  const places = product(rest);
  const from = numbers({ shape, ...cells });
  const data = from.map((_, i) => {
    const [row, place, c] = [
      Math.floor(i / classes / places),
      Math.floor(i / classes) % places,
      i % classes,
    ];
    return from[(row * classes + c) * places + place] ?? 0;
  });
  return { dtype: "f64", shape: [rows, places, classes], data };
}

/** What the operator calls its inputs and its loss, and whether it takes log-probabilities. */
interface Names {
  scores: string;
  labels: string;
  weight: string;
  loss: string;
  logarithms: boolean;
}

async function checkOnnx(names: Names, test: VectorCase): Promise<void> {
  const { inputs, outputs } = test;
  const logits = classesLast(given(inputs, names.scores));
  const { output } = await engine.crossEntropy({
    logits,
    labels: { ...given(inputs, names.labels), shape: logits.shape.slice(0, -1) },
    weight: inputs[names.weight],
    logProbabilities: names.logarithms,
    ...settings(test),
  });
  const loss = given(outputs, names.loss);
  const whole = (tensor: Tensor): Tensor =>
    tensor.shape.length === 0 ? tensor : { ...tensor, shape: loss.shape };
  compare("loss", whole(output), loss, single);
  if (!outputs.log_prob) return;
  const logarithms = await engine.logSoftmax({ a: logits });
  compare("log_prob", logarithms.output, classesLast(outputs.log_prob), single);
}

const gate = (
  name: string,
  read: () => VectorCase[],
  check: (test: VectorCase) => Promise<void>,
): void => family(name, vectorsFolder, () => eachCase(read(), check));

gate("torch_cross_entropy", () => readTorch("ce_"), checkTorch);
gate("torch_embedding", () => readTorch("embedding_"), checkEmbedding);
gate(
  "onnx_sce",
  () => readOnnx("sce_"),
  (test) =>
    checkOnnx(
      { scores: "scores", labels: "labels", weight: "weights", loss: "output", logarithms: false },
      test,
    ),
);
gate(
  "onnx_nllloss",
  () => readOnnx("nllloss_"),
  (test) =>
    checkOnnx(
      {
        scores: "input",
        labels: "target",
        weight: "weight",
        loss: "loss",
        logarithms: true,
      },
      test,
    ),
);
