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
  return { matmul, attention };
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

function matmul(n, { a, b }) {
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
