import { alibi as en } from "../i18n/en/lessons/alibi.js";
import { alibi as zh } from "../i18n/zh/lessons/alibi.js";
import type { Lesson } from "./lesson.js";

/** With the wrong sign the last query prefers the first key. */
export const alibi: Lesson = {
  words: { en, zh },
  begin: "",
  async solved(run) {
    const { shape, data } = await run.tensor("weights");
    const [, rows = 0, columns = 0] = shape;
    const last = Array.from(data.subarray((rows - 1) * columns, rows * columns));
    return run.state.reversed === true && rows > 2 && last.indexOf(Math.max(...last)) === 0;
  },
};
