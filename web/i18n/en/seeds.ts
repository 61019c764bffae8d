/** Words of the figure on seeds. */
export const seeds = {
  title: "The same module, {seeds} {seeds|seed|seeds}",
  group: "Seeds",
  "parameter.smaller": "Initial weights within ±",
  "parameter.smaller.1": "1/√512 (nn.Linear)",
  "parameter.smaller.2": "half of it",
  "parameter.smaller.4": "a quarter",
  "parameter.smaller.8": "an eighth",
  "parameter.seed": "Seed shown",
  "parameter.seeds": "Number of seeds",
  "band.seeds": "Every seed is a run of its own",
  "band.weights": "One seed: 5 tokens, d_model = 512, d_k = 64",
  "panel.extremes": "Least and largest of the 25 weights, {count} {count|seed|seeds}",
  "panel.scaled": "Scores of seed {seed}",
  "panel.weights": "Weights of seed {seed}",
  "row.least": "least",
  "row.largest": "largest",
  "rule.least": "printed: least {value}",
  "rule.largest": "printed: largest {value}",
  "measure.weight": "weight",
  "axis.seed": "seed",
  note: "Nothing is trained: the tokens are drawn, and W_Q and W_K are as the module begins with them. V has no part in the weights.",
  claim:
    "Claim: this module prints weights from {from} to {to}. {verdict} Of {count} seeds, {inside} {inside|has|have} all of {inside|its|their} weights there. On average the least weight is {least} and the largest {largest}.",
  summary:
    "{count} of {seeds} {seeds|seed|seeds}: the least of the 25 weights is {least} on average, the largest {largest}; {inside} {inside|seed has|seeds have} all of them between {from} and {to}.",
} as const;
