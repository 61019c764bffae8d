// What the figure is given beside its tensors, and how it looks into them.
import type { ModelData } from "../model.js";
import { type Box, boxOf, type Stack } from "./boxes.js";
import type { BlueprintState } from "./parameters.js";
import { rowIn, tokensOf } from "./rows.js";

/** What the model was asked before the run. */
export interface Asked {
  /** What the encoder reads. */
  readonly source: readonly number[];
  /** What the decoder has read: given, or what the model writes by itself, without the end. */
  readonly target: readonly number[];
  /** Written in the sentences, but in no vocabulary. */
  readonly unknown: readonly string[];
  /** A sentence had more tokens than are used. */
  readonly truncated: boolean;
}

export type Data = ModelData<BlueprintState, Asked>;

/** The open box with its tokens and the one that is followed. */
export function openIn(data: Data): { box: Box; tokens: readonly string[]; row: number } {
  const box = boxOf(data.state.box);
  const tokens = tokensOf(data.catalogue, box.stack);
  return { box, tokens, row: rowOf(data, box.stack) };
}

export const rowOf = ({ state, catalogue }: Data, stack: Stack) =>
  rowIn(state, stack, tokensOf(catalogue, stack).length);

/** The places of the largest numbers of a row, the largest first; equal ones in their order. */
function largest(values: ArrayLike<number>, count: number): number[] {
  const all = Array.from(values, (value, at) => ({ value, at }));
  return all
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .slice(0, count)
    .map(({ at }) => at);
}

/** The likeliest next tokens after a word of the decoder, and their probabilities [1, S, V]. */
export function nextWords({ tensors, model }: Data, row: number, count: number) {
  const data = tensors.probabilities;
  const size = data?.shape.at(-1) ?? 0;
  const ids = data ? largest(data.data.subarray(row * size, (row + 1) * size), count) : [];
  return ids.map((id) => ({
    id,
    name: model.vocabulary?.[id] ?? String(id),
    probability: Number(data?.data[row * size + id]),
  }));
}
