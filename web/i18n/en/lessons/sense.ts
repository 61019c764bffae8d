import type { LessonWords } from "../../types.js";

export const sense: LessonWords = {
  text: "“bank” is one word in the vocabulary, with one embedding. In the first layer it asks the same question in every sentence where it stands in the same place; only what it finds differs: other words have other keys and values. What it gets from them is added to its vector, so from the second layer on its query differs, too.",
  task: "Make the two sentences differ in a single word, so that the model is sure (0.95) of a different sense in each.",
  hint: "What stands behind “of the” can decide: of the river, the stream, the city, the company.",
  done: "Right: one other word turns the sense of “bank”, although its query in layer 1 is the same, number for number. What differs came to it through attention.",
};
