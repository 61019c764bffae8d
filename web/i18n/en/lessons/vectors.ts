import type { LessonWords } from "../../types.js";

export const vectors: LessonWords = {
  text: "A query asks, keys offer themselves, values are what is handed over. The dot product of q with a key depends on two things: how closely they point the same way, and how long they are. Softmax turns the scores into weights, and the output is the mean of the values with these weights, so it never leaves the area between them.",
  task: "Predict: can a key win that does not point most closely along q? Drag the arrows until the largest weight and the largest cosine belong to different keys.",
  hint: "Pull out a key that is at less than a right angle to q, or shorten the one that points most closely along it.",
  done: "Right: the key that is aligned best does not win. Dot products measure length as well.",
};
