// The rows of the bench, their inputs and what design asks of them.

/** D, the width of a head. */
export const WIDTH = 64;

const sizes = [64, 128, 256, 512, 1024];
const lengths = [16, 32, 64, 128, 256, 512, 1024];

export const matmulRows = sizes.map((n) => ({ kind: "matmul", n, flops: 2 * n ** 3 }));

export const attentionRows = [1, 8].flatMap((heads) =>
  [false, true].flatMap((causal) =>
    lengths.map((length) => ({
      kind: "attention",
      heads,
      length,
      causal,
      // Both products, hidden keys included.
      flops: 4 * heads * length * length * WIDTH,
    })),
  ),
);

/** Layers of an encoder on one sentence: pre-norm, GELU. */
export const encoderRows = [
  { layers: 1, width: 128, heads: 4, hidden: 512 },
  { layers: 4, width: 128, heads: 4, hidden: 512 },
  { layers: 1, width: 512, heads: 8, hidden: 2048 },
  { layers: 4, width: 512, heads: 8, hidden: 2048 },
].flatMap((size) =>
  [64, 256, 1024].map((length) => ({
    kind: "encoder",
    ...size,
    length,
    flops:
      size.layers *
      (2 * length * size.width * (4 * size.width + 2 * size.hidden) +
        4 * length * length * size.width),
  })),
);

/** Of a decoder on bytes, feed-forward four times as wide; 0.37 … 6.42 million parameters. */
export const trainingRows = [
  { layers: 3, width: 96, heads: 3, batch: 16, context: 64 },
  { layers: 4, width: 128, heads: 4, batch: 16, context: 96 },
  { layers: 6, width: 192, heads: 6, batch: 12, context: 128 },
  { layers: 8, width: 256, heads: 8, batch: 8, context: 128 },
].map((size) => ({ kind: "training", ...size }));

export const generationRows = trainingRows.map(({ layers, width, heads, context }) => ({
  ...{ kind: "generation", layers, width, heads, context },
}));

/** As tests/bench/work.h calls them. */
export function key({ kind, flops: _, ...numbers }) {
  return [kind, ...Object.values(numbers).map(Number)].join(" ");
}

/** How many times faster ours must be. */
export function targets(row) {
  if (row.kind === "matmul") return row.n < 128 ? { tfjs: 1, ort: 1 } : { tfjs: 1.3, ort: 1.7 };
  if (row.kind === "encoder") return { best: row.width < 512 ? 1.7 : 1.4 };
  const best = row.length <= 64 || row.causal ? 2 : 1.4;
  return { best };
}

/** Of the speed of our own product at 256, 6·parameters·tokens operations a step of training. */
export const trainingTarget = 0.6;

/** Native by dynamic dispatch against wasm, by the vector target in use. */
export const nativeTarget = (vectors) =>
  /^AVX3/.test(vectors) ? 3 : vectors === "AVX2" ? 1.8 : undefined;

/** The same uniform numbers on every machine. */
function uniform(count, size, seed) {
  const cells = new Float32Array(count);
  let state = seed;
  for (let i = 0; i < count; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    cells[i] = (state / 2 ** 31 - 1) * size;
  }
  return cells;
}

/** Of variance 1/n, so that a chain of products neither grows nor vanishes. */
export const matmulInputs = ({ n }) => ({
  a: uniform(n * n, Math.sqrt(3 / n), 1),
  b: uniform(n * n, 1, 2),
});

export function attentionInputs({ heads, length, causal }) {
  const count = heads * length * WIDTH;
  const [q, k, v] = [1, 2, 3].map((seed) => uniform(count, 2, seed));
  const keys = new Float32Array(count);
  for (let h = 0; h < heads; ++h) {
    for (let t = 0; t < length; ++t) {
      for (let d = 0; d < WIDTH; ++d) {
        const cell = k[(h * length + t) * WIDTH + d];
        keys[(h * WIDTH + d) * length + t] = cell / Math.sqrt(WIDTH);
      }
    }
  }
  const mask = new Float32Array(causal ? length * length : 0);
  for (let i = 0; i < mask.length; ++i) {
    mask[i] = i % length > Math.floor(i / length) ? -1e9 : 0;
  }
  return { q, k, v, keys, mask, tokens: (x) => byToken(x, heads, length) };
}

/** The stream [T, C] and of every layer its weights in order: [cells, shape]. */
export function encoderInputs({ layers, width, heads, hidden, length }) {
  let seed = 1;
  const matrix = (rows, columns) => [
    uniform(rows * columns, Math.sqrt(3 / rows), ++seed),
    [rows, columns],
  ];
  const bias = (size) => [uniform(size, 0.1, ++seed), [size]];
  const ones = () => [new Float32Array(width).fill(1), [width]];
  const layer = () => ({
    ...{ norm1: ones(), norm1Bias: bias(width) },
    ...{ query: matrix(width, width), queryBias: bias(width) },
    ...{ key: matrix(width, width), keyBias: bias(width) },
    ...{ value: matrix(width, width), valueBias: bias(width) },
    ...{ output: matrix(width, width), outputBias: bias(width) },
    ...{ norm2: ones(), norm2Bias: bias(width) },
    ...{ in: matrix(width, hidden), inBias: bias(hidden) },
    ...{ out: matrix(hidden, width), outBias: bias(width) },
  });
  return {
    x: uniform(length * width, 1, 1),
    heads,
    shape: [length, width],
    layers: Array.from({ length: layers }, layer),
  };
}

/** [H, T, D] as [T, H, D]. */
function byToken(x, heads, length) {
  const to = new Float32Array(x.length);
  for (let h = 0; h < heads; ++h) {
    for (let t = 0; t < length; ++t) {
      const from = (h * length + t) * WIDTH;
      to.set(x.subarray(from, from + WIDTH), (t * heads + h) * WIDTH);
    }
  }
  return to;
}
