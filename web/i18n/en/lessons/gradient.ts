import type { LessonWords } from "../../types.js";

export const gradient: LessonWords = {
  text: "A hidden pair passes no gradient: the output of the query does not move with the key at all. A hidden token still may have one. Padding, which fills short texts up, asks as a query like any other token: it can have a gradient as long as something depends on it that the loss, the number training lowers, counts.",
  task: "Predict: here nothing is masked, and the loss counts the real rows only. Which mask takes all gradient from the padding without having been told where the padding is? Choose it.",
  hint: "Open “All controls” and try the masks. Watch the last rows under “Loss over real rows only”.",
  done: "Right: under a causal mask no real token sees what comes after it, and the padding stands at the end.",
};
