// One held-out sentence as each family is asked about it, and what each makes of it by now.
import { BOS, EOS, MASK } from "../../engine/tokens.js";
import type { TextRunInput } from "../../engine/types.js";
import type { FamiliesState, Family } from "./parameters.js";
import { layersOf } from "./requests.js";

/** What a family reads and what it is asked for, in ids; what it answers. */
export interface Asked {
  /** Of an encoder, alone or not; else empty. */
  readonly source: readonly number[];
  /** Of the decoder what it writes, of the encoder alone the whole sentence. */
  readonly target: readonly number[];
  readonly given: readonly number[];
}

/** What is known of the models beside their numbers. */
export interface Looked {
  readonly vocabulary: readonly string[];
  readonly joint: string;
  readonly asked: Readonly<Record<Family, Asked>>;
  readonly parameters: Readonly<Record<Family, number>>;
}

/** What the decoder is given to go on from: the first half of the sentence. */
export const beginningOf = (text: readonly number[]) => text.slice(0, Math.ceil(text.length / 2));

/** What stands at the two sides of a model. */
export interface Sides {
  readonly encoder: readonly number[];
  readonly decoder: readonly number[];
  /** For each place of the side that answers; undefined: nothing is asked there. */
  readonly labels: readonly (number | undefined)[];
}

export function sidesOf(family: Family, { source, target }: Asked): Sides {
  if (family === "encoder") {
    const labels = source.map((id, place) => (id === MASK ? target[place] : undefined));
    return { encoder: source, decoder: [], labels };
  }
  return { encoder: source, decoder: [BOS, ...target], labels: [...target, EOS] };
}

/** Places where a label is asked. */
export const supervised = ({ labels }: Sides) =>
  labels.filter((label) => label !== undefined).length;

/** The run that is looked into. */
export function inputOf(family: Family, { source, target }: Asked): TextRunInput {
  if (family === "encoder") return { source: [...source] };
  return family === "decoder"
    ? { target: [...target] }
    : { source: [...source], target: [...target] };
}

/** Attention of the last layer of the family shown; of an encoder with a decoder, across. */
export function weightsOf(state: FamiliesState): string {
  const { shown } = state;
  const last = layersOf(shown, state) - 1;
  if (shown === "encoder_decoder") return `decoder.${last}.cross_attention.weights`;
  return `${shown}.${last}.self_attention.weights`;
}

/** The causal mask of these weights; "": they have none. */
export const maskOf = (state: FamiliesState) =>
  state.shown === "decoder"
    ? `decoder.${layersOf("decoder", state) - 1}.self_attention.causal_mask`
    : "";

/** Queries and keys of these weights, in ids. */
export function axesOf(shown: Family, sides: Sides) {
  const { encoder, decoder } = sides;
  if (shown === "encoder") return { queries: encoder, keys: encoder };
  return { queries: decoder, keys: shown === "decoder" ? decoder : encoder };
}

export const wordsOf = (ids: readonly number[], { vocabulary }: Pick<Looked, "vocabulary">) =>
  ids.map((id) => vocabulary[id] ?? "?");
