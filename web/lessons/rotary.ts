import { rotary as en } from "../i18n/en/lessons/rotary.js";
import { rotary as zh } from "../i18n/zh/lessons/rotary.js";
import type { Lesson } from "./lesson.js";

/** Quarter turns: the score is −5 where q is two or three of them ahead of k. */
export const rotary: Lesson = {
  words: { en, zh },
  begin: "controls=m,n,shift",
  async solved(run) {
    if (run.state.part !== "hands" || run.state.example !== "quarter") return false;
    const { data } = await run.tensor("score");
    return Math.abs(Number(data[0]) + 5) < 1e-3;
  },
};
