// The chapter's right values through the public interface: masks, softmax
// examples, the deterministic attention with its gradients, sinusoids.

import { after } from "node:test";
import {
  createEngine,
  type Intervention,
  type MaskArguments,
  type Run,
  type SelfAttentionConfig,
  type Tensor,
} from "clearhead/engine.js";
import { tensorOf } from "../support/cells.js";
import {
  type Check,
  compare,
  exact,
  family,
  gradient,
  single,
  softmax,
} from "../support/family.js";
import { chapterFolder, readChapter } from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

async function checkMask(key: string, kind: MaskArguments["kind"], length: number): Promise<void> {
  const expected = readChapter("masks", key);
  const [n] = expected.shape as [number];
  const { output } = await engine.mask({ kind, queries: n, keys: n, length });
  compare(key, output, expected, exact);
}

/** The softmax of a row whose keys from `valid` on are hidden. */
async function checkRow(key: string, right: string, valid: number): Promise<void> {
  const a = readChapter("softmax_examples", key, "scores");
  const bits = Array.from({ length: a.data.length }, (_, i) => Number(i < valid));
  const visible = { dtype: "bool", shape: a.shape, data: bits } as const;
  const masked = await engine.applyMask({ a, visible });
  const { output } = await engine.softmax({ a: masked.output });
  compare(key, output, readChapter("softmax_examples", key, right), softmax);
}

const C = 2 / Math.sqrt(8);

/** The matrices of values.json "attention_deterministic", by its formulas. */
const matrices: Record<string, number[]> = {
  x: tensorOf([5, 8], ([i, a]: [number, number]) => Math.sin(1.7 * (i + 1) * (a + 2))),
  "query.weight": tensorOf(
    [8, 4],
    ([a, b]: [number, number]) => Math.cos(1.3 * (a + 1) * (b + 3)) * C,
  ),
  "key.weight": tensorOf(
    [8, 4],
    ([a, b]: [number, number]) => Math.sin(0.9 * (a + 2) * (b + 1)) * C,
  ),
  "value.weight": tensorOf(
    [8, 4],
    ([a, b]: [number, number]) => Math.cos(0.7 * (a + 3) * (b + 2)) * C,
  ),
};

const kinds = [
  ["none", "none"],
  ["causal", "causal"],
  ["padding3", "padding"],
  ["combined3", "combined"],
] as const;

/** The chapter's module on that input, as the self-attention model. */
async function runModule(mask: SelfAttentionConfig["mask"]): Promise<Run> {
  const model = await engine.model({
    kind: "self_attention",
    d_model: 8,
    d_k: 4,
    heads: 1,
    seed: 1,
    weights: "random",
    mask,
    length: 3,
    scaling: true,
    positions: false,
  });
  const interventions = Object.entries(matrices).map(
    ([tensor, values]): Intervention => ({ tensor, action: "replace", values }),
  );
  return model.run({ tokens: ["a", "b", "c", "d", "e"] }, { interventions });
}

async function checkAttention(key: string, mask: SelfAttentionConfig["mask"]): Promise<void> {
  const run = await runModule(mask);
  const group = "attention_deterministic";
  for (const name of ["weights", "output"]) {
    compare(name, await run.tensor(name), readChapter(group, key, name), softmax);
  }
  for (const [ours, theirs] of [
    ["query", "Q"] as const,
    ["key", "K"] as const,
    ["value", "V"] as const,
  ]) {
    compare(ours, await run.tensor(ours), readChapter(group, theirs), softmax);
  }
}

/** ‖dL/dx_j‖ of every row. */
function rowNorms({ shape, data }: Tensor): Tensor {
  const [, rows, width] = shape as [number, number, number];
  const norms = Array.from({ length: rows }, (_, row) =>
    Math.hypot(...data.slice(row * width, (row + 1) * width)),
  );
  return { shape: [rows], data: Float32Array.from(norms) };
}

async function checkGradient(key: string, mask: SelfAttentionConfig["mask"]): Promise<void> {
  const run = await runModule(mask);
  const gradients = await run.gradients({ of: { tensor: "output", reduce: "sum" } });
  const group = "gradient_deterministic";
  const norms = rowNorms(await gradients.tensor("x"));
  compare("|dL/dx_j|", norms, readChapter(group, key, "loss=sum(output): |dL/dx_j|"), gradient);
  const map = await run.gradientMap();
  compare("map", map, readChapter(group, key, "block_norm |d out_i / d x_j|"), gradient);
  if (mask !== "causal") return;
  const scores = await gradients.tensor("scaled");
  compare("dL/dS", scores, readChapter(group, "score_grad_causal dL/dS"), gradient);
}

async function checkSinusoid(key: string, position: number): Promise<void> {
  const expected = readChapter("pe_d512", key);
  const { output } = await engine.sinusoidal({ length: 6, width: 512 });
  const from = position * 512;
  const data = output.data.slice(from, from + expected.data.length);
  compare(key, { shape: expected.shape, data }, expected, single);
}

function checks(): Check[] {
  const named = (name: string, run: () => Promise<void>): Check => ({ name, run });
  return [
    named("none", () => checkMask("bidirectional_5", "none", 0)),
    named("causal", () => checkMask("causal_5", "causal", 0)),
    named("padding", () => checkMask("padding_seq5_valid3", "padding", 3)),
    named("combined", () => checkMask("combined_seq5_valid3", "combined", 3)),
    named("cat", () => checkRow("cat_query", "softmax", 3)),
    named("row 0", () => checkRow("pad_row0", "right", 3)),
    named("row 0 unmasked", () => checkRow("pad_row0", "unmasked", 5)),
    named("row 1", () => checkRow("pad_row1", "right", 3)),
    named("row 1 unmasked", () => checkRow("pad_row1", "unmasked", 5)),
    ...kinds.flatMap(([key, mask]) => [
      named(`attention ${key}`, () => checkAttention(key, mask)),
      named(`gradient ${key}`, () => checkGradient(key, mask)),
    ]),
    ...[0, 1, 5].map((position) =>
      named(`position ${position}`, () => checkSinusoid(`pos${position}_first10`, position)),
    ),
  ];
}

family("chapter", chapterFolder, checks);
