import { translate as en } from "../i18n/en/lessons/translate.js";
import { translate as zh } from "../i18n/zh/lessons/translate.js";
import type { Lesson } from "./lesson.js";

/** One token, forced, and the whole text is likelier than the one of likeliest tokens. */
export const translate: Lesson = {
  words: { en, zh },
  // The shipped model makes it so (tests/engine/translate.test.ts).
  begin: "text=Nous%20aimons%20le%20livre.&step=0&controls=text,step,beams,penalty,forced",
  async solved(run) {
    if (run.state.forced === "") return false;
    const [greedy, forced] = await Promise.all(
      ["greedy.sum", "forced.sum"].map((name) => run.tensor(name)),
    );
    return Number(forced?.data[0]) > Number(greedy?.data[0]) + 1e-4;
  },
};
