/** Words of the figure on the gradient over a distance. */
export const recurrent = {
  title: "How far back a gradient reaches",
  group: "Recurrent network and tokens",
  "parameter.radius": "ρ, size of U",
  "parameter.deviation": "σ, size of the inputs",
  "parameter.length": "Tokens T",
  "parameter.seeds": "Seeds",
  "parameter.seed": "First seed",
  "band.norms": "What is left of a change, k tokens later",
  "band.waits": "Steps that wait for one another",
  "panel.norms": "Largest stretch by distance: mean and range of {seeds} seeds",
  "panel.norms.one": "Largest stretch by distance: seed {seed}",
  "panel.waits": "Steps before the last token is done",
  "axis.distance": "distance k",
  "axis.result": "result",
  measure: "norm",
  "curve.bound": "bound ρᵏ",
  "curve.network": "RNN",
  "curve.attention": "attention",
  "row.least": "{name}, least",
  "row.largest": "{name}, largest",
  summary:
    "ρ = {radius}, σ = {deviation}: a change of the state reaches the last one at {near} of its size after one token, at {far} after {distance}. In attention it is {attention_near} and {attention_far}.",
  "note.bound":
    "U, ρ times an orthogonal matrix, keeps ρ of a change at each step: no more than ρᵏ = {bound} can be left at distance {distance}. What is missing below that, tanh took: the larger its inputs, the flatter it is. Make σ small, and the two curves meet.",
  "note.large":
    "With ρ above 1 a change could grow to ρᵏ = {bound} at distance {distance}. It grows while states are small; large ones make tanh flat, which holds it back.",
  "note.attention":
    "Attention has one step from any token to the last: its curve follows the weights, not the distance. Each weight is a share of 1, so with more tokens each of them moves the output less.",
  spread: " ({least} to {largest} among {seeds} seeds)",
  "claim.steps":
    "The chapter says: an RNN goes token by token, attention takes all at once. It holds for reading: counted along the program, h_T waits for {steps} steps, o_T for {one}. Writing goes token by token in both.",
  claim:
    "The chapter says: an RNN forgets distant tokens. It is a tendency and depends on ρ and on how far tanh saturates; here the norm goes from {near} at distance 1 to {far} at distance {distance}{spread}. {verdict} Gates, as in LSTM, soften it.",
} as const;
