// The tokens of both stacks and those that are followed.
import type { CatalogueEntry } from "../../engine/types.js";
import type { Stack } from "./boxes.js";
import type { BlueprintState } from "./parameters.js";

/** The tokens that a stack reads, as the vocabulary writes them: "▁" is a space. */
export function tokensOf(catalogue: readonly CatalogueEntry[], stack: Stack): readonly string[] {
  const entry = catalogue.find(({ name }) => name === `${stack}.x`);
  return entry?.axes.at(-2)?.labels ?? [];
}

/** The row that is followed, within so many. */
export const rowIn = ({ token, word }: BlueprintState, stack: Stack, count: number) =>
  Math.min(stack === "encoder" ? token : word, Math.max(0, count - 1));
