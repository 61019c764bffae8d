// The model that is looked into: the text that runs through it, and what its tokens are called.
import { BOS } from "../../engine/tokens.js";
import type { Answer, TextRunInput } from "../../engine/types.js";
import type { TrainState } from "./parameters.js";
import { sideOf } from "./requests.js";
import { tasks } from "./tasks.js";

/** What is known of the model beside its numbers. */
export interface Looked {
  readonly vocabulary: readonly string[];
  readonly joints: { readonly source: string; readonly target: string };
  /** Held-out questions with its answers, where questions have answers. */
  readonly answers: readonly Answer[];
  /** Texts that it writes, of a task of sentences. */
  readonly written: readonly (readonly number[])[];
  readonly parameters: number;
}

/** A text in ids. */
function idsOf({ task, corpus }: TrainState, vocabulary: readonly string[]): number[] {
  const words = tasks[task].text?.[corpus].split(" ") ?? [];
  return words.map((word) => vocabulary.indexOf(word));
}

/** The first question with its right answer, or a text of its own. */
export function inputOf(
  state: TrainState,
  { answers, vocabulary }: Pick<Looked, "answers" | "vocabulary">,
): TextRunInput {
  const [first] = answers;
  if (first) return { source: first.source, target: first.target };
  const text = idsOf(state, vocabulary);
  // A window has no BOS before it.
  return tasks[state.task].form === "window" ? { source: text } : { target: text };
}

/** Attention of the last layer; "": recurrence has none. */
export function weightsOf(state: TrainState): string {
  const { kind, layers } = sideOf(state, state.shown);
  const last = layers - 1;
  switch (kind) {
    case "encoder_decoder":
      return `decoder.${last}.cross_attention.weights`;
    case "decoder":
      return `decoder.${last}.self_attention.weights`;
    case "encoder":
      return `encoder.${last}.self_attention.weights`;
    case "recurrent":
      return "";
  }
}

/** The causal mask of these weights; "": they have none. */
export function maskOf(state: TrainState): string {
  const { kind, mask, layers } = sideOf(state, state.shown);
  const hides = kind === "decoder" && mask === "causal";
  return hides ? `decoder.${layers - 1}.self_attention.causal_mask` : "";
}

/** Queries and keys of these weights, in ids. */
export function axesOf(state: TrainState, looked: Looked): { queries: number[]; keys: number[] } {
  const { source = [], target = [] } = inputOf(state, looked);
  const [asked, answered] = [[...source] as number[], [...target] as number[]];
  const { kind } = sideOf(state, state.shown);
  if (kind === "encoder_decoder") return { queries: [BOS, ...answered], keys: asked };
  const read = kind === "encoder" ? asked : [...asked, BOS, ...answered];
  return { queries: read, keys: read };
}

export const wordsOf = (ids: readonly number[], { vocabulary }: Looked) =>
  ids.map((id) => vocabulary[id] ?? "?");
