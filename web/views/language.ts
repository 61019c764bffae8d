// What figures of the shipped model `language` ask it.
import type { Transformer } from "../engine/types.js";
import type { Read } from "../figures/language.js";

export async function read(model: Transformer, text: string, longest: number): Promise<Read> {
  const { tokens } = await model.encode(text.trim());
  const pieces = tokens.slice(0, longest);
  return {
    ids: pieces.map(({ id }) => id),
    truncated: tokens.length > longest ? longest : undefined,
    unknown: pieces.flatMap((piece) => (piece.unknown ? [piece.text.trim()] : [])),
  };
}
