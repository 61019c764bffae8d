import type { LessonWords } from "../../types.js";

export const seeds: LessonWords = {
  text: "A module that has learned nothing still has weights: those that chance gives it. One run shows one draw. Run with many seeds, it shows what to expect and what not, and whether a printed result can have come from it.",
  task: "The textbook chapter prints 25 weights from 0.1823 to 0.2234, all nearly 1/5. Predict: how much smaller than nn.Linear, PyTorch’s linear layer, draws them must the weights of W_Q and W_K be, so that most seeds look like that? Choose.",
  hint: "Both W_Q and W_K shrink, so half the weights mean a quarter of the scores. Compare the two curves with the dashed lines.",
  done: "Right: with scores this close to 0, softmax shares out almost evenly. As nn.Linear draws them, no seed looks like that.",
};
