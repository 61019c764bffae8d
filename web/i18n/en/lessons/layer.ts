import type { LessonWords } from "../../types.js";

export const layer: LessonWords = {
  text: "A layer is attention and a feed-forward network, and around each of them a residual and a norm. Attention mixes the tokens, feed-forward works on each alone. The residual adds what came in to what comes out. The norm brings every token to mean 0 and deviation 1: open a σ and follow it by hand.",
  task: "Predict: without residuals, how different are six tokens after 12 layers? Then choose “layer by layer”, set 12 layers, and switch the residual off.",
  hint: "Look at the mean cosine after the last layer: 1 means that all tokens point the same way.",
  done: "Right: all tokens have become one, after few layers already. Every layer averages, and nothing brings back what was lost. The norm alone does not help: it changes lengths, not differences.",
};
