// What the figure knows about the tensors of a self-attention run: their axes.
// T tokens · V distinct words · C d_model · H heads · D width of a head · W width of a
// head's values (D, but 2 in the example worked by hand) · F = H·D · G = H·W · 1.

const axes: Readonly<Record<string, string>> = {
  embeddings: "1TC",
  positions: "TC",
  x: "1TC",
  "query.weight": "CF",
  "key.weight": "CF",
  "value.weight": "CG",
  query: "1TF",
  key: "1TF",
  value: "1TG",
  scores: "1HTT",
  scaled: "1HTT",
  mask: "11TT",
  masked: "1HTT",
  weights: "1HTT",
  head_outputs: "1HTW",
  output: "1TG",
  "embedding.table": "VC",
};

/** Tensors whose cells a reader may set. */
export const editable: readonly string[] = Object.keys(axes);

/** One letter an axis; undefined for a tensor the figure does not know. */
export function axesOf(tensor: string): string | undefined {
  return Object.hasOwn(axes, tensor) ? axes[tensor] : undefined;
}

/** The index with its leading zeros: a mask's cell may be given as [0, 0, i, j] or [i, j]. */
export function fullIndex(tensor: string, index: readonly number[]): number[] | undefined {
  const letters = axesOf(tensor);
  if (letters === undefined) return undefined;
  const missing = letters.length - index.length;
  const optional = letters.length - letters.replace(/^1+/, "").length;
  if (missing < 0 || missing > optional) return undefined;
  return [...Array<number>(missing).fill(0), ...index];
}
