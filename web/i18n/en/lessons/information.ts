import type { LessonWords } from "../../types.js";

export const information: LessonWords = {
  text: "Entropy H counts the bits that are uncertain. The mutual information I(X;Y) is what X and Y have in common: the bits that Y, once known, takes from the uncertainty of X. Here all of it follows from eight counts, and each can be set.",
  task: "X and Y are independent, so I(X;Y) is 0. Predict: how large can it become? Set counts until Y tells everything about X.",
  hint: "Y tells all of X when each column has only one count that is not 0. Double-click a count and write 0; both rows must keep something.",
  done: "Right: H(X|Y) is 0 and I(X;Y) = H(X). More than that, nothing can tell about X.",
};
