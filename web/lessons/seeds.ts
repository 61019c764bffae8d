import { insideOf } from "../figures/seeds/printed.js";
import { LARGEST, LEAST } from "../figures/seeds/program.js";
import type { Lesson } from "./lesson.js";

/** Smaller initial weights: most seeds lie within what the chapter prints. */
export const seeds: Lesson = {
  name: "seeds",
  begin: "claims=on&controls=smaller,seed",
  async solved(run) {
    const [least, largest] = await Promise.all([run.tensor(LEAST), run.tensor(LARGEST)]);
    const count = least.data.length;
    return count > 20 && insideOf(least.data, largest.data) > count / 2;
  },
};
