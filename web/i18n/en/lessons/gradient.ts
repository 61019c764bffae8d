import type { LessonWords } from "../../types.js";

export const gradient: LessonWords = {
  text: "A hidden pair passes no gradient: the output of the query does not move with the key at all. A hidden token still may have one. Padding asks as a query like any other token, and so it keeps a gradient until nothing that the loss counts depends on it.",
  task: "Predict: here nothing is masked, and the loss counts the real rows only. Which mask takes all gradient from the padding without having been told where the padding is? Choose it.",
  hint: "Open “All controls” and try the masks. Watch the last rows under “Loss over real rows only”.",
  done: "Right: under a causal mask no real token sees what comes after it, and the padding stands at the end.",
};
