import { normAt } from "../figures/recurrent/norms.js";
import { recurrent as en } from "../i18n/en/lessons/recurrent.js";
import { recurrent as zh } from "../i18n/zh/lessons/recurrent.js";
import type { Lesson } from "./lesson.js";

/** Neither ρ nor tanh has taken nine tenths of a change after 20 tokens. */
export const recurrent: Lesson = {
  words: { en, zh },
  begin: "claims=on&controls=radius,deviation,length",
  async solved(run) {
    const { data } = await run.tensor("norms");
    const length = Number(run.state.length);
    return normAt(Array.from(data, Number), { length }, "network", 20) > 0.1;
  },
};
