// What the model reads, and in which order its heads are removed.
import type { ModelData } from "../model.js";
import type { PruneState } from "./parameters.js";

export const [BOS, EOS] = ["[BOS]", "[EOS]"];

export interface Asked {
  readonly ids: readonly number[];
  readonly truncated: boolean;
  /** What of the sentence is not in the vocabulary. */
  readonly unknown: readonly string[];
  /** The token that is followed, within the sentence; behind the last EOS. */
  readonly place: number;
  /** Numbers of heads, the least important first. */
  readonly order: readonly number[];
}

export type Data = ModelData<PruneState, Asked>;

/** A token as the vocabulary has it: ▁ stands for the space before it. */
export function pieceAt(
  { ids }: Asked,
  vocabulary: readonly string[] | undefined,
  at: number,
): string {
  const id = ids[at];
  return id === undefined ? EOS : (vocabulary?.[id] ?? String(id));
}

/** What the model reads: the token at a place is asked of the one before it. */
export const readBy = ({ asked, model }: Data): string[] => [
  BOS,
  ...asked.ids.map((_, at) => pieceAt(asked, model.vocabulary, at)),
];

/** Places of numbers, the smallest first; equal ones in their order. */
export function ascending(values: readonly number[]): number[] {
  const places = values.map((_, at) => at);
  return places.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
}
