/** Words of the lesson steps: gallery.html. A key is the name of the figure, then the part. */
export const lessons = {
  "alibi.title": "ALiBi: distance costs",
  "alibi.text":
    "ALiBi adds no position vectors. It subtracts from each score the distance between query and key, times a slope m that belongs to the head. A head with a large m sees only its neighbours, one with a small m sees far.",
  "alibi.task":
    "Predict: which key would the last query prefer if the sign were wrong? Then reverse the sign and look.",
  "alibi.hint": "Open “All controls” and switch on “Wrong sign”. Look at the last row of weights.",
  "alibi.done": "Right: the first key now has the largest weight, though it is farthest away.",
} as const;
