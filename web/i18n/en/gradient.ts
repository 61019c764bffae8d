/** Words of the figure on masks and gradients. */
export const gradient = {
  title: "What a mask does to the gradient",
  group: "Mask and padding",
  "parameter.mask": "Mask",
  "parameter.mask.padding": "padding",
  "parameter.mask.none": "none",
  "parameter.mask.causal": "causal",
  "parameter.mask.combined": "causal and padding",
  "parameter.length": "Real tokens",
  "parameter.seed": "Seed",
  "parameter.edits": "Numbers set by you",
  pad: "pad{n}",
  "band.pairs": "From pair to pair",
  "band.inputs": "The gradient of each token, dX",
  "panel.mask": "Mask",
  "panel.weights": "Weights",
  "panel.map": "How far input j moves output i",
  "panel.all": "Loss over all rows",
  "panel.real": "Loss over real rows only",
  "cell.map": "output {output}, input {input}, {value}",
  "cell.zero": "output {output}, input {input}, exactly 0",
  "cell.input": "token {token}, feature {feature}, {value}",
  "note.padding":
    "No output moves with a hidden key: exactly 0. But a padding token still asks as a query: where its row has more than one key to choose from, its own output moves with it, and it keeps a gradient until the loss leaves its row out.",
  "note.none":
    "Nothing is hidden: every output moves with every token. Real outputs depend on the padding, so it has a gradient even if the loss leaves its rows out.",
  "note.causal":
    "Only the upper triangle is 0. Every token sees itself, so none is without a gradient when all rows count. Real tokens come before the padding and never see it.",
  "note.combined":
    "A pair is 0 if either mask hides it, but for the diagonal of the padding: where its row has more than one key to choose from, the token moves its own output as a query.",
  summary: "{zeros} of {pairs} pairs are exactly 0.",
  "summary.padding":
    "The largest gradient at a padding token is {all} when all rows enter the loss, {real} when only the real ones do.",
} as const;
