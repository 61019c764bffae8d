import type { LessonWords } from "../../types.js";

export const mask: LessonWords = {
  text: "A mask is a table of zeros and ones: which key a query may see. A hidden score becomes −∞ before softmax, so its weight is exactly 0 and the rest of the row still adds up to 1. Paint the mask and watch what follows.",
  task: "The language model XLNet predicts the positions in an order of its own; in its query stream a position does not see itself. With four positions in the order 3, 1, 4, 2, which keys does position 4 see there? Write down its row, then build the mask.",
  hint: "“All controls”: four queries and four keys, the rule “permutation”, and drag the order to 3, 1, 4, 2.",
  done: "Right: position 4 sees 3 and 1, which came before it: 1, 0, 1, 0. The textbook chapter prints 0, 0, 1, 1.",
};
