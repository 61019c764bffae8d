/** Words of the figure on rotary positions. */
export const rotary = {
  title: "Rotary positions: only the distance counts",
  "group.part": "What is shown",
  "group.numbers": "Positions",
  "parameter.part": "Shown",
  "parameter.part.hands": "q and k as hands",
  "parameter.part.layouts": "two layouts of the pairs",
  "parameter.part.decay": "the score over long distances",
  "parameter.example": "Vectors",
  "parameter.example.quarter": "one pair, a quarter turn a position",
  "parameter.example.eight": "eight features, four pairs",
  "parameter.m": "Position m of q",
  "parameter.n": "Position n of k",
  "parameter.shift": "Shift of both",
  "parameter.pair": "Pair shown",
  "parameter.pairs": "Pairs of features, d ÷ 2",
  "parameter.seed": "Seed",
  "band.hands": "q at m = {m}, k at n = {n}: score {score}; both {shift} further on: {again}",
  "band.curve": "The score by distance",
  "band.right": "The layout the weights were trained with",
  "band.wrong":
    "The same weights in the other layout: at m − n = {distance} the score is {right} with P, {wrong} without",
  "band.decay": "Does the score fade with distance?",
  "panel.hands": "Pair {pair} turned (grey: before)",
  "panel.shifted": "Both {shift} further on (grey: before)",
  "panel.curve": "Score by m − n, here and {shift} further on: the curves coincide",
  "panel.pairs": "What each pair adds: fast pairs and slow ones",
  "panel.order": "P: even features first, then odd ones",
  "panel.interleaved": "Interleaved (2j, 2j + 1): {right} at m − n = {distance}",
  "panel.half": "Half (j, j + d/2): error at most {kept} with P, {broken} without",
  "panel.decay": "Score ÷ its bound Σ‖q‖‖k‖, {pairs} pairs",
  "axis.score": "score",
  "axis.share": "share of the bound",
  here: "here",
  there: "{shift} further",
  pair: "pair {pair}",
  ordered: "with P",
  unordered: "without P",
  independent: "other k {number}",
  bound: "bound",
  "note.hands":
    "q turns by mθ, k by nθ. The score depends on the angle between the hands, so only on m − n: shift both and the hands turn, the score stays.",
  "note.layouts":
    "Some programs turn the features (2j, 2j + 1) together, others (j, j + d/2). Both are right for weights trained that way. To go from one to the other, the columns of W_Q and W_K must be reordered by P; without that, scores of different places are wrong and nothing warns you.",
  "note.decay":
    "When k points where q does, the score falls off with distance, not steadily. For a k that has nothing to do with q there is no decay. For given q and k no distance takes the score beyond the bound; the scores of a trained model can still leave the range they had in training.",
  "summary.hands":
    "q at position {m} and k at position {n} score {score}; both {shift} positions further on, {again}.",
  "summary.layouts":
    "At m − n = {distance} the interleaved layout scores {right}. The half layout gives the same with reordered weights (largest error {kept}) and {wrong} without.",
  "summary.decay":
    "With k = q the score falls from {start} of its bound at distance 0 to {far} at distance 1000; an independent k begins at {other}.",
} as const;
