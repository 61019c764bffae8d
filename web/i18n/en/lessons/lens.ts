import type { LessonWords } from "../../types.js";

export const lens: LessonWords = {
  text: "Every sublayer only adds to the stream, so the stream can be read before its end, through the last norm and the unembedding, as if the model stopped there. After layer 1 it would still say “is”: it goes by “cabinet”, the noun nearby. After the attention of layer 2 it says “are”. And since the stream is a sum, so is the logit: every head and every feed-forward layer has its own share in it.",
  task: "Predict which head finds the subject, “keys”. Then compare “are” with “is”, and open the bar of the head that adds most to the difference of their logits.",
  hint: "Type is under “Compared with”. The blue bars are heads; what speaks for “are” goes to the right.",
  done: "Right: head 4 of layer 2 adds about half of the difference, more than all other heads together. That is what it says directly; what the answer would be without it, only an intervention shows.",
};
