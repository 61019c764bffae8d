// What the figure knows about the tensors of a self-attention run: their axes.
// T tokens · V distinct words · C d_model · H heads · D width of a head · F = H·D · 1.

const axes: Readonly<Record<string, string>> = {
  embeddings: "1TC",
  positions: "TC",
  x: "1TC",
  "query.weight": "CF",
  "key.weight": "CF",
  "value.weight": "CF",
  query: "1TF",
  key: "1TF",
  value: "1TF",
  scores: "1HTT",
  scaled: "1HTT",
  mask: "11TT",
  masked: "1HTT",
  weights: "1HTT",
  head_outputs: "1HTD",
  output: "1TF",
  "embedding.table": "VC",
};

/** Tensors whose cells a reader may set. */
export const editable: readonly string[] = Object.keys(axes);

/** One letter an axis; undefined for a tensor the figure does not know. */
export function axesOf(tensor: string): string | undefined {
  return Object.hasOwn(axes, tensor) ? axes[tensor] : undefined;
}
