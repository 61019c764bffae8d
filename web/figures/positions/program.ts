// One frozen Q, K and V, and a scheme of positions, three times: for the sentence, with two words
// swapped, and further on by 0 … 12 positions (the batch of `shifted.`).
import type { Program, Step, Tensor } from "../../engine/types.js";
import { floats, integers } from "../tensors.js";
import { type PositionsState, SHIFTS } from "./parameters.js";

export const D = 8;
/** Positions that a table has, without those that only the waves need. */
const ROWS = 64;
/** Positions whose sinusoids are turned by the lag, to compare. */
const COMPARED = 16;

export const absolute = ({ scheme }: PositionsState) =>
  scheme === "sinusoidal" || scheme === "learned";
const biased = ({ scheme }: PositionsState) => scheme === "alibi" || scheme === "t5";
/** ALiBi has a slope for every head: 8 heads with the same Q and K, of which the first is shown. */
export const headsOf = ({ scheme }: PositionsState) => (scheme === "alibi" ? 8 : 1);

/** Where the word at a place comes from after the swap. */
export function swapped(state: PositionsState, count: number): number[] {
  const [first, second] = swapOf(state, count);
  return Array.from({ length: count }, (_, place) =>
    place === first ? second : place === second ? first : place,
  );
}

/** The places that are swapped, within the words there are. */
export const swapOf = ({ first, second }: PositionsState, count: number) =>
  [Math.min(first, count - 1), Math.min(second, count - 1)] as const;

export function program(state: PositionsState, tokens: readonly string[]): Program {
  const count = tokens.length;
  const words = [...new Set(tokens)];
  const heads = headsOf(state);
  const ids = tokens.map((token) => words.indexOf(token));
  const order = swapped(state, count);
  const one = [1, heads, count];
  const many = [SHIFTS, heads, count];
  const place = (flat: number) => flat % count;
  const shifted = (flat: number) => place(flat) + Math.floor(flat / (count * heads));
  const inputs: Record<string, Tensor> = {
    ids: integers(one, (flat) => ids[place(flat)] ?? 0),
    "swapped.ids": integers(one, (flat) => ids[order[place(flat)] ?? 0] ?? 0),
    "shifted.ids": integers(many, (flat) => ids[place(flat)] ?? 0),
    swap: floats([1, heads, count, count], (flat) =>
      order[Math.floor(flat / count) % count] === place(flat) ? 1 : 0,
    ),
  };
  if (absolute(state)) {
    inputs.places = integers(one, place);
    inputs["shifted.places"] = integers(many, shifted);
  }
  if (state.scheme === "rotary") {
    inputs.places = floats([1, count], place);
    inputs["shifted.places"] = floats(
      [SHIFTS, count],
      (flat) => place(flat) + Math.floor(flat / count),
    );
  }
  const waves = state.scheme === "sinusoidal" ? sinusoids(state) : { inputs: {}, steps: [] };
  return {
    inputs: { ...inputs, ...waves.inputs },
    steps: [
      ...shared(state, words.length, count),
      ...attend(state, "", "places"),
      ...attend(state, "swapped.", "places"),
      ...scored(state, "shifted.", "shifted.places"),
      { name: "moved", operation: "matmul", inputs: { a: "swap", b: "output" } },
      { name: "order", operation: "difference", inputs: { a: "swapped.output", b: "moved" } },
      { name: "change", operation: "difference", inputs: { a: "shifted.scores", b: "scores" } },
      ...waves.steps,
    ],
  };
}

/** What all three have in common. */
function shared(state: PositionsState, vocabulary: number, count: number): Step[] {
  const { seed, scheme, pairs, causal } = state;
  const width = 2 * pairs;
  const drawn = (name: string, stream: number, shape: number[], deviation = 1): Step => ({
    ...{ name, operation: "normal", attributes: { shape, seed, stream, deviation } },
  });
  const square = { queries: count, keys: count };
  const steps = [
    drawn("words", 0, [vocabulary, width]),
    ...["w_q", "w_k", "w_v"].map((name, i) => drawn(name, i + 1, [width, D], 1 / Math.sqrt(width))),
  ];
  if (scheme === "learned") steps.push(drawn("positions", 4, [ROWS, width]));
  if (scheme === "sinusoidal") {
    const length = ROWS + 1000;
    steps.push({ name: "positions", operation: "sinusoidal", attributes: { length, width } });
  }
  if (scheme === "rotary") {
    steps.push({ name: "theta", operation: "rotary_frequencies", attributes: { width: D } });
  }
  if (scheme === "alibi") {
    steps.push({ name: "bias", operation: "alibi", attributes: { heads: 8, ...square } });
  }
  if (scheme === "t5") {
    steps.push(drawn("buckets", 4, [32, 1]), {
      ...{ name: "bias", operation: "relative_bias", inputs: { table: "buckets" } },
      attributes: square,
    });
  }
  if (causal) {
    steps.push({ name: "mask", operation: "mask", attributes: { kind: "causal", ...square } });
  }
  return steps;
}

/** Scores of words at places: where the scheme has its say. */
function scored(state: PositionsState, scope: string, places: string): Step[] {
  const name = (own: string) => `${scope}${own}`;
  const steps: Step[] = [
    {
      ...{ name: name("x"), operation: "embedding" },
      inputs: { table: "words", ids: name("ids") },
    },
  ];
  if (absolute(state)) {
    steps.push(
      { name: name("p"), operation: "embedding", inputs: { table: "positions", ids: places } },
      { name: name("h"), operation: "add", inputs: { a: name("x"), b: name("p") } },
    );
  }
  const input = name(absolute(state) ? "h" : "x");
  const project = (to: string, weight: string): Step => ({
    ...{ name: name(to), operation: "linear", inputs: { x: input, weight } },
  });
  steps.push(project("q", "w_q"), project("k", "w_k"));
  const turns = state.scheme === "rotary";
  if (turns) {
    const angles = name("angles");
    const turn = (x: string): Step => ({
      ...{ name: name(`${x}.turned`), operation: "rotary", attributes: { layout: state.layout } },
      inputs: { x: name(x), cos: angles, sin: `${angles}.sin` },
    });
    steps.push(
      {
        ...{ name: angles, operation: "rotary_table" },
        inputs: { positions: places, frequencies: "theta", remainder: "theta.remainder" },
      },
      ...[turn("q"), turn("k")],
    );
  }
  const [q, k] = [name(turns ? "q.turned" : "q"), name(turns ? "k.turned" : "k")];
  steps.push(
    { name: name("products"), operation: "scores", inputs: { q, k } },
    {
      ...{ name: name(biased(state) ? "scaled" : "scores"), operation: "scale" },
      inputs: { a: name("products") },
      attributes: { divisor: Math.sqrt(D), symbol: "√d_k" },
    },
  );
  if (biased(state)) {
    steps.push({
      ...{ name: name("scores"), operation: "add" },
      inputs: { a: name("scaled"), b: "bias" },
    });
  }
  return steps;
}

function attend(state: PositionsState, scope: string, places: string): Step[] {
  const name = (own: string) => `${scope}${own}`;
  const scores = name(state.causal ? "masked" : "scores");
  return [
    ...scored(state, scope, places),
    ...(state.causal
      ? [
          {
            ...{ name: scores, operation: "apply_mask" },
            inputs: { a: name("scores"), visible: "mask" },
          },
        ]
      : []),
    {
      ...{ name: name("v"), operation: "linear" },
      inputs: { x: name(absolute(state) ? "h" : "x"), weight: "w_v" },
    },
    { name: name("weights"), operation: "softmax", inputs: { a: scores } },
    {
      ...{ name: name("output"), operation: "weighted_sum" },
      inputs: { weights: name("weights"), v: name("v") },
    },
  ];
}

/** Cosine by lag; the map that leads k positions on, and whether it does. */
function sinusoids({ pairs, pair, lag }: PositionsState): Program {
  const width = 2 * pairs;
  const turned = (x: string, cos: string, name: string): Step => ({
    ...{ name, operation: "rotary", attributes: { layout: "interleaved" } },
    inputs: { x, cos, sin: `${cos}.sin` },
  });
  const angles = (name: string, positions: string): Step => ({
    ...{ name, operation: "rotary_table" },
    inputs: { positions, frequencies: "omega", remainder: "omega.remainder" },
  });
  return {
    inputs: {
      start: integers([1], () => 0),
      near: integers([1, 1, COMPARED], (flat) => flat),
      ahead: integers([1, 1, COMPARED], (flat) => flat + lag),
      lag: floats([1, 2], () => lag),
      back: floats([1, COMPARED], () => -lag),
      axes: floats([1, 1, 2, width], (flat) =>
        flat % width === 2 * pair + Math.floor(flat / width) ? 1 : 0,
      ),
    },
    steps: [
      {
        name: "rows.start",
        operation: "embedding",
        inputs: { table: "positions", ids: "start" },
      },
      {
        ...{ name: "dots", operation: "matmul", attributes: { transpose_b: true } },
        inputs: { a: "rows.start", b: "positions" },
      },
      {
        ...{ name: "cosine", operation: "scale", inputs: { a: "dots" } },
        attributes: { divisor: pairs, symbol: "d/2" },
      },
      { name: "omega", operation: "rotary_frequencies", attributes: { width } },
      angles("waves", "lag"),
      turned("axes", "waves", "map"),
      {
        name: "rows.near",
        operation: "embedding",
        inputs: { table: "positions", ids: "near" },
      },
      {
        name: "rows.ahead",
        operation: "embedding",
        inputs: { table: "positions", ids: "ahead" },
      },
      angles("unwinding", "back"),
      turned("rows.near", "unwinding", "rows.mapped"),
      {
        name: "miss",
        operation: "difference",
        inputs: { a: "rows.mapped", b: "rows.ahead" },
      },
    ],
  };
}
