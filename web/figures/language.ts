// The shipped model `language`, a decoder that writes the next token: where its stream is read, what
// adds to it, and sentences that it knows how to go on with (docs/models.md).
import type { Tensor } from "../engine/types.js";
import { type Language, t } from "../i18n/t.js";
import type { ModelFacts } from "./model.js";

export const SIZES = { layers: 2, heads: 4, width: 48, head: 12 } as const;
/** Tokens that are read behind BOS: it met no more in training. */
export const LONGEST = 16;
export const BOS = "[BOS]";

/** What was added to the stream last: nothing yet, or what a sublayer gave. */
export type Added = "x" | "attention" | "feed_forward";

export interface Depth {
  readonly added: Added;
  /** From 0; of `x` none. */
  readonly layer: number;
  /** The stream, [1, T, C]. */
  readonly tensor: string;
}

const depth = (added: Added, layer: number, tensor: string): Depth => ({ added, layer, tensor });

const LAYERS = Array.from({ length: SIZES.layers }, (_, layer) => layer);

/** The embeddings, and the stream after every sublayer. */
export const DEPTHS: readonly Depth[] = [
  depth("x", 0, "decoder.x"),
  ...LAYERS.flatMap((layer) => [
    depth("attention", layer, `decoder.${layer}.self_attention_sum`),
    depth("feed_forward", layer, `decoder.${layer}.feed_forward_sum`),
  ]),
];

export interface Head {
  readonly layer: number;
  readonly head: number;
}

export const HEADS: readonly Head[] = LAYERS.flatMap((layer) =>
  Array.from({ length: SIZES.heads }, (_, head) => ({ layer, head })),
);

export const EXAMPLES = ["agreement", "coreference", "chinese"] as const;
export type Example = (typeof EXAMPLES)[number];

/** A beginning, another one that calls for another word, where they differ, and the two words. */
interface Contrast {
  readonly text: string;
  readonly other: string;
  /** From 0, BOS. */
  readonly place: number;
  readonly token: string;
  readonly against: string;
}

export const contrasts: Readonly<Record<Example, Contrast>> = {
  agreement: {
    ...{ text: "The keys to the cabinet", other: "The key to the cabinet", place: 2 },
    ...{ token: "are", against: "is" },
  },
  coreference: {
    ...{ text: "Tom said that", other: "Mary said that", place: 1 },
    ...{ token: "he", against: "she" },
  },
  chinese: {
    ...{ text: "小明很聪明，", other: "小红很聪明，", place: 2 },
    ...{ token: "他", against: "她" },
  },
};

/** The token that is written so, with the space before it or without; undefined: there is none. */
export function tokenNamed(vocabulary: readonly string[], given: string): number | undefined {
  const found = [given, `▁${given}`].map((piece) => vocabulary.indexOf(piece));
  return found.find((id) => id >= 0);
}

/** The row of x [N, T, V] at a place: a number for every token. */
export function spread({ shape, data }: Tensor, first: number, position: number) {
  const [, length = 0, size = 0] = shape;
  const from = (first * length + position) * size;
  return data.subarray(from, from + size);
}

/** The tokens with the largest numbers, the largest first. */
export function ordered(numbers: ArrayLike<number>, count: number): number[] {
  const all = Array.from(numbers, (_, token) => token);
  return all.sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0) || a - b).slice(0, count);
}

/** A sentence as the model reads it. */
export interface Read {
  readonly ids: readonly number[];
  /** The most tokens that are read, where the sentence has more. */
  readonly truncated: number | undefined;
  /** What of it is not in the vocabulary. */
  readonly unknown: readonly string[];
}

export const depthName = (language: Language, { added, layer }: Depth): string =>
  t(language, `depths.${added}`, { layer: layer + 1 });

/** Where there is little room. */
export const shortName = (language: Language, { added, layer }: Depth): string =>
  t(language, `depths.short.${added}`, { layer: layer + 1 });

export const headName = (language: Language, { layer, head }: Head): string =>
  t(language, "depths.head", { layer: layer + 1, head: head + 1 });

export const shortHead = (language: Language, { layer, head }: Head): string =>
  t(language, "depths.short.head", { layer: layer + 1, head: head + 1 });

/** A token as the vocabulary has it: ▁ stands for the space before it. */
export const pieceOf = ({ vocabulary }: ModelFacts, token: number): string =>
  vocabulary?.[token] ?? String(token);

/** What the model reads, BOS and all. */
export const piecesOf = (model: ModelFacts, { ids }: Read): string[] => [
  BOS,
  ...ids.map((id) => pieceOf(model, id)),
];

/** What the model cannot have read as it was meant. */
export function readNotes(language: Language, { truncated, unknown }: Read): string[] {
  const words = unknown.join(t(language, "common.list.separator"));
  return [
    ...(unknown.length > 0 ? [t(language, "depths.unknown", { words })] : []),
    ...(truncated !== undefined ? [t(language, "depths.truncated", { limit: truncated })] : []),
  ];
}
