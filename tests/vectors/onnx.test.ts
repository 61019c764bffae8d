// ONNX operator vectors through the public interface: softmax,
// normalisations, triangles, products. The adapters only reshape; every number is
// the engine's.

import { after } from "node:test";
import {
  type ApplyResult,
  createEngine,
  type LayerNormArguments,
  type TensorInput,
} from "clearhead/engine.js";
import {
  compare,
  eachCase,
  exact,
  family,
  half,
  single,
  softmax,
  type Tolerance,
} from "../support/family.js";
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

const product = (sizes: number[]): number => sizes.reduce((all, size) => all * size, 1);

async function checkSoftmax(test: VectorCase): Promise<void> {
  const a = given(test.inputs, "input");
  const { output } = await engine.softmax({ a, axis: number(test, "axis", -1) });
  compare("output", output, given(test.outputs, "output"), softmax);
}

/** Of the numbers that the file holds. */
const closeTo = ({ dtype }: VectorTensor): Tolerance => (dtype === "f16" ? half : single);

/** The axes from `axis` on become one. */
async function checkNorm(
  norm: (given: LayerNormArguments) => Promise<ApplyResult>,
  test: VectorCase,
): Promise<void> {
  const x = given(test.inputs, "X");
  const axis = number(test, "axis", -1);
  const from = axis < 0 ? axis + x.shape.length : axis;
  const width = product(x.shape.slice(from));
  const flat = (name: string): TensorInput | undefined =>
    test.inputs[name] && { ...test.inputs[name], shape: [width] };
  const { output, tensors } = await norm({
    x: { ...x, shape: [...x.shape.slice(0, from), width] },
    weight: flat("Scale") ?? flat("scale"),
    ...(test.inputs.B && { bias: flat("B") }),
    epsilon: number(test, "epsilon", 1e-5),
  });
  const expected = given(test.outputs, "Y");
  compare("Y", { ...output, shape: x.shape }, expected, closeTo(expected));
  const { Mean, InvStdDev } = test.outputs;
  if (Mean) compare("Mean", tensors.mean, Mean, single);
  if (InvStdDev) compare("InvStdDev", tensors.inverse_deviation, InvStdDev, single);
}

/** The files hold i64, the operation takes floats. */
async function checkTriangle(test: VectorCase): Promise<void> {
  const { shape, ...input } = given(test.inputs, "input");
  const { k } = test.inputs;
  const { output } = await engine.triangle({
    a: { shape, dtype: "f64", data: numbers({ shape, ...input }) },
    upper: number(test, "upper", 1) !== 0,
    offset: k ? numbers(k)[0] : 0,
  });
  compare("output", output, given(test.outputs, "output"), exact);
}

/** A vector becomes a matrix of one row (left) or one column (right). */
async function checkMatMul(test: VectorCase): Promise<void> {
  let a = given(test.inputs, "a");
  let b = given(test.inputs, "b");
  if (a.shape.length === 1) a = { ...a, shape: [1, ...a.shape] };
  if (b.shape.length === 1) b = { ...b, shape: [...b.shape, 1] };
  // Leading axes of a repeat to those of b, where b has more.
  if (b.shape.length > a.shape.length) {
    const shape = [...b.shape.slice(0, -2), ...a.shape.slice(-2)];
    const cells = numbers(a);
    const copies = product(shape) / cells.length;
    a = { dtype: "f64", shape, data: Array.from({ length: copies }, () => cells).flat() };
  }
  const { output } = await engine.matmul({ a, b });
  compare("c", output, given(test.outputs, "c"), single);
}

function transposed({ shape, ...cells }: VectorTensor): VectorTensor {
  const [rows, columns] = shape as [number, number];
  const from = numbers({ shape, ...cells });
  const data = from.map((_, i) => Number(from[(i % rows) * columns + Math.floor(i / rows)]));
  return { dtype: "f64", shape: [columns, rows], data };
}

/** y = alpha·op(a)·op(b) + beta·c, from matmul, scale and add. */
async function checkGemm(test: VectorCase): Promise<void> {
  const transposeA = number(test, "transA", 0) !== 0;
  const turned = number(test, "transB", 0) !== 0;
  const both = transposeA && turned;
  const b = given(test.inputs, "b");
  const { output } = await engine.matmul({
    a: given(test.inputs, "a"),
    b: both ? transposed(b) : b,
    transposeA,
    transposeB: turned && !both,
  });
  const scaled = await engine.scale({ a: output, divisor: 1 / number(test, "alpha", 1) });
  let y = scaled.output;
  if (test.inputs.c) {
    const bias = await engine.scale({ a: test.inputs.c, divisor: 1 / number(test, "beta", 1) });
    y = (await engine.add({ a: y, b: bias.output })).output;
  }
  compare("y", y, given(test.outputs, "y"), single);
}

const gate = (name: string, prefixes: string[], check: (test: VectorCase) => Promise<void>): void =>
  family(name, vectorsFolder, () => eachCase(readOnnx(...prefixes), check));

gate("onnx_softmax", ["softmax_"], checkSoftmax);
gate("onnx_layer_normalization", ["layer_normalization_"], (test) =>
  checkNorm((given) => engine.layerNorm(given), test),
);
gate("onnx_rms_normalization", ["rms_normalization_"], (test) =>
  checkNorm((given) => engine.rmsNorm(given), test),
);
gate("onnx_trilu", ["tril", "triu"], checkTriangle);
gate("onnx_matmul", ["matmul_"], checkMatMul);
gate("onnx_gemm", ["gemm_"], checkGemm);
