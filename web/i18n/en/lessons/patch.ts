import type { LessonWords } from "../../types.js";

export const patch: LessonWords = {
  text: "That a head looks at a word does not prove that the answer depends on it. An intervention does: run “The key to the cabinet”, and put into this run one activation of “The keys to the cabinet”. If the answer turns from “is” to “are”, the number of the subject was in it. The map tries every place: down to layer 1 it sits where “keys” stands, and the attention of layer 2 brings it to the last word.",
  task: "Predict which head brings it there. Then put in the outputs of heads, and open a patch that recovers more than half of the difference by itself.",
  hint: "“Put in” has “output of a head”. Two cells stand out: one head of layer 1 where the subject stands, and one of layer 2 where the verb comes next.",
  done: "Right: this one output is enough to turn the answer. The shares of several heads need not add up to 1, since later layers are not linear and heads stand in for each other.",
};
