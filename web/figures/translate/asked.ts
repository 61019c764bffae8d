// What the model is asked beside the run that is drawn: the texts that it writes, and the tree of
// beam search.
import type { BeamNode, Choice, Piece } from "../../engine/types.js";

/** A text as it was written, the likeliest token at each step. */
export interface Written {
  /** With EOS, where it ended. */
  readonly tokens: readonly number[];
  /** What each token was chosen from, the likeliest first. */
  readonly choices: readonly (readonly Choice[])[];
  /** log p of each token. */
  readonly log_probabilities: readonly number[];
  /** Σ log p */
  readonly sum: number;
}

/** A finished text of the search, the best first. */
export interface Ranked {
  readonly node: number;
  readonly score: number;
  readonly tokens: readonly number[];
  readonly text: string;
}

export interface Asked {
  /** What the encoder reads, prefix and all. */
  readonly source: readonly Piece[];
  readonly truncated: boolean;
  /** What of the sentence is not in the vocabulary. */
  readonly unknown: readonly string[];
  /** Ids that the text was made to begin with, and whether others were given that there are not. */
  readonly forced: readonly number[];
  readonly refused: boolean;
  /** Without anything forced. */
  readonly greedy: Written;
  /** Behind what is forced: the text that is followed token by token. */
  readonly written: Written;
  /** Tokens of it that are written already, and whether more are to follow by themselves. */
  readonly step: number;
  readonly goesOn: boolean;
  readonly nodes: readonly BeamNode[];
  readonly ranked: readonly Ranked[];
  /** As words. */
  readonly texts: { readonly greedy: string; readonly written: string; readonly forced: string };
}

/** The tree of the search by steps: nodes [steps][nodes of a step], and where each one stands. */
export interface Levels {
  readonly levels: readonly (readonly BeamNode[])[];
  /** Of a node its place in its level. */
  readonly places: readonly number[];
}

export function levelsOf(nodes: readonly BeamNode[]): Levels {
  const levels: BeamNode[][] = [];
  const places = nodes.map((node) => {
    const level = levels[node.length - 1] ?? [];
    levels[node.length - 1] = level;
    return level.push(node) - 1;
  });
  return { levels, places };
}

/** A node and those before it, from the first token on. */
export function pathTo(nodes: readonly BeamNode[], node: number): BeamNode[] {
  const path: BeamNode[] = [];
  for (let at = nodes[node]; at; at = nodes[at.parent]) path.unshift(at);
  return path;
}

/** Whether a text begins with these tokens. */
export const begins = (tokens: readonly number[], beginning: readonly number[]) =>
  beginning.every((token, at) => token === tokens[at]);
