import type { LessonWords } from "../../types.js";

export const prune: LessonWords = {
  text: "Whether a head matters is not seen in its picture. It is measured: put 0 in place of what the head gives, compute everything after it anew, and see by how much the loss rises. Heads that are removed together may cost more than each alone, where they stood in for each other. 小红 is a girl’s name: 她 follows. Without any head the model expects 他.",
  task: "Remove as many heads as you can, the least important first, so that the token followed keeps a probability of at least one half all the way.",
  hint: "p = ½ is a loss of ln 2 ≈ 0.693. Find in the curve the last number of heads before it goes above.",
  done: "Right: with one head more the token falls below one half. In the sentence that you began with a single head suffices for the pronoun; which one it is, only removing it tells, not the size of its weights.",
};
