import type { LessonWords } from "../../types.js";

export const blueprint: LessonWords = {
  text: "Follow a word from the top left. It becomes a row of numbers, x₀, and goes straight down; every sublayer reads its norm and adds something to it. At the end of the encoder every token has a row, and together they are the memory. The decoder goes the same way on the right, and in cross-attention each of its rows asks the memory. At the bottom the last row becomes a word.",
  task: "Predict: when “love” is about to be written, which row of the decoder looks at “aime”, “I” or “love”? Then open cross-attention in layer 2 of the decoder, and in it the weight that is largest there.",
  hint: "A row writes the word after its own: open “next token” to see what comes after each.",
  done: "Right: it is the row of “I”. The decoder reads what is written and each row foretells the next word; so the row of “I” fetches “aime” to write “love”.",
};
