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

export const key = (row) =>
  row.kind === "matmul"
    ? `matmul ${row.n}`
    : `attention ${row.heads} ${row.length} ${row.causal ? 1 : 0}`;

/** How many times faster ours must be. */
export function targets(row) {
  if (row.kind === "matmul") return row.n < 128 ? { tfjs: 1, ort: 1 } : { tfjs: 1.3, ort: 1.7 };
  const best = row.length <= 64 || row.causal ? 2 : 1.4;
  return { best };
}

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
