/** Words of the figure on longer contexts. */
export const stretch = {
  title: "Rotary positions beyond the trained length",
  group: "Longer context",
  "parameter.scaling": "Scaling",
  "parameter.scaling.none": "none",
  "parameter.scaling.linear": "position interpolation (PI)",
  "parameter.scaling.truncated": "PI with whole positions: a mistake",
  "parameter.scaling.ntk": "NTK-aware",
  "parameter.scaling.dynamic": "dynamic NTK",
  "parameter.scaling.yarn": "YaRN",
  "parameter.scaling.llama3": "Llama 3",
  "parameter.trained": "Trained length L₀",
  "parameter.factor": "Factor s",
  "parameter.pairs": "Pairs of features, d ÷ 2",
  "band.turns": "{unseen} of {pairs} pairs meet unseen angles{which}",
  "band.wavelengths": "How many tokens a full turn takes",
  "band.matrices": "The last tokens, seen by a head that prefers near keys",
  "panel.turns": "Turns of each pair: within {trained} tokens in training, within {length} now",
  "panel.wavelengths": "Fastest pair: {fast} → {faster} tokens; slowest: {slow} → {slower}",
  "panel.plain": "Weights without scaling",
  "panel.weights": "Weights: {scaling}",
  "panel.moved.linear": "Position that each token gets",
  "panel.moved.truncated": "Position that each token gets: several share one",
  "measure.turns": "turns",
  "measure.wavelengths": "tokens a turn",
  "measure.moved": "position used",
  "turns.before": "training",
  "turns.after": "now",
  "wavelengths.before": "unscaled",
  "wavelengths.after": "scaled",
  "rule.turn": "one full turn",
  "rule.trained": "trained length",
  "rule.length": "new length",
  which: ": {first} to {last}",
  "note.none":
    "A pair that made a full turn in training has seen every angle. Any pair that lies below the line has not: in a text {factor} times as long it turns on to angles that are new.",
  "note.linear":
    "All positions are divided by s = {factor}, so no pair turns further than in training. The price: neighbours come closer together for the fast pairs too, and the head sees near keys less sharply.",
  "note.truncated":
    "The divided positions were cut to whole numbers. Now {factor} tokens in a row share one position, and no head can tell their order. Positions may be fractions: keep them.",
  "note.ntk":
    "A larger base leaves the fastest pair as it is and slows the slowest exactly {factor} times. Pairs in between are slowed less and may still meet new angles.",
  "note.dynamic":
    "As NTK-aware, with a factor that grows with the length of the text, here {length} tokens. Short texts are read as in training.",
  "note.yarn":
    "Pairs with many turns in training stay as they are, those with less than one are interpolated, a ramp lies between. cos and sin are multiplied by one number for all pairs, {size}.",
  "note.llama3":
    "As YaRN, with the ramp between one and four turns, and without a factor for cos and sin.",
  summary:
    "Trained to {trained} tokens, read to {length}, scaling: {scaling}. {unseen} of {pairs} pairs meet unseen angles. The fastest pair takes {faster} tokens a turn, the slowest {slower}.",
} as const;
