import { information as en } from "../i18n/en/lessons/information.js";
import { information as zh } from "../i18n/zh/lessons/information.js";
import type { Lesson } from "./lesson.js";

/** Y tells all of X, and X is worth telling. */
export const information: Lesson = {
  words: { en, zh },
  begin: "example=independent&controls=example,edits&claims=on",
  async solved(run) {
    const { data } = await run.tensor("measures");
    const [x, shared] = [Number(data[0]), Number(data[5])];
    return x > 0.5 && shared > x - 1e-5;
  },
};
