import { insideOf } from "../figures/seeds/printed.js";
import { LARGEST, LEAST } from "../figures/seeds/program.js";
import { seeds as en } from "../i18n/en/lessons/seeds.js";
import { seeds as zh } from "../i18n/zh/lessons/seeds.js";
import type { Lesson } from "./lesson.js";

/** Smaller initial weights: most seeds lie within what the chapter prints. */
export const seeds: Lesson = {
  words: { en, zh },
  begin: "claims=on&controls=smaller,seed",
  async solved(run) {
    const [least, largest] = await Promise.all([run.tensor(LEAST), run.tensor(LARGEST)]);
    const count = least.data.length;
    return count > 20 && insideOf(least.data, largest.data) > count / 2;
  },
};
