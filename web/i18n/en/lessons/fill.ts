import type { LessonWords } from "../../types.js";

export const fill: LessonWords = {
  text: "A mask sets hidden scores to −∞, or to a large negative number such as −10⁹. As long as a query sees one key, both come to the same. If it sees none, softmax divides 0 by 0, or spreads the weight evenly over keys that nobody may see.",
  task: "Predict: what will −∞, −10⁹ and this engine make of a row whose keys are all hidden? Then make such a row and name the three outcomes.",
  hint: "Open “All controls” and lower “Visible keys” to 0, or set the visible cells of one row of the mask to 0.",
  done: "Right, in float32: NaN with −∞, the same weight everywhere with −10⁹, and 0 in this engine. In float16, whose numbers end at −65504, −10⁹ is −∞ and gives NaN too. Only 0 lets nothing through.",
};
