// TensorFlow.js on its wasm backend, one thread. It keeps a packed copy of a
// right operand that it meets again: "tfjs" is given new tensors each call, as
// activations are, "tfjs kept" the same ones, as weights are.
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { setThreadsCount, setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import * as tf from "@tensorflow/tfjs-core";
import { WIDTH } from "../rows.mjs";

export async function tfjs() {
  const main = createRequire(import.meta.url).resolve("@tensorflow/tfjs-backend-wasm");
  setWasmPaths(`${dirname(main)}/`);
  setThreadsCount(1);
  await tf.setBackend("wasm");
  await tf.ready();
  return { matmul, attention, encoder };
}

/** Calls `step` with operands that are new each time, or always the same. */
function contestant(name, fresh, make, step, read) {
  const dispose = (operands) => {
    for (const tensor of operands) tensor.dispose();
  };
  const kept = make();
  let stock = [];
  let result;
  return {
    name,
    prepare(count) {
      dispose(stock.flat());
      stock = Array.from({ length: fresh ? count : 0 }, make);
    },
    run(count) {
      for (let i = 0; i < count; ++i) {
        result?.dispose();
        result = tf.tidy(() => step(stock[i] ?? kept));
      }
    },
    result: () => read(result),
    dispose() {
      dispose([...kept, ...stock.flat(), result]);
      stock = [];
    },
  };
}

function matmul({ n }, { a, b }) {
  const left = tf.tensor2d(a, [n, n]);
  const make = () => [tf.tensor2d(b, [n, n])];
  const step = ([right]) => tf.matMul(left, right);
  const read = (result) => result.dataSync();
  return [
    contestant("tfjs", true, make, step, read),
    contestant("tfjs kept", false, make, step, read),
  ];
}

/**
 * Keys come transposed and scaled already. Batched products are a slow path of
 * the backend, so the heads are also taken one by one, which is what counts
 * where it is faster.
 */
function attention({ heads, length, causal }, { q, keys, v, mask }) {
  const hidden = causal ? tf.tensor2d(mask, [length, length]) : undefined;
  const attend = (query, key, value) => {
    const scores = tf.matMul(query, key);
    return tf.matMul(tf.softmax(hidden ? tf.add(scores, hidden) : scores), value);
  };
  const size = WIDTH * length;
  const queries = Array.from({ length: heads }, (_, h) =>
    tf.tensor2d(q.subarray(h * size, (h + 1) * size), [length, WIDTH]),
  );
  const make = () =>
    queries.flatMap((_, h) => [
      tf.tensor2d(keys.subarray(h * size, (h + 1) * size), [WIDTH, length]),
      tf.tensor2d(v.subarray(h * size, (h + 1) * size), [length, WIDTH]),
    ]);
  // One of the heads' outputs is enough to compare.
  const each = (operands) =>
    queries.map((query, h) => attend(query, operands[2 * h], operands[2 * h + 1])).at(-1);
  const contestants = [
    contestant("tfjs", true, make, each, (result) => result.dataSync()),
    contestant("tfjs kept", false, make, each, (result) => result.dataSync()),
  ];
  if (heads === 1) return contestants;
  const query = tf.tensor3d(q, [heads, length, WIDTH]);
  const batch = () => [
    tf.tensor3d(keys, [heads, WIDTH, length]),
    tf.tensor3d(v, [heads, length, WIDTH]),
  ];
  const batched = ([key, value]) => attend(query, key, value);
  const last = (result) => result.dataSync().slice((heads - 1) * size);
  return [...contestants, contestant("tfjs batched", true, batch, batched, last)];
}

const EPSILON = 1e-5;

/** Weights are the same tensors with every call, so that tfjs keeps them packed; heads one by one. */
function encoder({ heads }, { x, shape, layers }) {
  const stream = tf.tensor2d(x, shape);
  const weights = layers.map((layer) =>
    Object.fromEntries(
      Object.entries(layer).map(([name, [cells, sizes]]) => [name, tf.tensor(cells, sizes)]),
    ),
  );
  const linear = (from, a, bias) => tf.fused.matMul({ a: from, b: a, bias });
  const norm = (from, weight, bias) => {
    const { mean, variance } = tf.moments(from, -1, true);
    const normal = tf.div(tf.sub(from, mean), tf.sqrt(tf.add(variance, EPSILON)));
    return tf.add(tf.mul(normal, weight), bias);
  };
  const gelu = (from) => tf.mul(tf.mul(from, 0.5), tf.add(tf.erf(tf.mul(from, Math.SQRT1_2)), 1));
  const head = (of, h) => tf.slice(of, [0, (h * shape[1]) / heads], [-1, shape[1] / heads]);
  const attend = (q, k, v) => {
    const scores = tf.matMul(q, k, false, true);
    return tf.matMul(tf.softmax(tf.mul(scores, Math.sqrt(heads / shape[1]))), v);
  };
  const step = () => {
    let from = stream;
    for (const w of weights) {
      const first = norm(from, w.norm1, w.norm1Bias);
      const q = linear(first, w.query, w.queryBias);
      const k = linear(first, w.key, w.keyBias);
      const v = linear(first, w.value, w.valueBias);
      const each = Array.from({ length: heads }, (_, h) =>
        attend(head(q, h), head(k, h), head(v, h)),
      );
      from = tf.add(from, linear(tf.concat(each, 1), w.output, w.outputBias));
      const second = norm(from, w.norm2, w.norm2Bias);
      const hidden = gelu(linear(second, w.in, w.inBias));
      from = tf.add(from, linear(hidden, w.out, w.outBias));
    }
    return from;
  };
  return [
    contestant(
      "tfjs",
      false,
      () => [],
      step,
      (result) => result.dataSync(),
    ),
  ];
}
