/** Words of the figure on shared projections. */
export const projections = {
  title: "Why three matrices: sharing Q, K and V",
  group: "Projections",
  "parameter.share": "Sharing",
  "parameter.share.none": "three projections",
  "parameter.share.key_value": "K = V",
  "parameter.share.query_key": "Q = K",
  "parameter.share.all": "Q = K = V",
  "parameter.share.input": "none: X itself",
  "parameter.example": "Example",
  "parameter.example.random": "random tokens",
  "parameter.example.previous": "look at the previous token",
  "parameter.length": "n, tokens",
  "parameter.width": "d, width of X",
  "parameter.width.16": "16",
  "parameter.width.64": "64",
  "parameter.width.512": "512",
  "parameter.d_k": "d_k, width of Q and K",
  "parameter.seed": "Seed",
  "parameter.edits": "Numbers set by you",
  "band.attention": "Who looks at whom",
  "band.symmetry": "Symmetric or not, and how much a token looks at itself",
  "band.freedom": "What a projection of its own adds: freedom, not rank",
  "panel.scores": "Scores",
  "panel.weights": "Weights",
  "panel.asymmetry": "How far from symmetric",
  "panel.self": "Weight of a token on itself, mean over B = {draws} {draws|draw|draws} of X",
  "panel.freedom": "Parameters and degrees of freedom",
  "panel.spectra":
    "The {shown} largest singular values of W_Q·W_Kᵀ; W_Q has rank {query}, W_K rank {key}",
  "panel.part":
    "The {shown} largest singular values of W_Q·W_Kᵀ, first {rows} rows and columns; W_Q has rank {query}, W_K rank {key}",
  "place.none": "none",
  "place.all": "all",
  "measure.asymmetry": "largest difference",
  "measure.self": "weight (1/n: all alike)",
  "measure.freedom": "numbers",
  "row.parameters": "parameters",
  "row.both": "scores, V",
  "row.scores": "scores",
  "row.weights": "weights",
  "row.separate": "separate",
  "row.shared": "shared",
  "axis.share": "what is shared",
  "axis.place": "place i",
  "note.none":
    "Three projections: a token asks with one vector, is found by another, and hands over a third.",
  "note.key_value": "K = V: what a token is found by is also what it hands over.",
  "note.query_key": "Q = K: a token asks with the vector by which it is found.",
  "note.all": "Q = K = V: one vector asks, is found, and is handed over.",
  "note.input":
    "No projection: the scores are dot products of the tokens themselves. Nothing in them can be learned.",
  "note.pair":
    "Score of query {query} and key {key}: {score}; the other way round: {mirrored}. {why}",
  "why.free": "The two need not be equal.",
  "why.set": "Without the numbers set by you the two would be equal.",
  "note.symmetric":
    "Score of query {query} and key {key}: {score}, the same the other way round. But each row is divided by its own sum, so the weights are {weight} and {other}.",
  "note.previous":
    "In {hits} of {length} rows the previous token has the largest score; the first token’s previous one is the last.",
  "note.circle":
    "With symmetric scores it can never be all rows: if the largest stood at the previous token everywhere, s(i, i−1) > s(i, i+1) = s(i+1, i) would make these scores fall from row to row, all the way round and below the first.",
  "claim.rank":
    "Claim: independent W_Q and W_K give W_Q·W_Kᵀ a higher rank. {verdict} W_Q·W_Kᵀ has at most the rank of W_Q; with W_K = W_Q it has exactly that rank. Measured: rank {query} for W_Q, {key} for W_K. What grows are the degrees of freedom: {general} against {symmetric}.",
  "claim.capacity":
    "Claim: three projections have three times the capacity, 3·d_k = {capacity}. {verdict} A head’s output has d_k = {d_k} dimensions either way. Degrees of freedom: {free} against {tied}, {ratio} times as many.",
  "claim.self":
    "Without projections a token gives itself {self} of its weight, the mean over {draws} draws of X.",
  summary:
    "{length} {length|token|tokens}, {sharing}: scores and their mirror images differ by {scores} at most, weights by {weights}; on average a token gives itself {self} of its weight; {parameters} parameters, {free} degrees of freedom.",
} as const;
