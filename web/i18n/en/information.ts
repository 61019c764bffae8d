/** Words of the figure on information. */
export const information = {
  title: "What X and Y say about each other",
  group: "Distribution",
  "parameter.example": "Example",
  "parameter.example.text": "texts of three bits",
  "parameter.example.independent": "X and Y independent",
  "parameter.example.copy": "Y is a copy of X",
  "parameter.edits": "Numbers set by you",
  "band.joint": "Eight texts x₁x₂x₃: X is the first bit, Y the other two",
  "band.measures": "What is uncertain, and what is shared",
  "panel.counts": "How often each text occurs",
  "panel.joint": "Joint distribution",
  "panel.x": "Of X alone",
  "panel.y": "Of Y alone",
  "panel.measures": "Entropies and mutual information",
  "panel.chain": "Chain rule, bit after bit",
  axis: "measure",
  unit: "bits",
  sum: "sum",
  "note.shared":
    "In bits, I(X;Y) = {x} + {y} − {joint} = {shared}: so much less uncertain is X once Y is known. It is never more than H(X).",
  "note.chain":
    "Chain rule: the uncertainty of each place, given those before it, sums to {total}; H(X,Y) is {joint}.",
  "claim.half":
    "Claim: a model that sees only what came before loses about half of the information. {verdict} Reading from left to right accounts for {total} of {joint}.",
  "claim.weights":
    "Claim: independent weights W_Q, W_K, W_V are what maximises I(X;Y). {verdict} There are no weights here, and I(X;Y) = {shared} has reached its bound H(X) = {x}.",
  summary:
    "In bits, H(X) is {x}, H(Y) {y}, H(X,Y) {joint}; X and Y share {shared}, and the chain rule sums to {total}.",
} as const;
