import type { LessonWords } from "../../types.js";

export const train: LessonWords = {
  text: "An encoder reads letters, a decoder writes them backwards, and a thousand steps of training teach it where to look: watch cross-attention become a diagonal that runs from the last letter to the first. Every 20 steps the model answers questions that it has never seen.",
  task: "The loss measures how well the next token is foretold when the right ones before it are given. Predict: can the loss fall below 0.1 while hardly one answer in four comes out right? Train a model that does so.",
  hint: "Let the decoder read what it is to foretell: do not shift its input. Then 100 steps are enough.",
  done: "Right: the model copies the answer that it is shown, and when it writes by itself there is none to copy. This is a leak of labels. It is not exposure bias, which a model with a causal mask has as well.",
};
