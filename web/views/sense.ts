// The figure `sense`, joined with the engine: both sentences in pieces, and where the word stands.
import type { Transformer } from "../engine/types.js";
import { type Asked, type Read, WORD } from "../figures/sense/asked.js";
import { senseFigure } from "../figures/sense/figure.js";
import { LONGEST, type SenseState } from "../figures/sense/parameters.js";
import { sense as en } from "../i18n/en/sense.js";
import { provide } from "../i18n/t.js";
import { sense as zh } from "../i18n/zh/sense.js";
import { modelView } from "./model.js";

async function read(model: Transformer, text: string): Promise<Read> {
  const { tokens } = await model.encode(text);
  const pieces = tokens.slice(0, LONGEST);
  const word = model.vocabulary?.indexOf(`▁${WORD}`);
  return {
    ...{ pieces, truncated: tokens.length > LONGEST },
    place: pieces.findIndex(({ id }) => id === word),
  };
}

async function ask(model: Transformer, { first, second }: SenseState): Promise<Asked> {
  return { texts: await Promise.all([read(model, first), read(model, second)]) };
}

provide("sense", { en, zh });
export const sense = modelView(senseFigure, ask);
