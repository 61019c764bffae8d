import { positions as en } from "../i18n/en/lessons/positions.js";
import { positions as zh } from "../i18n/zh/lessons/positions.js";
import type { Lesson } from "./lesson.js";

/** A scheme that feels the swap of two words, and no shift. */
export const positions: Lesson = {
  words: { en, zh },
  begin: "controls=scheme,first,second,shift",
  async solved(run) {
    const { data: order } = await run.tensor("order.largest");
    const { data: change } = await run.tensor("change.largest");
    return Number(order[0]) > 1e-3 && change.every((one) => Number(one) < 1e-4);
  },
};
