import type { LessonWords } from "../../types.js";

export const parameters: LessonWords = {
  text: "A matrix has rows times columns, a bias or a norm's scale one number a feature; a whole model is only many of these. Every bar opens into its product. The heads of the textbook chapter's module share its width of 512, 64 columns each.",
  task: "h heads do not have h times the parameters. Build the module with 16 heads that has exactly as many parameters as the one with 8: 1,048,576.",
  hint: "d_model stays 512. Twice as many heads must be half as wide each.",
  done: "Right: 16 heads of 32 have the same matrices as 8 heads of 64.",
};
