import type { LessonWords } from "../../types.js";

export const cost: LessonWords = {
  text: "Every query meets every key, so the work of attention grows with the square of the length, n²·d. The matrices of a layer are applied once a token, n·d². In a short text the matrices cost more, in a long one the scores do. A recurrent layer never pays n², but its words wait for one another.",
  task: "With d_model = 512, at which n do QKᵀ and AV cost as much as the projections and the feed-forward layer together? Predict, then set n.",
  hint: "They cost as much as the projections at 1,024 and as the feed-forward layer at 2,048. The cost of both together is the sum of the two.",
  done: "Right: at n = 6·d. Up to there most of the arithmetic of a layer is not in QKᵀ and AV.",
};
