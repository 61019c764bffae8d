import type { LessonWords } from "../../types.js";

export const rotary: LessonWords = {
  text: "Rotary positions add nothing to the words. Each pair of features of q and k is turned like the hand of a clock, by an angle that grows with the position. Here one pair makes a quarter turn a position, with q = (2, 1) and k = (1, 3): every score is a whole number you can work out by hand.",
  task: "By hand: a quarter turn takes (2, 1) to (−1, 2). At which distance m − n is the score −5? Then set m and n and check.",
  hint: "Two quarter turns take q to (−2, −1). Multiply by k = (1, 3) and add.",
  done: "Right: −5. Now move the shift: both hands turn, and the score stays −5, since m − n is the same.",
};
