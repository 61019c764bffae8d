// What the model reads, and where the word stands in it.
import type { Piece } from "../../engine/types.js";
import type { ModelData } from "../model.js";
import type { SenseState } from "./parameters.js";

export const WORD = "bank";
/** What fills rows of a batch that are shorter than others. */
const PAD = 0;

export interface Read {
  readonly pieces: readonly Piece[];
  readonly truncated: boolean;
  /** Of the word among the pieces; −1: it is not there. */
  readonly place: number;
}

export interface Asked {
  readonly texts: readonly [Read, Read];
}

export type Data = ModelData<SenseState, Asked>;

export const readable = ({ texts }: Asked) => texts.every(({ place }) => place >= 0);

/** What the encoder reads; of a sentence without a token the padding. */
export const idsOf = ({ pieces }: Read): number[] =>
  pieces.length > 0 ? pieces.map(({ id }) => id) : [PAD];

/** As the vocabulary has them: ▁ stands for the space before a word. */
export const namesOf = ({ model }: Data, { pieces }: Read): string[] =>
  pieces.map(({ id }) => model.vocabulary?.[id] ?? String(id));
