import type { LessonWords } from "../../types.js";

export const positions: LessonWords = {
  text: "Attention by itself does not know in which order the words stand: swap two and only the rows of the output change places. Absolute schemes add a vector for each place to the word. Relative ones let only the distance between query and key count, so a sentence gets the same scores wherever it stands.",
  task: "Predict: which schemes notice that two words were swapped, but not that the whole sentence moved? Then choose one and look at the order test and the shift meter.",
  hint: "Sinusoidal and learned positions notice both. Try rotary, ALiBi or the relative bias.",
  done: "Right: the outputs change with the order, and the shift meter stays at 0, but for rounding.",
};
