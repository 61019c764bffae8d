import type { LessonWords } from "../../types.js";

export const rank: LessonWords = {
  text: "QKᵀ is a product of two narrow matrices, so its rank is at most d_k. It is tempting to say the same of the weights A. But the softmax is not linear: it bends every row, and new directions appear. Here the singular values of both are measured; those above the dashed line count.",
  task: "Predict: with d_k = 1, how many rows of A can be independent? Find a QKᵀ of rank 1, over at least 3 tokens, whose A has full rank.",
  hint: "Open “All controls”. Either take the example “counterexample in fractions”, or set d_k to 1 and lower the number of tokens.",
  done: "Right: QKᵀ has rank 1 and A full rank. What stays small is the rank of ln A, at most d_k + 1.",
};
