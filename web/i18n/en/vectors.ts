/** Words of the figure on queries, keys and values as arrows. */
export const vectors = {
  title: "Queries, keys and values as arrows",
  group: "Arrows",
  "parameter.example": "Example",
  "parameter.example.library": "library",
  "parameter.example.restaurant": "restaurant",
  "parameter.example.long-key": "a long key wins",
  "parameter.example.orthogonal": "right angles",
  "parameter.edits": "Numbers set by you",
  "band.planes": "Drag an arrow by its tip",
  "band.numbers": "From lengths and angles to weights",
  "panel.asked": "q (length {length}) and the keys",
  "panel.answered": "The values and the output o",
  "panel.measures": "Every key, step by step",
  "panel.contest": "Direction against weight",
  output: "o",
  "axis.key": "key",
  "axis.measure": "step",
  "measure.lengths": "‖k‖",
  "measure.cosine": "cosθ",
  "measure.scores": "q·k",
  "measure.scaled": "q·k/√2",
  "measure.weights": "weight",
  "names.library":
    "q “a course on deep learning”; k₁ “Introduction to Deep Learning”, k₂ “Python Programming”, k₃ “Reading Classical Poetry”.",
  "names.restaurant":
    "Across: how hot; up: how filling. q “something hot”; k₁ mapo tofu with rice, k₂ fried noodles, k₃ steamed fish, k₄ ice cream.",
  placed: "The arrows are placed by hand, not learned.",
  "placed.long-key": "k₁ points exactly as q does, but it is short; k₂ is at an angle, but long.",
  "placed.orthogonal":
    "k₁ and k₂ stand at right angles to q: their dot product is exactly 0, however long they are. That is not the lowest score; k₄, which points away, gets less.",
  "note.agree":
    "{winner} has the largest weight and is also closest to q in direction. Both need not go together: in a given direction a dot product is proportional to the length of the key.",
  "note.differ":
    "{winner} has the largest weight, {aligned} is closest to q in direction. A dot product is not direction alone: in a given direction it is proportional to the length of the key.",
  "note.tie":
    "Largest weight: {winner}; closest to q in direction: {aligned}. Where several are named they are equal, and none of them is ahead.",
  "note.none":
    "q, or every key, has length 0 and so no direction: every dot product is 0, and all keys get the same weight.",
  claim:
    "Claim: a dot product measures how similar two vectors are. It measures how long they are as well: ‖q‖ ‖k‖ cos θ. Largest dot product: {winner}; largest cosine: {aligned}. {here}",
  "claim.agree": "Here both agree.",
  "claim.differ": "Here they differ.",
  "claim.tie": "Here no single key is ahead in both.",
  "summary.alone":
    "{winner} has the largest weight, {weight}, at a cosine of {own}; the largest cosine, {cosine}, is that of {aligned}.",
  "summary.tie": "Largest weight: {weight} ({winner}); largest cosine: {cosine} ({aligned}).",
  "summary.output":
    "The output is ({x}, {y}), a mean of the values and so inside the area between them.",
} as const;
