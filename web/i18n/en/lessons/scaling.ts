import type { LessonWords } from "../../types.js";

export const scaling: LessonWords = {
  text: "A score q·k sums d_k products. If the features of q and k are independent, with mean 0 and variance 1, its variance is d_k: the wider the vectors, the further apart the scores. Softmax then gives nearly everything to one key, and where it does, a small change of the scores changes nothing: the gradient is gone. (Its size here: the norm of the Jacobian, the table of how each weight moves with each score.) Divided by √d_k, the variance is 1 whatever the width.",
  task: "Predict: at d_k = 64, is the mean gradient smaller without scaling? And from which d_k on have more than half of the queries a gradient below 10⁻³? Choose that width.",
  hint: "Compare the two percentages above the charts. At which width does the first one pass 50 %?",
  done: "Right. At 64 the mean is not smaller yet; but the wider, the more unscaled queries lose their gradient, while the scaled ones keep theirs.",
};
