// Positions against public vectors through the public interface: rotary of every
// scaling and layout, ALiBi, T5's buckets. The adapters only name, reshape and
// pick; every number is the engine's.

import assert from "node:assert/strict";
import { after } from "node:test";
import {
  type ApplyResult,
  createEngine,
  type RotaryArguments,
  type RotaryFrequenciesArguments,
  type Tensor,
  type TensorInput,
} from "clearhead/engine.js";
import { flatOf, tensorOf } from "../support/cells.js";
import {
  type Check,
  compare,
  eachCase,
  exact,
  family,
  gradient,
  single,
  type Tolerance,
} from "../support/family.js";
import { join, split } from "../support/heads.js";
import {
  chapterFolder,
  given,
  number,
  numbers,
  readChapter,
  readHf,
  readOnnx,
  readTorch,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

/** Five printed digits; what RoFormer's tests allow themselves. */
const printed: Tolerance = { absolute: 0, relative: 6e-5 };
const literal: Tolerance = { absolute: 1e-4, relative: 0 };

const double = (shape: number[], data: number[]): VectorTensor => ({ dtype: "f64", shape, data });

/**
 * A configuration of transformers as arguments. The scaling is an object of its own or stands
 * among the other settings.
 */
function frequencies({ attributes, inputs }: VectorCase): RotaryFrequenciesArguments {
  const find = (name: string): unknown =>
    attributes[`config.rope_scaling.${name}`] ?? attributes[`config.${name}`];
  const size = (name: string): number | undefined => find(name) as number | undefined;
  const kind = find("rope_type") ?? "default";
  const scaling = (kind === "default" ? "none" : kind) as RotaryFrequenciesArguments["scaling"];
  const most = size("max_position_embeddings") ?? 0;
  const trainedLength = size("original_max_position_embeddings") ?? most;
  const factor = size("factor") ?? most / trainedLength;
  const factors = inputs[`config.rope_scaling.${factor > 1 ? "long" : "short"}_factor`];
  return {
    width: Math.floor((size("head_dim") ?? 0) * (size("partial_rotary_factor") ?? 1)),
    base: size("rope_theta"),
    scaling,
    factor,
    trainedLength,
    // Without a length dynamic scaling reads no further than trained.
    length: size("seq_len") ?? trainedLength,
    low: size("beta_slow") ?? size("low_freq_factor"),
    high: size("beta_fast") ?? size("high_freq_factor"),
    attentionFactor: size("attention_factor"),
    factors: scaling === "longrope" ? factors : undefined,
  };
}

async function checkFrequencies(test: VectorCase, tolerance: Tolerance): Promise<void> {
  const { output, tensors } = await engine.rotaryFrequencies(frequencies(test));
  compare("inv_freq", output, given(test.inputs, "inv_freq"), tolerance);
  const scale = double([], [number(test, "attention_scale", Number.NaN)]);
  compare("attention_scale", tensors.attention_factor, scale, single);
}

interface Turn {
  x: VectorTensor;
  positions: TensorInput;
  base: number;
  layout: RotaryArguments["layout"];
  outputGradient?: TensorInput;
}

/** x [B, H, T, D] turned as positions [B, T] say. */
async function turn({ x, positions, base, ...rest }: Turn): Promise<ApplyResult> {
  const speeds = await engine.rotaryFrequencies({ width: x.shape.at(-1) ?? 0, base });
  const table = await engine.rotaryTable({
    positions,
    frequencies: speeds.output,
    remainder: speeds.tensors.remainder,
    attentionFactor: speeds.tensors.attention_factor,
  });
  return engine.rotary({ x, cos: table.output, sin: table.tensors.sin as Tensor, ...rest });
}

/** [B, T, H, D] as [B, H, T, D] or the other way. */
function swapped(x: VectorTensor | Tensor): VectorTensor {
  const [a, b, c, d] = x.shape as [number, number, number, number];
  const shape = [a, c, b, d];
  const data = tensorOf(shape, ([i, j, k, l]: [number, number, number, number]) =>
    Number(x.data[flatOf(x.shape, [i, k, j, l])]),
  );
  return double(shape, data);
}

/**
 * The rows of a projection in another order let the layout half turn what interleaved turned:
 * turning one order equals reordering what was turned.
 */
async function checkPermutation(test: VectorCase): Promise<void> {
  const order = numbers(given(test.inputs, "rows_out"));
  const heads = number(test, "n_heads", 1);
  const shape = [1, heads, 1, order.length / heads];
  const reorder = ({ data }: VectorTensor | Tensor): VectorTensor =>
    double(
      shape,
      order.map((from) => Number(data[from])),
    );
  const x = double(shape, numbers(given(test.inputs, "rows_in")));
  const position = { positions: double([1], [3]), base: 10000 };
  const before = await turn({ x, ...position, layout: "interleaved" });
  const { output } = await turn({ x: reorder(x), ...position, layout: "half" });
  compare("rows", output, reorder(before.output), single);
}

async function checkApply(test: VectorCase): Promise<void> {
  if (test.inputs.rows_out) return checkPermutation(test);
  const { attributes, inputs } = test;
  const half = String(attributes.pairing).startsWith("half");
  const bySequence = attributes.layout === "[batch,seq,heads,dim]";
  for (const name of ["q", "k"]) {
    const x = inputs[name];
    if (!x) continue;
    const { output } = await turn({
      x: bySequence ? swapped(x) : x,
      positions: given(inputs, "positions"),
      base: number(test, "theta", 0),
      layout: half ? "half" : "interleaved",
    });
    const right = given(inputs, `${name}_out`);
    compare(name, output, bySequence ? swapped(right) : right, single);
  }
}

/** Bloom's bias is ours of the first query: m·k, k counted without padding. */
async function checkAlibi(test: VectorCase): Promise<void> {
  const { attention_mask: mask, alibi, slopes } = test.inputs;
  const keys = mask?.shape[1] ?? 1;
  const heads = number(test, "num_heads", 0);
  const { output, tensors } = await engine.alibi({ heads, queries: keys, keys });
  if (slopes) return compare("slopes", tensors.slopes, slopes, single);
  assert.ok(mask && alibi);
  const visible = numbers(mask);
  const data = tensorOf(alibi.shape, ([b, h, , k]: [number, number, number, number]) => {
    const row = visible.slice(b * keys, (b + 1) * keys);
    const place = row.slice(0, k).reduce((all, bit) => all + bit, 0);
    return Number(output.data[flatOf(output.shape, [h, 0, row[k] ? place : 0])]);
  });
  compare("alibi", { shape: alibi.shape, data: Float32Array.from(data) }, alibi, single);
}

/** A table whose rows hold their own number shows the buckets. */
async function checkBuckets(test: VectorCase): Promise<void> {
  const count = number(test, "num_buckets", 0);
  const expected = given(test.inputs, "buckets");
  const [keys = 0] = expected.shape;
  const { output } = await engine.relativeBias({
    table: double([count, 1], [...Array(count).keys()]),
    queries: keys,
    keys,
    maxDistance: number(test, "max_distance", 0),
    bidirectional: test.attributes.bidirectional === true,
  });
  // The query at −first has the first key at that distance.
  const row = -number(test, "relative_position_first", 0) * keys;
  const data = (output.data as Float32Array).subarray(row, row + keys);
  compare("buckets", { shape: [keys], data }, expected, exact);
}

/** The first rows and columns, as the tests print them. */
function corner({ data }: VectorTensor | Tensor, width: number, shape: number[]): Tensor {
  const cells = tensorOf(shape, ([row, column]: [number, number]) =>
    Number(data[row * width + column]),
  );
  return { shape, data: Float32Array.from(cells) };
}

/** RoFormer's table holds all sines before all cosines; ours takes turns. */
async function checkRoformer(test: VectorCase): Promise<void> {
  const expected = given(test.inputs, "expected");
  if (!test.name.includes("apply_rotary")) {
    const width = test.name.includes("basic") ? 6 : 512;
    const { output } = await engine.sinusoidal({ length: width, width });
    const table = tensorOf([width, width], ([row, column]: [number, number]) => {
      const from = column < width / 2 ? 2 * column : 2 * column - width + 1;
      return Number(output.data[row * width + from]);
    });
    compare("table", corner(double([], table), width, expected.shape), expected, literal);
    return;
  }
  const sign = test.name.includes("key") ? -1 : 1;
  const { output } = await turn({
    x: double(
      [2, 12, 16, 64],
      Array.from({ length: 2 * 12 * 16 * 64 }, (_, i) => (sign * i) / 100),
    ),
    positions: double([16], [...Array(16).keys()]),
    base: 10000,
    layout: "interleaved",
  });
  compare("turned", corner(output, 64, expected.shape), expected, literal);
}

/** The caches are given; position_ids pick their rows, as an embedding does. */
async function checkOnnx(test: VectorCase): Promise<void> {
  const { position_ids: ids } = test.inputs;
  const pick = async (name: string): Promise<TensorInput> => {
    const table = given(test.inputs, name);
    return ids ? (await engine.embedding({ table, ids })).output : table;
  };
  const x = given(test.inputs, "X");
  const { output } = await engine.rotary({
    x: split(x, number(test, "num_heads", 1)),
    cos: await pick("cos_cache"),
    sin: await pick("sin_cache"),
    layout: number(test, "interleaved", 0) ? "interleaved" : "half",
  });
  compare("Y", join(output, x.shape.length), given(test.outputs, "Y"), single);
}

async function checkTorch(test: VectorCase): Promise<void> {
  const { inputs } = test;
  const positions = given(inputs, "in.positions");
  const { output, gradients } = await turn({
    x: given(inputs, "in.q"),
    positions: double(positions.shape, numbers(positions)),
    base: number(test, "theta", 10000),
    layout: test.attributes.interleaved ? "interleaved" : "half",
    outputGradient: given(inputs, "up.y"),
  });
  compare("y", output, given(inputs, "out.y"), single);
  compare("dq", gradients?.x, given(inputs, "grad.in.q"), gradient);
}

async function checkChapterSpeeds(
  path: string[],
  settings: RotaryFrequenciesArguments,
): Promise<void> {
  const { output } = await engine.rotaryFrequencies(settings);
  compare("θ", output, readChapter(...path), single);
}

/** The chapter's q of eight features at position 3. */
async function checkChapterTurn(key: string, layout: RotaryArguments["layout"]): Promise<void> {
  const x = { ...readChapter("rope", "q"), shape: [1, 1, 1, 8] };
  const { output } = await turn({ x, positions: double([1], [3]), base: 10000, layout });
  compare(key, output, readChapter("rope", key), single);
}

async function checkChapterSlopes(key: string, heads: number): Promise<void> {
  const { tensors } = await engine.alibi({ heads, queries: 1, keys: 1 });
  compare(key, tensors.slopes, readChapter("alibi", key), single);
}

function chapter(): Check[] {
  const named = (name: string, run: () => Promise<void>): Check => ({ name, run });
  const yarn = { width: 128, scaling: "yarn", factor: 16, trainedLength: 4096 } as const;
  const yarnPath = (key: string): string[] => ["yarn", "d128_L4096_s16", key];
  return [
    named("theta", () => checkChapterSpeeds(["theta", "dim64"], { width: 64 })),
    named("theta_paper", () =>
      checkChapterSpeeds(yarnPath("theta_paper"), { ...yarn, ramp: "turns" }),
    ),
    named("theta_reference_code", () => checkChapterSpeeds(yarnPath("theta_reference_code"), yarn)),
    named("interleaved", () => checkChapterTurn("interleaved_q_at_pos3", "interleaved")),
    named("half", () => checkChapterTurn("half_split_q_at_pos3", "half")),
    named("8 heads", () => checkChapterSlopes("slopes_8_heads", 8)),
    named("16 heads", () => checkChapterSlopes("slopes_16_heads", 16)),
  ];
}

const gate = (
  name: string,
  read: () => VectorCase[],
  check: (test: VectorCase) => Promise<void>,
): void => family(name, vectorsFolder, () => eachCase(read(), check));
const gateHf = (file: string, check: (test: VectorCase) => Promise<void>): void =>
  gate(`hf_${file}`, () => readHf(file), check);

family("chapter_positions", chapterFolder, chapter);
gateHf("rope_inv_freq_grid", (test) => checkFrequencies(test, single));
gateHf("rope_snapshots", (test) => checkFrequencies(test, printed));
gateHf("rope_apply", checkApply);
gateHf("alibi", checkAlibi);
gateHf("t5_relative_buckets", checkBuckets);
gateHf("roformer_literals", checkRoformer);
gate("onnx_rotary_embedding", () => readOnnx("rotary_embedding"), checkOnnx);
gate("torch_rope", () => readTorch("rope_"), checkTorch);
