import { rank as en } from "../i18n/en/lessons/rank.js";
import { rank as zh } from "../i18n/zh/lessons/rank.js";
import type { Lesson } from "./lesson.js";

/** QKᵀ of rank 1, A of full rank. */
export const rank: Lesson = {
  words: { en, zh },
  begin: "claims=on",
  async solved(run) {
    const { data } = await run.tensor("spectra.rank");
    const { shape } = await run.tensor("weights");
    const [scores] = data;
    const tokens = shape.at(-1) ?? 0;
    return data.length > 1 && scores === 1 && tokens > 2 && data.at(-1) === tokens;
  },
};
