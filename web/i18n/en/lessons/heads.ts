import type { LessonWords } from "../../types.js";

export const heads: LessonWords = {
  text: "Every head has its own W_Q, W_K and W_V and reads the whole input through them; what the heads find is added up by W_O. So one head can follow the order while another compares words. If each is d_model ÷ heads wide, together they cost as much as one head of the full width. Take one away and see what the output loses.",
  task: "Predict: without which head does the output change most? Switch off one head at a time and compare the largest change. Leave only that head off.",
  hint: "Click a 1 in “1 on, 0 off”, read the largest change in the heading above it, then click again to switch the head back on.",
  done: "Right: no other head leaves such a gap. How sharp a pattern looks says little about how much it moves.",
};
