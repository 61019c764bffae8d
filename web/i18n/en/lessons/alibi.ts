import type { LessonWords } from "../../types.js";

export const alibi: LessonWords = {
  text: "ALiBi adds no position vectors. Under a causal mask, it subtracts from each score the distance back to the key, times a slope m that belongs to the head. A head with a large m sees only its neighbours, one with a small m sees far.",
  task: "Predict: which key would the last query prefer if the sign were wrong? Then reverse the sign and look.",
  hint: "Open “All controls” and switch on “Wrong sign”. Look at the last row of weights.",
  done: "Right: the first key now has the largest weight, though it is farthest away.",
};
