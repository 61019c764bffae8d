// The chapter's right values of ranks, information, counts, and the pieces of a
// layer, through the public interface.

import { after } from "node:test";
import { type CountArguments, createEngine, type Step, type Tensor } from "clearhead/engine.js";
import { tensorOf } from "../support/cells.js";
import { type Check, compare, exact, family, single } from "../support/family.js";
import { chapterFolder, numbers, readChapter, type VectorTensor } from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

const one = (value: number): Tensor => ({ shape: [], data: [value] as unknown as Float32Array });
const list = (values: number[]): Tensor => ({
  shape: [values.length],
  data: values as unknown as Float32Array,
});
/** Of any length: numbers compared as doubles. */
const same = (path: string[], value: number | number[], tolerance = exact): void =>
  compare(
    path.join("."),
    Array.isArray(value) ? list(value) : one(value),
    readChapter(...path),
    tolerance,
  );

/** mulberry32, as values.json "rank" draws. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function gaussian(uniform: () => number): number {
  const size = Math.sqrt(-2 * Math.log(1 - uniform()));
  return size * Math.cos(2 * Math.PI * uniform());
}

function draws(seed: number): (rows: number, columns: number) => Tensor {
  const uniform = mulberry(seed);
  return (rows, columns) => ({
    shape: [rows, columns],
    data: Float32Array.from({ length: rows * columns }, () => gaussian(uniform)),
  });
}

const product = (name: string, a: string, b: string, turned: boolean): Step => ({
  name,
  operation: "matmul",
  inputs: { a, b },
  attributes: { transpose_b: turned },
});

/** One attention head without projections, up to its weights and their logarithm. */
const weights = (divisor: number): Step[] => [
  product("scores", "q", "k", true),
  { name: "scaled", operation: "scale", inputs: { a: "scores" }, attributes: { divisor } },
  { name: "weights", operation: "softmax", inputs: { a: "scaled" } },
  { name: "logs", operation: "log_softmax", inputs: { a: "scaled" } },
];

async function spectrum(a: Tensor | VectorTensor): Promise<{ values: number[]; rank: number }> {
  const { output, tensors } = await engine.singularValues({ a, threshold: 1e-5 });
  return { values: Array.from(output.data, Number), rank: Number(tensors.rank?.data[0]) };
}

async function checkCounterexample(): Promise<void> {
  const q = { shape: [3, 1], data: Float32Array.from([1, 2, 3], Math.log) };
  const k = { shape: [3, 1], data: Float32Array.of(0, 1, 2) };
  const run = await engine.compute({ inputs: { q, k }, steps: weights(1) });
  same(
    ["rank", "exact_counterexample", "rank"],
    (await spectrum(await run.tensor("weights"))).rank,
  );
}

async function checkSingle(): Promise<void> {
  const { values, rank } = await spectrum(readChapter("rank", "A_single", "matrix"));
  same(["rank", "A_single", "singular_values"], values, single);
  same(["rank", "A_single", "rank"], rank);
}

/** Random weights of 128 positions and d_k 64. */
async function checkSeed(seed: number): Promise<void> {
  const draw = draws(seed);
  const inputs = { q: draw(128, 64), k: draw(128, 64), v: draw(128, 64) };
  const steps = [...weights(8), product("output", "weights", "v", false)];
  const run = await engine.compute({ inputs, steps });
  const { values, rank } = await spectrum(await run.tensor("weights"));
  const path = ["rank", "mulberry32_reproducible", "seeds", String(seed)];
  same([...path, "rank"], rank);
  same([...path, "largest_sv"], values.at(0) ?? Number.NaN, single);
  same([...path, "smallest_sv"], values.at(-1) ?? Number.NaN, single);
  if (seed === 1) {
    const of = async (name: string): Promise<number> =>
      (await spectrum(await run.tensor(name))).rank;
    const many = ["rank", "n128_dk64_500seeds"];
    same([...many, "rank_scores_QK"], await of("scores"));
    same([...many, "rank_log_A"], await of("logs"));
    const head = ["qkv_facts", "random_single_head_n128_dmodel512_dk64_dv64"];
    same([...head, "rank_output"], await of("output"));
    same([...head, "rank_A"], rank);
  }
  await run.dispose();
}

async function checkHeadMatrices(): Promise<void> {
  const ranks = [];
  for (const name of ["syntax_head", "semantic_head"]) {
    ranks.push((await spectrum(readChapter("head_matrices", name))).rank);
  }
  same(["head_matrices", "ranks"], ranks);
}

/**
 * 8192 queries, 128 to each of 64 sets of 64 keys: how often weights that were not divided by √d_k
 * no longer move with their scores.
 */
async function checkScaling(width: number): Promise<void> {
  const draw = (name: string, rows: number, stream: number): Step => ({
    name,
    operation: "normal",
    attributes: { shape: [64, rows, width], seed: 1, stream },
  });
  const steps: Step[] = [draw("q", 128, 0), draw("k", 64, 1), ...weights(1)];
  steps.push({
    name: "moves",
    operation: "softmax_jacobian",
    inputs: { weights: "weights" },
  });
  const run = await engine.compute({ inputs: {}, steps });
  const lengths = Array.from((await run.tensor("moves")).data, Number);
  await run.dispose();
  const path = ["scaling", "table_n64_keys", String(width)];
  const near = { absolute: 2e-3, relative: 0.1 };
  const below = lengths.filter((length) => length < 1e-3).length / lengths.length;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  same([...path, "raw_fraction_rows_below_1e-3"], below, near);
  same([...path, "raw_mean_jacobian_F"], mean, near);
}

/** p(x₁, x₂, x₃) with its axes in another order, as rows × columns. */
function joint(p: number[], order: number[], rows: number): Tensor {
  const data = new Float32Array(8);
  for (const [cell, value] of p.entries()) {
    const place = order.reduce((sum, axis) => 2 * sum + ((cell >> (2 - axis)) & 1), 0);
    data[place] = value;
  }
  return { shape: [rows, 8 / rows], data };
}

async function checkInformation(): Promise<void> {
  const chapter = readChapter("information", "p_x1x2x3_order_000..111");
  const p = numbers(chapter);
  const measure = async (given: Tensor, name: string): Promise<number> =>
    Number((await engine.information({ p: given })).tensors[name]?.data[0]);
  const pairs = Float32Array.from([0, 2, 4, 6], (i) => Number(p[i]) + Number(p[i + 1]));
  const first = { shape: [2, 2], data: pairs };
  const last = await measure(joint(p, [0, 1, 2], 4), "y_given_x");
  const past = [await measure(first, "entropy_x"), await measure(first, "y_given_x"), last];
  const rest = [
    await measure(joint(p, [1, 2, 0], 4), "y_given_x"),
    await measure(joint(p, [0, 2, 1], 4), "y_given_x"),
    last,
  ];
  const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
  const { output } = await engine.entropy({ p: chapter });
  same(["information", "H_joint_bits"], Number(output.data[0]), single);
  same(["information", "H_xi_given_past"], past, single);
  same(["information", "H_xi_given_rest"], rest, single);
  same(["information", "sum_causal"], sum(past), single);
  same(["information", "sum_bi"], sum(rest), single);
}

async function count(given: CountArguments): Promise<number> {
  const { output, tensors } = await engine.count(given);
  return Number(output.data[0]) + Number(tensors.remainder?.data[0]);
}

const layer = { width: 512, heads: 8, hidden: 2048 };

async function checkParameters(): Promise<void> {
  const bert = await count({
    kind: "bert",
    width: 768,
    heads: 12,
    hidden: 3072,
    layers: 12,
    vocabulary: 30522,
    positions: 512,
  });
  const projection = 12 * (await count({ kind: "linear", width: 768, hidden: 768, bias: true }));
  same(["params", "bert_base_uncased_total"], bert);
  same(["params", "bert_one_projection_all_layers"], projection);
  same(["params", "bert_share_V=K"], bert - projection);
  same(["params", "bert_share_Q=K"], bert - projection);
  same(["params", "bert_no_QKV_projection"], bert - 3 * projection);
  const named = {
    encoder_layer_512_8_2048_with_biases: "encoder_layer",
    decoder_layer_512_8_2048_with_biases: "decoder_layer",
    ffn_512_2048_with_biases: "feed_forward",
    layernorm_512: "norm",
  } as const;
  for (const [name, kind] of Object.entries(named)) {
    same(["params", name], await count({ kind, ...layer, bias: true }));
  }
  same(
    ["params", "bert_layer"],
    await count({ kind: "encoder_layer", width: 768, heads: 12, hidden: 3072, bias: true }),
  );
  same(
    ["params", "t5_small_total"],
    await count({ kind: "t5", ...layer, layers: 6, vocabulary: 32128 }),
  );
  for (const groups of [8, 4, 2, 1]) {
    const value = await count({ kind: "attention", width: 512, heads: 8, groups });
    same(["params", "gqa_d512_h8_no_bias", String(groups)], value);
  }
  const square = { width: 512, hidden: 512, latent: 64 };
  const narrow = await count({ kind: "linear", width: 512, hidden: 64 });
  same(["params", "self_attention_class_512_64"], 3 * narrow);
  same(["self_attention_demo", "params"], 3 * narrow);
  same(
    ["qkv_facts", "dof_rank64_512x512_general"],
    await count({ kind: "rank_freedom", ...square }),
  );
  same(
    ["qkv_facts", "dof_rank64_512x512_symmetric_psd"],
    await count({ kind: "symmetric_rank_freedom", ...square }),
  );
}

async function checkCache(): Promise<void> {
  const cache = (more: Omit<CountArguments, "kind">): Promise<number> =>
    count({ kind: "key_value_cache", ...more });
  const small = ["kv_cache", "chapter_config_h8_dh64"];
  const long = { headWidth: 128, length: 4096, bytes: 2 };
  same([...small, "MHA"], await cache({ heads: 8, headWidth: 64 }));
  same([...small, "GQA_g2"], await cache({ groups: 2, headWidth: 64 }));
  same([...small, "MQA"], await cache({ groups: 1, headWidth: 64 }));
  const models = {
    llama2_7b_seq4096_fp16: { groups: 32, layers: 32 },
    llama2_70b_gqa8_seq4096_fp16: { groups: 8, layers: 80 },
    llama2_70b_if_mha64: { groups: 64, layers: 80 },
    mistral_7b_gqa8_seq4096: { groups: 8, layers: 32 },
  };
  for (const [name, sizes] of Object.entries(models)) {
    same(["kv_cache", name], await cache({ ...long, ...sizes }));
  }
  const latent = await count({ kind: "latent_cache", latent: 512, rotary: 64 });
  same(["kv_cache", "deepseek_v2", "per_token_per_layer"], latent);
}

async function checkLayerPieces(): Promise<void> {
  const wave = (shape: [number, number], cell: (at: [number, number]) => number): Tensor => ({
    shape,
    data: Float32Array.from(tensorOf(shape, cell)),
  });
  const x = wave([5, 8], ([i, a]) => Math.sin(1.7 * (i + 1) * (a + 2)));
  const first = wave([8, 16], ([a, b]) => Math.SQRT1_2 * Math.cos(0.6 * (a + 1) * (b + 1)));
  const second = wave([16, 8], ([a, b]) => Math.sin(0.8 * (a + 1) * (b + 2)) / 2);
  const hidden = await engine.linear({ x, weight: first });
  const bent = await engine.activation({ x: hidden.output, kind: "relu" });
  const rows = {
    layernorm_X_row0: await engine.layerNorm({ x }),
    rmsnorm_X_row0: await engine.rmsNorm({ x }),
    ffn_relu_X_row0: await engine.linear({ x: bent.output, weight: second }),
  };
  for (const [name, { output }] of Object.entries(rows)) {
    same(["layer_pieces", name], Array.from(output.data.slice(0, 8), Number), single);
  }
  for (const [kind, name] of [["gelu", "gelu_erf"] as const, ["silu", "silu"] as const]) {
    for (const at of ["-2", "-1", "-0.5", "0", "0.5", "1", "2"]) {
      const { output } = await engine.activation({
        x: { shape: [], data: Float32Array.of(Number(at)) },
        kind,
      });
      same(["layer_pieces", name, at], Number(output.data[0]), single);
    }
  }
}

function checks(): Check[] {
  const named = (name: string, run: () => Promise<void>): Check => ({ name, run });
  return [
    named("counterexample", checkCounterexample),
    named("A_single", checkSingle),
    ...Array.from({ length: 20 }, (_, i) => named(`seed ${i + 1}`, () => checkSeed(i + 1))),
    named("head matrices", checkHeadMatrices),
    ...[64, 256, 1024].map((width) => named(`scaling ${width}`, () => checkScaling(width))),
    named("information", checkInformation),
    named("parameters", checkParameters),
    named("cache", checkCache),
    named("layer pieces", checkLayerPieces),
  ];
}

family("chapter_analysis", chapterFolder, checks);
