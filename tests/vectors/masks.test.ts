// Masks against public vectors and the chapter through the public interface: paddings,
// windows, prefixes, packed documents, XLNet's orders. The adapters only name and order; every
// bit is the engine's.

import { after } from "node:test";
import {
  type CombineMasksArguments,
  createEngine,
  type MaskArguments,
  type MaskedSoftmaxArguments,
  type Tensor,
  type TensorInput,
} from "clearhead/engine.js";
import { type Check, compare, eachCase, exact, family, softmax } from "../support/family.js";
import {
  chapterFolder,
  given,
  number,
  numbers,
  readChapter,
  readHf,
  readTorch,
  type VectorCase,
  type VectorTensor,
  vectorsFolder,
} from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

const mask = async (settings: MaskArguments): Promise<Tensor> =>
  (await engine.mask(settings)).output;

async function combine(
  kind: CombineMasksArguments["kind"],
  a: TensorInput,
  b?: TensorInput,
): Promise<Tensor> {
  return (await engine.combineMasks({ kind, a, b })).output;
}

/** One sequence of a batch, [S]. */
function row(test: VectorCase, name: string, sequence: number): number[] {
  const batch = given(test.inputs, name);
  const keys = batch.shape[1] ?? 0;
  return numbers(batch).slice(sequence * keys, (sequence + 1) * keys);
}

const bits = (cells: number[], shape = [cells.length]): VectorTensor => ({
  dtype: "bool",
  shape,
  data: cells.map((cell) => Number(cell !== 0)),
});

const ids = (cells: number[]): VectorTensor => ({
  dtype: "i32",
  shape: [cells.length],
  data: Int32Array.from(cells),
});

/** [T, S], visible where both the query and the key have a bit. */
async function pairs(cells: number[]): Promise<Tensor> {
  const keys = cells.length;
  const rows = await combine("and", await mask({ kind: "none", keys }), bits(cells));
  return combine("and", rows, bits(cells, [keys, 1]));
}

/** `one` of every sequence against the file's matrices. */
async function compareBatch(
  what: string,
  expected: VectorTensor,
  one: (sequence: number) => Promise<Tensor>,
): Promise<void> {
  const cells: number[] = [];
  for (let b = 0; b < (expected.shape[0] ?? 0); b++)
    cells.push(...((await one(b)).data as Uint8Array));
  compare(what, { shape: expected.shape, data: Uint8Array.from(cells) }, expected, exact);
}

/** transformers counts the keys before the query: one fewer than a window. */
async function checkConverter(test: VectorCase): Promise<void> {
  const { query_length: queries, sliding_window: window, causal } = test.attributes;
  const kind = window == null ? "causal" : "window";
  const length = window == null ? undefined : Number(window) + 1;
  await compareBatch("allowed", given(test.inputs, "allowed"), async (b) => {
    const real = row(test, "attention_mask", b);
    const seen = await mask({
      kind: causal ? kind : "none",
      queries: Number(queries),
      keys: real.length,
      length,
    });
    return combine("and", seen, bits(real));
  });
}

/** (causal | both in the prefix) & no padding & same segment, as far as given */
async function checkT5x(test: VectorCase): Promise<void> {
  const expected = given(test.inputs, "allowed");
  const causal = String(test.attributes.rule).includes("causal");
  await compareBatch("allowed", expected, async (b) => {
    let seen = await mask({ kind: causal ? "causal" : "none", keys: expected.shape[1] });
    const { prefix_flags: flags, tokens, segment_ids: segments } = test.inputs;
    if (flags) seen = await combine("or", seen, await pairs(row(test, "prefix_flags", b)));
    if (tokens) seen = await combine("and", seen, await pairs(row(test, "tokens", b)));
    if (segments) {
      const documents = ids(row(test, "segment_ids", b));
      seen = await combine("and", seen, await mask({ kind: "block", documents }));
    }
    return seen;
  });
}

/**
 * The place of every token in the order: each half is shuffled alike, and tokens that are
 * neither masked nor functional come before all.
 */
function places(test: VectorCase, sequence: number): number[] {
  const masked = row(test, "masked", sequence);
  const half = row(test, "randperm_half_length_per_sample", sequence);
  const functional = [...numbers(given(test.inputs, "special_ids")), number(test, "pad_id", -1)];
  return row(test, "original_ids", sequence).map((id, i) => {
    const first = Math.floor(i / half.length) * half.length;
    const place = first + (half[i % half.length] ?? 0);
    return masked[i] || functional.includes(id) ? place : -1;
  });
}

/** perm_mask is 1 where hidden, and hides masked tokens only. */
async function checkXlnet(test: VectorCase): Promise<void> {
  await compareBatch("perm_mask", given(test.inputs, "perm_mask"), async (b) => {
    const order = ids(places(test, b));
    const earlier = await mask({ kind: "permutation", order, stream: "query" });
    const open = await combine("not", bits(row(test, "masked", b)));
    return combine("not", await combine("or", earlier, open));
  });
}

/** The mask of the kind that the case names, without `allowed`. */
async function checkCore(test: VectorCase): Promise<void> {
  const expected = given(test.inputs, "in.allowed");
  const [, , queries = 0, keys = 0] = expected.shape;
  const name = String(test.attributes.kind);
  const { key_lengths: ends, key_left_pad: starts } = test.attributes as Record<string, number[]>;
  const kinds = ["window", "prefix", "causal"] as const;
  const kind = kinds.find((one) => name.includes(one)) ?? "none";
  const length = kind === "window" ? number(test, "window", 0) : number(test, "prefix_len", 0);
  await compareBatch("allowed", expected, async (b) => {
    const seen = await mask({ kind, queries, keys, length });
    const real = await mask({
      kind: "padding",
      queries,
      keys,
      length: ends?.[b] ?? keys,
      start: starts?.[b] ?? 0,
    });
    return combine("and", seen, real);
  });
}

const gate = (
  name: string,
  read: () => VectorCase[],
  check: (test: VectorCase) => Promise<void>,
): void => family(name, vectorsFolder, () => eachCase(read(), check));

gate("hf_masks_converter", () => readHf("masks_converter"), checkConverter);
gate("hf_t5x_masks", () => readHf("t5x_masks"), checkT5x);
gate("hf_xlnet_plm_collator", () => readHf("xlnet_plm_collator"), checkXlnet);
gate("torch_attention_core_masks", () => readTorch("core_"), checkCore);

const matrix = (name: string, key: string, settings: MaskArguments): Check => ({
  name,
  run: async () => compare(name, await mask(settings), readChapter("masks", key), exact),
});

/** The place of every token in the order 2, 0, 3, 1. */
const order = ids([1, 3, 0, 2]);

/** 1, 2 … n visible keys; on average (n + 1)/2. */
async function checkContext(): Promise<void> {
  const causal = await mask({ kind: "causal", keys: 10 });
  const { output } = await engine.visible({ mask: causal });
  compare("visible", output, readChapter("context_sizes", "causal_visible_n10"), exact);
  const mean = Array.from(output.data).reduce((sum, count) => sum + Number(count) / 10, 0);
  compare(
    "mean",
    { shape: [], data: Float32Array.of(mean) },
    readChapter("context_sizes", "mean"),
    {
      absolute: 1e-6,
      relative: 0,
    },
  );
}

/** The chapter's row of four scores, of which `seen` are visible. */
const filled = (
  name: string,
  settings: Pick<MaskedSoftmaxArguments, "fill" | "precision">,
  expected: () => VectorTensor,
  seen: number,
  tolerance = exact,
): Check => ({
  name,
  run: async () => {
    const { data } = readChapter("fully_masked_row", "scores");
    const scores = { shape: [1, 4], data: Float32Array.from(data, Number) };
    const hidden = bits([0, 1, 2, 3].map((key) => Number(key < seen)));
    const { output } = await engine.maskedSoftmax({ scores, mask: hidden, ...settings });
    compare(name, { ...output, shape: [4] }, expected(), tolerance);
  },
});

const right = (key: string) => () => readChapter("fully_masked_row", key);
const nothing = (): VectorTensor => ({
  dtype: "f64",
  shape: [4],
  data: new Float64Array(4).fill(Number.NaN),
});

family("chapter_masks", chapterFolder, () => [
  ...(["query", "content"] as const).map((stream) =>
    matrix(stream, `xlnet_${stream}_stream_n4_perm_2031`, { kind: "permutation", order, stream }),
  ),
  matrix("prefix", "unilm_prefix_n5_prefix2", { kind: "prefix", keys: 5, length: 2 }),
  matrix("left padding", "left_padding_combined_n5_pad2", {
    kind: "combined",
    keys: 5,
    length: 5,
    start: 2,
  }),
  { name: "visible context", run: checkContext },
  filled("−1e9", { fill: "minus-1e9" }, right("fill_-1e9_softmax"), 0),
  filled("plus −1e9", { fill: "add-minus-1e9" }, right("additive_-1e9_float32"), 0),
  filled("−∞", { fill: "negative-infinity" }, nothing, 0),
  filled("−1e9 in float16", { fill: "minus-1e9", precision: "float16" }, nothing, 0),
  ...(["minus-1e9", "negative-infinity", "zero"] as const).map((fill) =>
    filled(`two keys, ${fill}`, { fill }, right("partly_masked_last2_-1e9"), 2, softmax),
  ),
]);
