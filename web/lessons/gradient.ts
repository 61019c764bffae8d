import { gradient as en } from "../i18n/en/lessons/gradient.js";
import { gradient as zh } from "../i18n/zh/lessons/gradient.js";
import type { Lesson } from "./lesson.js";

/** A causal mask alone: real tokens come first, so none of them sees the padding after them. */
export const gradient: Lesson = {
  words: { en, zh },
  begin: "mask=none",
  async solved(run) {
    if (run.state.mask !== "causal") return false;
    const { shape, data } = await run.tensor("real.x", true);
    const [, , width = 1] = shape;
    const padding = data.subarray(Number(run.state.length) * width);
    return padding.length > 0 && padding.every((value) => value === 0);
  },
};
