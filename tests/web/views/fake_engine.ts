// A self-attention in a few lines of doubles behind the public Engine interface:
// an independent source of numbers, and a log of what was asked.
import type {
  Axis,
  CatalogueEntry,
  Engine,
  Gradients,
  GradientTarget,
  Intervention,
  Model,
  Run,
  RunOptions,
  SelfAttentionConfig,
  Tensor,
} from "../../../web/engine/types.js";

type Rows = number[][];
const product = (a: Rows, b: Rows): Rows =>
  a.map((row) => (b[0] ?? []).map((_, j) => row.reduce((sum, x, k) => sum + x * b[k]![j]!, 0)));
const transposed = (a: Rows): Rows => (a[0] ?? []).map((_, j) => a.map((row) => row[j]!));

const ln2 = Math.log(2);
const exactVectors: Record<string, number[]> = {
  The: [1, 0, 0, 1],
  cat: [0, 1, 0, 1],
  sat: [0, 0, 1, 1],
};
const exactWeights = {
  query: [
    [0, 1, 0, 0],
    [0, 1, 2, 0],
    [0, 3, 0, 0],
    [0, 0, 0, 0],
  ],
  key: [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j && i < 3 ? 2 * ln2 : 0))),
  value: [
    [7, 0],
    [0, 7],
    [7, 7],
    [0, 0],
  ],
};

/** Deterministic stand-ins for drawn numbers, about −1…1. */
const wave = (rows: number, columns: number, phase: number): Rows =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => Math.sin(1.7 * (i + 1) * (j + 2) + phase)),
  );

function visible(config: SelfAttentionConfig, i: number, j: number): number {
  const { mask, length } = config;
  const causal = mask !== "none" && mask !== "padding" && (mask !== "prefix" || j >= length);
  const padded = mask === "padding" || mask === "combined";
  const passed = mask === "window" && j <= i - length;
  return (causal && j > i) || (padded && j >= length) || passed ? 0 : 1;
}

const tensor = (shape: number[], data: number[]): Tensor => ({
  shape,
  data: Float32Array.from(data),
});

export interface Computed {
  tensors: Record<string, Tensor>;
  edits: Record<string, { index: number; was: number }[]>;
}

export function compute(
  config: SelfAttentionConfig,
  tokens: string[],
  interventions: Intervention[],
): Computed {
  const { d_model: C, d_k: D, heads: H } = config;
  const T = tokens.length;
  const exact = config.weights === "exact";
  const tensors: Record<string, Tensor> = {};
  const edits: Computed["edits"] = {};
  /** Stores and applies what the reader changed; later stages use what comes back. */
  const record = (name: string, shape: number[], data: number[]): number[] => {
    const size = shape.reduce((a, b) => a * b, 1);
    if (data.length !== size) throw new Error(`${name}: ${data.length} numbers for ${shape}`);
    const changed = [...data];
    edits[name] = [];
    for (const one of interventions.filter(({ tensor: target }) => target === name)) {
      const indices = one.action === "replace" ? changed.map((_, i) => i) : (one.indices ?? []);
      indices.forEach((index, at) => {
        if (index >= size)
          throw Object.assign(new Error(`${name}: no cell ${index}`), { code: "range" });
        edits[name]!.push({ index, was: changed[index]! });
        changed[index] = one.values[at]!;
      });
    }
    tensors[name] = tensor(shape, changed);
    return changed;
  };
  const rows = (data: number[], width: number): Rows =>
    Array.from({ length: data.length / width }, (_, i) => data.slice(i * width, (i + 1) * width));

  const words = [...new Set(tokens)];
  tensors.tokens = { shape: [1, T], data: Int32Array.from(tokens, (word) => words.indexOf(word)) };
  const tableRows = exact
    ? words.map((word) => exactVectors[word]!)
    : wave(words.length, C, config.seed);
  const table = rows(record("embedding.table", [words.length, C], tableRows.flat()), C);
  const embeddings = record(
    "embeddings",
    [1, T, C],
    tokens.flatMap((word) => table[words.indexOf(word)]!),
  );
  let x = embeddings;
  if (config.positions) {
    const places = tokens.flatMap((_, i) =>
      Array.from({ length: C }, (_, c) => {
        const angle = i / 10000 ** ((2 * Math.floor(c / 2)) / C);
        return c % 2 ? Math.cos(angle) : Math.sin(angle);
      }),
    );
    const positions = record("positions", [T, C], places);
    x = embeddings.map((value, at) => value + positions[at]!);
  }
  const X = rows(record("x", [1, T, C], x), C);
  // Values of the example worked by hand are two wide.
  const W = exact ? 2 : D;
  const project = (name: "query" | "key" | "value", phase: number): Rows => {
    const width = H * (name === "value" ? W : D);
    const start = exact ? exactWeights[name] : wave(C, width, phase);
    const weight = rows(record(`${name}.weight`, [C, width], start.flat()), width);
    return rows(record(name, [1, T, width], product(X, weight).flat()), width);
  };
  const [Q, K, V] = [project("query", 0.1), project("key", 0.2), project("value", 0.3)];
  const head = (all: Rows, h: number, width: number): Rows =>
    all.map((row) => row.slice(h * width, (h + 1) * width));
  const heads = Array.from({ length: H }, (_, h) => h);
  const pairs = [1, H, T, T];
  const scores = record(
    "scores",
    pairs,
    heads.flatMap((h) => product(head(Q, h, D), transposed(head(K, h, D))).flat()),
  );
  const scale = config.scaling ? 1 / Math.sqrt(D) : 1;
  const scaled = record(
    "scaled",
    pairs,
    scores.map((score) => score * scale),
  );
  const rule = tokens.flatMap((_, i) => tokens.map((_, j) => visible(config, i, j)));
  const mask = record("mask", [1, 1, T, T], rule);
  tensors.mask = { shape: [1, 1, T, T], data: Uint8Array.from(mask) };
  const hide = scaled.map((score, at) => (mask[at % (T * T)] ? score : Number.NEGATIVE_INFINITY));
  const masked = record("masked", pairs, hide);
  const softmax = rows(masked, T).flatMap((row) => {
    const largest = Math.max(...row);
    if (largest === Number.NEGATIVE_INFINITY) return row.map(() => 0);
    const powers = row.map((score) => Math.exp(score - largest));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => power / sum);
  });
  const weights = record("weights", pairs, softmax);
  const outs = record(
    "head_outputs",
    [1, H, T, W],
    heads.flatMap((h) => {
      const own = rows(weights.slice(h * T * T, (h + 1) * T * T), T);
      return product(own, head(V, h, W)).flat();
    }),
  );
  const output = tokens.flatMap((_, i) =>
    heads.flatMap((h) => outs.slice((h * T + i) * W, (h * T + i + 1) * W)),
  );
  tensors.output = tensor([1, T, H * W], output);
  edits.output = [];
  return { tensors, edits };
}

const axes = (shape: number[]): Axis[] => shape.map((size) => ({ role: "feature", size }));

/** What the engine was asked, in order: "tokenize", "model", "run", "tensor weights", … */
export class FakeEngine implements Engine {
  readonly version = "fake";
  readonly log: string[] = [];
  /** Runs and models that were made and not disposed. */
  live = 0;
  /** Tensors whose cells this engine does not let set. */
  readonly refused = new Set<string>();
  /** While set, runs wait for it. */
  gate: Promise<void> | undefined;

  async operations() {
    return [];
  }

  async apply(): Promise<never> {
    throw new Error("not in this test");
  }

  async compute(): Promise<never> {
    throw new Error("not in this test");
  }

  async tokenize(text: string) {
    this.log.push("tokenize");
    const all = [...text.matchAll(/\p{Script=Han}|[\p{L}\p{N}]+|[^\s]/gu)].map((match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      kind: "word" as const,
    }));
    return { tokens: all.slice(0, 64), truncated: all.length > 64, limit: 64 };
  }

  model = this.#model.bind(this) as Engine["model"];

  async modelTables(): Promise<never> {
    throw new Error("the fake has no Transformers");
  }

  async #model(config: SelfAttentionConfig): Promise<Model> {
    this.log.push("model");
    this.live++;
    return {
      config,
      run: async ({ tokens }, options) => this.#run(config, tokens, options ?? {}),
      dispose: async () => {
        this.log.push("dispose model");
        this.live--;
      },
    };
  }

  async #run(config: SelfAttentionConfig, tokens: string[], options: RunOptions): Promise<Run> {
    this.log.push("run");
    await this.gate;
    options.signal?.throwIfAborted();
    for (const { tensor: name } of options.interventions ?? []) {
      if (this.refused.has(name))
        throw Object.assign(new Error(`not ${name}`), { code: "argument" });
    }
    const { tensors, edits } = compute(config, tokens, options.interventions ?? []);
    this.live++;
    const catalogue: CatalogueEntry[] = Object.entries(tensors).map(([name, { shape, data }]) => ({
      name,
      shape,
      axes: axes(shape),
      dtype: data instanceof Float32Array ? "f32" : data instanceof Int32Array ? "i32" : "u8",
      operation: "test",
      inputs: [],
      edits: edits[name] ?? [],
    }));
    const T = tokens.length;
    return {
      catalogue,
      bytes: 0,
      tensor: async (name) => {
        this.log.push(`tensor ${name}`);
        return tensors[name]!;
      },
      explain: async (name, index) => ({
        ...{ tensor: name, index, gradient: false, value: 0, operation: "test", terms: [] },
      }),
      gradients: async ({ of }) => this.#gradients(of, tensors),
      gradientMap: async () => {
        this.log.push("map");
        return tensor(
          [T, T],
          Array.from({ length: T * T }, (_, at) => at / 2),
        );
      },
      dispose: async () => {
        this.log.push("dispose run");
        this.live--;
      },
    };
  }

  /** Stand-ins: the figure must show whatever numbers come. */
  async #gradients(of: GradientTarget, tensors: Record<string, Tensor>): Promise<Gradients> {
    this.log.push("gradients");
    if (tensors[of.tensor] === undefined) {
      throw Object.assign(new Error(`no tensor ${of.tensor}; there is output`), {
        code: "unknown",
      });
    }
    const names = Object.keys(tensors).filter((name) => name !== "tokens" && name !== "mask");
    return {
      of,
      value: 1,
      names,
      tensor: async (name) => {
        this.log.push(`gradient ${name}`);
        const { shape, data } = tensors[name]!;
        return tensor(
          shape,
          [...data].map((_, at) => (at % 7) - 3),
        );
      },
      explain: async (name, index) => ({
        ...{ tensor: name, index, gradient: true, value: 0, operation: "test", terms: [] },
      }),
      dispose: async () => {
        this.log.push("dispose gradients");
      },
    };
  }

  async memory() {
    return { used: 0, peak: 0, budget: 0 };
  }

  async dispose() {}
}
