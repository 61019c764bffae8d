import { context as en } from "../i18n/en/lessons/context.js";
import { context as zh } from "../i18n/zh/lessons/context.js";
import type { Lesson } from "./lesson.js";

/** (n + 1)/2n is 9/16 at n = 8: a mean of 4.5. */
export const context: Lesson = {
  words: { en, zh },
  begin: "controls=length",
  async solved(run) {
    const { data } = await run.tensor("visible.causal.mean");
    return Number(data[0]) * 16 === Number(run.state.length) * 9;
  },
};
