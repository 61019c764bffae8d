// What a module, a layer or a model is made of, part by part, each a count of its own.
import type { Counted } from "../counts.js";
import type { Model, ParametersState } from "./parameters.js";

export interface Part {
  /** Of its word, or its sign where it is one matrix. */
  readonly name: PartName;
  readonly counted: Counted;
  /** How many of them there are. */
  readonly times: number;
}

export type PartName =
  | ("query" | "key" | "value" | "output")
  | ("attention" | "self_attention" | "cross_attention" | "encoder_attention")
  | ("feed_forward" | "norm" | "tokens" | "positions" | "segments" | "pooler" | "distances");

/** The sizes as the operation `count` takes them. */
export function sizesOf(state: ParametersState) {
  const { width, heads, groups, head_width, hidden, layers, vocabulary, positions } = state;
  return { width, heads, groups, head_width, hidden, layers, vocabulary, positions };
}

/** Whether biases count: in BERT and GPT-2 they always do, in T5 never. */
export function biasOf({ model, bias }: ParametersState): boolean {
  return model === "bert" || model === "gpt2" || (model !== "t5" && bias);
}

function part(
  state: ParametersState,
  name: PartName,
  kind: string,
  sizes: Counted,
  times = 1,
): Part {
  return { name, times, counted: { kind, bias: biasOf(state), ...sizes } };
}

/** A matrix [rows, columns]. */
const matrix = (state: ParametersState, name: PartName, rows: number, columns: number) =>
  part(state, name, "linear", { width: rows, hidden: columns });

/** A row for each of so many things, without biases. */
const table = (state: ParametersState, name: PartName, rows: number, columns = state.width) =>
  part(state, name, "linear", { width: columns, hidden: rows, bias: false });

function attention(state: ParametersState, name: PartName, times = 1): Part {
  const { width, heads, groups, head_width } = state;
  return part(state, name, "attention", { width, heads, groups, head_width }, times);
}

const feedForward = (state: ParametersState, times = 1) =>
  part(state, "feed_forward", "feed_forward", { width: state.width, hidden: state.hidden }, times);

const norm = (state: ParametersState, times: number) =>
  part(state, "norm", "norm", { width: state.width }, times);

/** The layers of BERT and GPT-2, with one more norm: after the embeddings, or after the last layer. */
const stack = (state: ParametersState): Part[] => [
  attention(state, "attention", state.layers),
  feedForward(state, state.layers),
  norm(state, 2 * state.layers + 1),
];

const tables = (state: ParametersState): Part[] => [
  table(state, "tokens", state.vocabulary),
  table(state, "positions", state.positions),
];

const made: Record<Model, (state: ParametersState) => Part[]> = {
  attention(state) {
    const { width, heads, groups, head_width } = state;
    return [
      matrix(state, "query", width, heads * head_width),
      matrix(state, "key", width, groups * head_width),
      matrix(state, "value", width, groups * head_width),
      matrix(state, "output", heads * head_width, width),
    ];
  },
  encoder_layer: (state) => [
    attention(state, "self_attention"),
    feedForward(state),
    norm(state, 2),
  ],
  decoder_layer: (state) => [
    attention(state, "self_attention"),
    attention(state, "cross_attention"),
    feedForward(state),
    norm(state, 3),
  ],
  bert: (state) => [
    ...tables(state),
    table(state, "segments", 2),
    ...stack(state),
    matrix(state, "pooler", state.width, state.width),
  ],
  gpt2: (state) => [...tables(state), ...stack(state)],
  t5: (state) => [
    table(state, "tokens", state.vocabulary),
    attention(state, "encoder_attention", state.layers),
    attention(state, "self_attention", state.layers),
    attention(state, "cross_attention", state.layers),
    feedForward(state, 2 * state.layers),
    norm(state, 5 * state.layers + 2),
    // 32 distances for each head, once in the encoder and once in the decoder.
    { ...table(state, "distances", 32, state.heads), times: 2 },
  ],
};

export const partsOf = (state: ParametersState): readonly Part[] => made[state.model](state);
