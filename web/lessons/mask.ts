import { mask as en } from "../i18n/en/lessons/mask.js";
import { mask as zh } from "../i18n/zh/lessons/mask.js";
import type { Lesson } from "./lesson.js";

/** XLNet's order 3, 1, 4, 2, in the query stream: position 2 sees all the others. */
export const mask: Lesson = {
  words: { en, zh },
  begin: "claims=on",
  async solved({ tensor }) {
    const wanted = "0,0,1,0,1,0,1,1,0,0,0,0,1,0,1,0";
    return (await tensor("mask")).data.join() === wanted;
  },
};
