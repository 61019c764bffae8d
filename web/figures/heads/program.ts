// A layer of several heads, what each of them sees, moves and adds, and the layer without some of
// them. Sources: Vaswani et al. 2017, section 3.2.2; Elhage et al. 2021 (circuits); Kobayashi et
// al. 2020 (norms); Michel et al. 2019 (ablation).
import type { Program, Step } from "../../engine/types.js";
import { type Counted, counts, one } from "../counts.js";
import { difference, joined, step } from "../steps.js";
import { floats, integers } from "../tensors.js";
import { HEAD_WIDTH, type HeadsState, PART, WIDTH } from "./parameters.js";

/** Numbers of heads whose parameters are counted, in a model of this width. */
export const SIZES = ["1", "2", "4", "8", "16"] as const;
export const COUNTED_WIDTH = 512;

/** Wavelengths of positions are short: the distance of 1 must stand out. */
const BASE = 10;
/** How strongly built heads ask: the wanted key gets e⁴ times the weight of the next one. */
const SHARPNESS = { place: 16, word: 2.5 };

/** a·bᵀ */
const across = (name: string, a: string, b: string) =>
  step(name, "matmul", { a, b }, { transpose_b: true });

const split = (name: string, x: string, heads: number) =>
  step(name, "split_heads", { x }, { heads });

/** I in the features of the word (0) or of the place (1) of W [C, d_k], times a factor. */
const part = (which: 0 | 1, factor = 1) =>
  floats([WIDTH, HEAD_WIDTH], (flat) => {
    const [feature, column] = [Math.floor(flat / HEAD_WIDTH), flat % HEAD_WIDTH];
    return feature === which * PART + column ? factor : 0;
  });

const inputsOf = (heads: number, ids: number[]) => ({
  ...one,
  ids: integers([1, ids.length], (at) => ids[at] ?? 0),
  at: integers([1, ids.length], (at) => at),
  keep: floats([heads, 1, 1], () => 1),
  ones: floats([1, heads, 1, 1], () => 1),
  zero: floats([1], () => 0),
  word_part: part(0),
  word_asks: part(0, SHARPNESS.word),
  word_back: part(0, 0.5),
  place_part: part(1),
  identity: floats([1, 1, PART, PART], (at) => (at % (PART + 1) === 0 ? 1 : 0)),
  back: floats([1, PART], () => 1),
  nothing: floats([PART, HEAD_WIDTH], () => 0),
});

/** x [1, T, C]: a random direction for every word, sinusoids for its place. */
const tokensOf = (seed: number, count: number, length: number): Step[] => [
  step("vocabulary", "normal", {}, { shape: [Math.max(1, count), PART], seed }),
  step("directions", "rms_norm", { x: "vocabulary" }),
  step("words", "embedding", { table: "directions", ids: "ids" }),
  step("waves", "sinusoidal", {}, { length, width: PART, base: BASE }),
  step("places", "embedding", { table: "waves", ids: "at" }),
  step("x", "concatenate", { a: "words", b: "places" }),
];

/** W_Q of the head that finds the previous token: turns the sinusoids of a place back by one. */
const turnedBack: Step[] = [
  step("theta", "rotary_frequencies", {}, { width: PART, base: BASE }),
  step("turn", "rotary_table", { positions: "back", frequencies: "theta" }),
  step(
    "turned",
    "rotary",
    { x: "identity", cos: "turn", sin: "turn.sin" },
    { layout: "interleaved" },
  ),
  // [1, 1, 16, 16] as [16, 16]
  step("turned.rows", "join_heads", { x: "turned" }),
  step("turned.matrix", "join_heads", { x: "turned.rows" }),
  step("turned.strong", "scale", { a: "turned.matrix" }, { divisor: 1 / SHARPNESS.place }),
  step("place_asks", "concatenate", { a: "nothing", b: "turned.strong" }, { axis: 0 }),
];

const kinds = ["query", "key", "value", "output"] as const;
/** What the built heads have, the one after the other: previous token, same word. */
const built: Record<(typeof kinds)[number], readonly [string, string]> = {
  query: ["place_asks", "word_asks"],
  key: ["place_part", "word_part"],
  value: ["word_part", "word_part"],
  output: ["word_back", "word_back"],
};

/** W_Q, W_K, W_V and the transpose of W_O, each [C, H·d_k]. */
function weights({ heads, example, seed }: HeadsState): Step[] {
  const made = Math.min(heads, example === "built" ? 2 : 0);
  return kinds.flatMap((kind, at) => {
    const name = `${kind}.weight`;
    const parts = [...built[kind].slice(0, made)];
    const steps: Step[] = [];
    if (made < heads) {
      const shape = [WIDTH, (heads - made) * HEAD_WIDTH];
      const random = made === 0 ? name : `${kind}.random`;
      parts.push(random);
      steps.push(
        step(random, "normal", {}, { shape, seed, stream: at + 1, deviation: WIDTH ** -0.5 }),
      );
    }
    const first = parts[0] ?? "";
    const alone = parts.length === 1 && first !== name;
    const same = step(name, "scale", { a: first }, { divisor: 1 });
    return [...steps, ...(alone ? [same] : joined(name, parts))];
  });
}

const attention = (heads: number, mask: string, length: number): Step[] => [
  ...["query", "key", "value"].flatMap((name) => [
    step(name, "linear", { x: "x", weight: `${name}.weight` }),
    split(`heads.${name}`, name, heads),
  ]),
  step("mask", "mask", {}, { kind: mask, queries: length, keys: length }),
  step("head_outputs", "attention", {
    ...{ q: "heads.query", k: "heads.key", v: "heads.value", mask: "mask" },
  }),
];

/** With the heads that are kept, with all of them, and the difference. */
const ablation: Step[] = [
  step("kept", "multiply", { a: "head_outputs", b: "keep" }),
  step("joined", "join_heads", { x: "kept" }),
  across("output", "joined", "output.weight"),
  step("whole.joined", "join_heads", { x: "head_outputs" }),
  across("whole.output", "whole.joined", "output.weight"),
  difference("change", "output", "whole.output"),
];

/** What a head adds to the output; without it the output changes by so much. */
const additions = (heads: number): Step[] => [
  split("output.heads", "output.weight", heads),
  across("addition", "head_outputs", "output.heads"),
  difference("removed", "addition", "zero"),
];

/** α·‖v·W_O‖ of every pair, and the two circuits [H, C, C]. */
const circuits = (heads: number): Step[] => [
  across("brought", "heads.value", "output.heads"),
  step("lengths", "norm", { x: "brought" }, { keep_axis: true }),
  across("lengths.row", "ones", "lengths"),
  step("norms", "multiply", { a: "weights", b: "lengths.row" }),
  ...["query", "key", "value"].map((name) => split(`${name}.heads`, `${name}.weight`, heads)),
  across("circuit_qk", "query.heads", "key.heads"),
  across("circuit_ov", "value.heads", "output.heads"),
];

export function program(state: HeadsState, tokens: readonly string[]): Program {
  const { heads, mask, seed } = state;
  const words = [...new Set(tokens)];
  const ids = tokens.map((token) => words.indexOf(token));
  const layers = Object.fromEntries(
    SIZES.map((size): [string, Counted] => [
      `h${size}`,
      { kind: "attention", width: COUNTED_WIDTH, heads: Number(size) },
    ]),
  );
  return {
    inputs: inputsOf(heads, ids),
    steps: [
      ...tokensOf(seed, words.length, tokens.length),
      ...turnedBack,
      ...weights(state),
      ...attention(heads, mask, tokens.length),
      ...ablation,
      ...additions(heads),
      ...circuits(heads),
      ...counts("parameters", layers),
    ],
  };
}
