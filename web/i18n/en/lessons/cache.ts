import type { LessonWords } from "../../types.js";

export const cache: LessonWords = {
  text: "To write the next token a model needs the keys and values of all earlier ones, so it keeps them. Queries are not kept: a step compares its own query with the keys and never asks for an old one. What is kept grows with layers, key/value heads and tokens.",
  task: "Llama 2 7B keeps 2 GiB for 4,096 tokens. Predict: how many tokens fill 8 GiB? Then set that number.",
  hint: "Every token costs the same. Eight is four times two.",
  done: "Right: 16,384 tokens, four times as many, fill four times as much.",
};
