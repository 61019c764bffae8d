import type { LessonWords } from "../../types.js";

export const projections: LessonWords = {
  text: "Every token plays three parts: it asks (Q), it is found (K), and it hands something over (V). Each part has a projection of its own. Two parts may share one, or X itself may play all three. Then something is lost, but it is not rank.",
  task: "Predict: under which sharing are the scores symmetric, and are the weights symmetric then too? Choose it and compare the two charts.",
  hint: "score_ij = q_i·k_j, and score_ji = q_j·k_i. When are the two the same product?",
  done: "Right: where Q = K, the scores are symmetric. The weights are not, because softmax divides each row by its own sum.",
};
