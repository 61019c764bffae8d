/** Words of the attention laboratory's figure. */
export const attention = {
  title: "Self-attention: “{sentence}”",
  "title.empty": "Self-attention",

  // Bands, top to bottom.
  "band.input": "Words become vectors",
  "band.projections": "Three weight matrices",
  "band.qkv": "Every vector becomes a query, a key and a value",
  "band.attention": "How much each query attends to each key",
  "band.output": "Values, averaged by those weights",
  "band.map": "How far each input moves each output",
  "band.gradients": "Gradients of {target}, from the output back to the input",

  // Panels, by tensor.
  "panel.tokens": "Token ids",
  "panel.embedding.table": "Embedding table E",
  "panel.embeddings": "Embeddings E",
  "panel.positions": "Positions P",
  "panel.x": "Input X",
  "panel.query.weight": "Query weights W_Q",
  "panel.key.weight": "Key weights W_K",
  "panel.value.weight": "Value weights W_V",
  "panel.query": "Queries Q",
  "panel.key": "Keys K",
  "panel.value": "Values V",
  "panel.scores": "Scores",
  "panel.scaled": "Scaled scores",
  "panel.mask": "Mask",
  "panel.masked": "Masked scores",
  "panel.weights": "Attention weights",
  "panel.output": "Output",
  "panel.output.all": "Output of all heads, side by side",
  "claim.rows":
    "Claim: every row of weights adds up to 1. {verdict} The largest distance from 1 is {value}.",
  "claim.hidden":
    "Claim: a hidden key gets no weight. {verdict} The largest weight there is {value}.",
  "claim.gradient":
    "Claim: no output depends on a hidden word. {verdict} The largest slope there is {value}.",
  "panel.gradient_map": "‖∂output / ∂input‖",
  "panel.gradient": "d{letter} · {title}",
  "panel.head": "{title}, head {head} of {heads}",

  "target.sum": "the sum of {name}",
  "target.cell": "{name}[{index}]",

  // One cell, in words.
  "cell.largest": "query {query}, key {key}, {value}, largest of {count}",
  "cell.rank": "query {query}, key {key}, {value}, number {rank} of {count}",
  "cell.feature": "{token}, feature {feature}, {value}",
  "cell.weight": "from feature {from} to feature {to}, {value}",
  "cell.token": "{token}, token id {value}",
  "cell.map": "output {output}, input {input}, {value}",

  // One sentence on the whole figure.
  summary:
    "Self-attention over {count} {count|token|tokens} with {mask}. The weights run from {low} to {high}; strongest: {pairs}.",
  "summary.hidden":
    "Self-attention over {count} {count|token|tokens} with {mask}. Every key is hidden, so all weights are 0.",
  "summary.empty": "There is no token yet.",
  "summary.pair": "{query} → {key} {value}",
  "summary.gradients": "Strongest influence: input {input} on output {output}, {value}.",
  "mask.none": "no mask",
  "mask.edited": "a mask set by you",
  "mask.causal": "a causal mask",
  "mask.padding": "a padding mask that shows the first {length} {length|key|keys}",
  "mask.combined": "a causal and a padding mask that show the first {length} {length|key|keys}",
  "mask.prefix":
    "a prefix mask: the first {length} {length|key is|keys are} seen by all, the rest is causal",
  "mask.window": "a sliding window of {length} {length|key|keys}, up to the query itself",

  // What the reader must know.
  "note.random": "untrained: the pattern means nothing yet",
  "note.identity":
    "W_Q, W_K and W_V only copy: the scores are dot products of the input vectors themselves.",
  "note.previous-token":
    "Built by hand, not trained: this head turns the positions back by {steps} {steps|step|steps}, so that each token looks for the one {steps} {steps|place|places} before it. At the start there is none.",
  "note.previous-token.positions":
    "Built by hand to find the previous token, but the positions are switched off: it has nothing to go by.",
  "note.same-word":
    "Built by hand, not trained: the query of a word matches the key of the same word, wherever it stands.",
  "note.same-word.positions":
    "Built by hand to find the same word, but positions are added: the head sees both.",
  "note.truncated": "The first {limit} tokens are used; the text has more.",
  "note.unscaled": "Not divided by √d_k: the larger d_k, the more of the weight lies on one key.",
  "note.pasted.scores":
    "The scores are your matrix. The grey stages no longer take part; the values still do.",
  "note.pasted.weights":
    "The weights are your matrix. The grey stages no longer take part; the values still do.",
  "note.rows":
    "Some rows of your weights do not add up to 1 (rows: {rows}): their output is no average of the values.",
  "note.hidden":
    "No key is visible to {queries}: weights, output and gradient are exactly 0 there.",
  "note.heads": "Head {head} of {heads} is shown. Every head has its own weights.",

  // Table twins.
  "table.weights": "Attention weights: row = query, column = key",
  "table.weights.row": "Attention weights of the query {query}",
  "table.output": "Output: row = token, column = feature",
  "table.output.row": "Output for {query}",
  "table.query": "query",
  "table.token": "token",
} as const;
