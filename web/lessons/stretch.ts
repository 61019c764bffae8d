import { unseen } from "../figures/stretch/program.js";
import { stretch as en } from "../i18n/en/lessons/stretch.js";
import { stretch as zh } from "../i18n/zh/lessons/stretch.js";
import type { Lesson } from "./lesson.js";

/** No pair meets an unseen angle, and the fastest one keeps its speed. */
export const stretch: Lesson = {
  words: { en, zh },
  begin: "controls=scaling,factor",
  async solved(run) {
    const { data: turns } = await run.tensor("turns");
    const { data: wavelengths } = await run.tensor("wavelengths");
    const [fast, now] = [Number(wavelengths[0]), Number(wavelengths[wavelengths.length / 2])];
    const kept = Math.abs(now - fast) < 1e-3 * fast;
    return Number(run.state.factor) > 1 && kept && unseen(turns as ArrayLike<number>).length === 0;
  },
};
