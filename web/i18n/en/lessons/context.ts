import type { LessonWords } from "../../types.js";

export const context: LessonWords = {
  text: "Count the ones in each row of a mask: so many words does a position see. Under a causal mask that is 1, 2, 3 and so on up to n, a little more than half on average, because every position sees itself. In a long text the little more disappears, and a window of fixed size sees next to nothing of it. The last chart counts in bits how uncertain each word is given those before it, its entropy H: nothing is lost there.",
  task: "Ten words have a mean of 5.5, which is 11/20 of the text. Work out by hand: for how many words is it exactly 9/16? Then set n.",
  hint: "The mean is (n + 1)/2, so its share is (n + 1)/(2n). Set that equal to 9/16.",
  done: "Right: with 8 words the mean is 4.5, and 4.5 of 8 is 9/16.",
};
