/** Words of the figures that look into the shipped language model. */
export const depths = {
  x: "embedding",
  attention: "layer {layer}, attention",
  feed_forward: "layer {layer}, feed-forward",
  "short.x": "embedding",
  "short.attention": "L{layer}.attention",
  "short.feed_forward": "L{layer}.ffn",
  "short.head": "L{layer}.head{head}",
  head: "layer {layer}, head {head}",
  "axis.depth": "read after",
  unknown:
    "Not in the model's vocabulary: {words}. It reads [UNK] there: it knows no words but those that it was trained on.",
  truncated: "Only the first {limit} tokens are read; in training there were never more.",
  refused: "{words}: no token of the vocabulary.",
} as const;
