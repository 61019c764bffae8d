import { unseen } from "../figures/stretch/program.js";
import { stretch as en } from "../i18n/en/lessons/stretch.js";
import { stretch as zh } from "../i18n/zh/lessons/stretch.js";
import type { Lesson } from "./lesson.js";

/** Slow pairs there are, none meets an unseen angle, and the fastest one keeps its speed. */
export const stretch: Lesson = {
  words: { en, zh },
  begin: "controls=scaling,factor",
  async solved(run) {
    const turns = (await run.tensor("turns")).data as Float32Array;
    const slow = turns.subarray(0, turns.length / 2).some((turn) => turn < 1);
    const { data: wavelengths } = await run.tensor("wavelengths");
    const [fast, now] = [Number(wavelengths[0]), Number(wavelengths[wavelengths.length / 2])];
    const kept = Math.abs(now - fast) < 1e-3 * fast;
    return slow && kept && unseen(turns).length === 0;
  },
};
