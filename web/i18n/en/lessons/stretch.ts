import type { LessonWords } from "../../types.js";

export const stretch: LessonWords = {
  text: "A model with rotary positions was trained on 4,096 tokens and now reads 16,384. Fast pairs made many turns in training and know every angle. Slow pairs did not get round once; now they turn further than ever before. Scalings slow some of the pairs down.",
  task: "Which scalings leave no pair at an unseen angle and the fastest pair as it was? Predict, then look for one.",
  hint: "Position interpolation slows every pair, NTK-aware leaves some in the middle. Try the last three.",
  done: "Right: no pair turns further than in training, and the fastest is as it was. YaRN and Llama 3 keep all fast pairs so; dynamic NTK slows every pair but that one.",
};
