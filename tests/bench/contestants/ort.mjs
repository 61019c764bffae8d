// ONNX Runtime Web, wasm, one thread. Inputs cross into its memory with every
// run, so a model is a chain of `links` equal steps, each on the result of the
// one before: the crossing is paid once a chain and hardly counts.
import * as ort from "onnxruntime-web";
import { model } from "../onnx.mjs";
import { WIDTH } from "../rows.mjs";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";

export const onnxruntime = { matmul, attention, encoder };

async function contestant(name, links, { feeds, chain, first, opset, shape, read, weights }) {
  const tensors = {};
  const inputs = {};
  for (const [input, [cells, dims]] of Object.entries(feeds)) {
    tensors[input] = new ort.Tensor("float32", cells, dims);
    inputs[input] = dims;
  }
  const make = async (count) => {
    const nodes = [];
    let from = first;
    for (let link = 0; link < count; ++link) {
      const to = link + 1 === count ? "out" : `link${link}`;
      nodes.push(...chain(from, to, link));
      from = to;
    }
    const bytes = model({ nodes, inputs, outputs: { out: shape }, opset, weights });
    return ort.InferenceSession.create(bytes, { executionProviders: ["wasm"] });
  };
  const once = await make(1);
  const { out } = await once.run(tensors);
  await once.release();
  const session = await make(links);
  return {
    name,
    links,
    async run(count) {
      for (let i = 0; i < count; i += links) await session.run(tensors);
    },
    result: () => read(out.data),
    dispose: () => session.release(),
  };
}

async function matmul({ n }, { a, b }, links) {
  const dims = [n, n];
  const chain = (from, to) => [{ type: "MatMul", inputs: ["a", from], outputs: [to] }];
  const feeds = { a: [a, dims], b: [b, dims] };
  const read = (cells) => cells;
  return [
    await contestant("ort", links, { feeds, chain, first: "b", opset: 17, shape: dims, read }),
  ];
}

/** The products and the softmax one by one; the fused operators of both domains. */
async function attention({ heads, length, causal }, { q, k, keys, v, mask, tokens }, links) {
  const four = [1, heads, length, WIDTH];
  const three = [1, length, heads * WIDTH];
  const last = (cells) => cells.slice((heads - 1) * WIDTH * length);
  const steps = (from, to, link) => [
    { type: "MatMul", inputs: [from, "keys"], outputs: [`s${link}`] },
    ...(causal ? [{ type: "Add", inputs: [`s${link}`, "mask"], outputs: [`m${link}`] }] : []),
    {
      type: "Softmax",
      inputs: [causal ? `m${link}` : `s${link}`],
      outputs: [`w${link}`],
      attributes: { axis: 3 },
    },
    { type: "MatMul", inputs: [`w${link}`, "v"], outputs: [to] },
  ];
  const plain = {
    feeds: {
      q: [q, four],
      keys: [keys, [1, heads, WIDTH, length]],
      v: [v, four],
      ...(causal ? { mask: [mask, [length, length]] } : {}),
    },
    chain: steps,
    first: "q",
    opset: 17,
    shape: four,
    read: last,
  };
  const fused = (type, domain, attributes) => (from, to) => [
    { type, domain, inputs: [from, "k", "v"], outputs: [to], attributes },
  ];
  const multiHead = {
    feeds: { q: [tokens(q), three], k: [tokens(k), three], v: [tokens(v), three] },
    chain: fused("MultiHeadAttention", DOMAIN, {
      num_heads: heads,
      unidirectional: causal ? 1 : 0,
    }),
    first: "q",
    opset: 17,
    shape: three,
    read: (cells) => lastHead(cells, heads, length),
  };
  const standard = {
    feeds: { q: [q, four], k: [k, four], v: [v, four] },
    chain: fused("Attention", "", { is_causal: causal ? 1 : 0 }),
    first: "q",
    opset: 23,
    shape: four,
    read: last,
  };
  return [
    await contestant("ort graph", links, plain),
    await contestant("ort MultiHeadAttention", links, multiHead),
    await contestant("ort Attention", links, standard),
  ];
}

const DOMAIN = "com.microsoft";

/** The fused attention that is the runtime's fastest; its optimiser joins what else it can. */
async function encoder({ heads }, { x, shape, layers }, links) {
  const three = [1, ...shape];
  const weights = Object.fromEntries(
    layers.flatMap((layer, at) =>
      Object.entries(layer).map(([name, weight]) => [`${name}${at}`, weight]),
    ),
  );
  const chain = (from, to, link) => {
    const last = layers.length - 1;
    const end = (at) => (at === last ? to : `x${at}.${link}`);
    return layers.flatMap((_, at) =>
      layerNodes(at === 0 ? from : end(at - 1), end(at), at, `${at}.${link}`, heads),
    );
  };
  const feeds = { x: [x, three] };
  const read = (cells) => cells;
  const about = { feeds, chain, first: "x", opset: 20, shape: three, read, weights };
  return [await contestant("ort", links, about)];
}

/** One layer; `at` numbers its weights, `id` its tensors. */
function layerNodes(from, to, at, id, heads) {
  const named = (name) => `${name}_${id}`;
  const op = (type, inputs, output, more = {}) => ({ type, inputs, outputs: [output], ...more });
  const linear = (input, name, output) => [
    op("MatMul", [input, `${name}${at}`], `${output}.product`),
    op("Add", [`${output}.product`, `${name}Bias${at}`], output),
  ];
  const norm = (input, name, output) =>
    op("LayerNormalization", [input, `${name}${at}`, `${name}Bias${at}`], output, {
      attributes: { axis: 2, epsilon: { float: 1e-5 } },
    });
  const three = ["query", "key", "value"];
  return [
    norm(from, "norm1", named("first")),
    ...three.flatMap((name) => linear(named("first"), name, named(name))),
    op("MultiHeadAttention", three.map(named), named("heads"), {
      domain: DOMAIN,
      attributes: { num_heads: heads },
    }),
    ...linear(named("heads"), "output", named("attended")),
    op("Add", [from, named("attended")], named("middle")),
    norm(named("middle"), "norm2", named("second")),
    ...linear(named("second"), "in", named("hidden")),
    op("Gelu", [named("hidden")], named("active")),
    ...linear(named("active"), "out", named("fed")),
    op("Add", [named("middle"), named("fed")], to),
  ];
}

/** The last head of [T, H, D], as [T, D]. */
export function lastHead(cells, heads, length) {
  const head = new Float32Array(length * WIDTH);
  for (let t = 0; t < length; ++t) {
    const from = (t * heads + heads - 1) * WIDTH;
    head.set(cells.subarray(from, from + WIDTH), t * WIDTH);
  }
  return head;
}
