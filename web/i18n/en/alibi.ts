/** Words of the figure on ALiBi. */
export const alibi = {
  title: "ALiBi: attention that fades with distance",
  group: "ALiBi",
  "parameter.heads": "Heads",
  "parameter.head": "Head shown",
  "parameter.length": "Tokens",
  "parameter.reversed": "Wrong sign: +m·(q − k)",
  "panel.slopes": "Slope m of each head",
  "panel.bias": "Bias of head {head}",
  "panel.weights": "Weights of head {head}",
  "band.slopes": "Every head has its own slope",
  "band.weights": "The bias alone: all scores are 0",
  note: "No position is added to the words. The score loses m for every step from the query back to the key; keys after the query are hidden.",
  "note.reversed":
    "The sign is wrong: distance is rewarded, so the farthest key gets the largest weight.",
  summary:
    "ALiBi over {length} {length|token|tokens}, head {head} of {heads} with slope {slope}: the last query gives {near} to itself and {far} to the first key.",
} as const;
