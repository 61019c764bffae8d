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

export function partsOf(state: ParametersState): readonly Part[] {
  const { width, heads, groups, head_width, hidden, layers, vocabulary, positions } = state;
  const bias = biasOf(state);
  const part = (name: PartName, kind: string, sizes: Counted, times = 1): Part => ({
    ...{ name, times },
    counted: { kind, bias, ...sizes },
  });
  /** A table or a matrix [rows, columns]. */
  const matrix = (name: PartName, rows: number, columns: number): Part =>
    part(name, "linear", { width: rows, hidden: columns });
  const table = (name: PartName, rows: number, columns = width): Part =>
    part(name, "linear", { width: columns, hidden: rows, bias: false });
  const attention = (name: PartName, times = 1): Part =>
    part(name, "attention", { width, heads, groups, head_width }, times);
  const feedForward = (times = 1): Part =>
    part("feed_forward", "feed_forward", { width, hidden }, times);
  const norm = (times: number): Part => part("norm", "norm", { width }, times);
  const parts: Record<Model, () => readonly Part[]> = {
    attention: () => [
      matrix("query", width, heads * head_width),
      matrix("key", width, groups * head_width),
      matrix("value", width, groups * head_width),
      matrix("output", heads * head_width, width),
    ],
    encoder_layer: () => [attention("self_attention"), feedForward(), norm(2)],
    decoder_layer: () => [
      attention("self_attention"),
      attention("cross_attention"),
      feedForward(),
      norm(3),
    ],
    bert: () => [
      table("tokens", vocabulary),
      table("positions", positions),
      table("segments", 2),
      attention("attention", layers),
      feedForward(layers),
      // One for the embeddings.
      norm(2 * layers + 1),
      matrix("pooler", width, width),
    ],
    gpt2: () => [
      table("tokens", vocabulary),
      table("positions", positions),
      attention("attention", layers),
      feedForward(layers),
      // One after the last layer.
      norm(2 * layers + 1),
    ],
    t5: () => [
      table("tokens", vocabulary),
      attention("encoder_attention", layers),
      attention("self_attention", layers),
      attention("cross_attention", layers),
      feedForward(2 * layers),
      norm(5 * layers + 2),
      // 32 distances for each head, once in the encoder and once in the decoder.
      { ...table("distances", 32, heads), times: 2 },
    ],
  };
  return parts[state.model]();
}
