import { cost as en } from "../i18n/en/lessons/cost.js";
import { cost as zh } from "../i18n/zh/lessons/cost.js";
import type { Lesson } from "./lesson.js";

/** Attention's n×n part costs as much as projections and feed-forward together at n = 6·d. */
export const cost: Lesson = {
  words: { en, zh },
  begin: "controls=length,d_model",
  async solved(run) {
    const { data } = await run.tensor("here");
    const [attention = 0, , projections = 0, feed_forward = 0] = Array.from(data, Number);
    return attention === projections + feed_forward;
  },
};
