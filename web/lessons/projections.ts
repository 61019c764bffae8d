import { projections as en } from "../i18n/en/lessons/projections.js";
import { projections as zh } from "../i18n/zh/lessons/projections.js";
import type { Lesson } from "./lesson.js";

/** Q = K: the scores are symmetric, the weights are not. */
export const projections: Lesson = {
  words: { en, zh },
  begin: "claims=on&controls=share",
  async solved(run) {
    const [scores, weights] = await Promise.all(
      ["scores", "weights"].map(async (name) => {
        const { data } = await run.tensor(`${run.state.share}.${name}_symmetry.asymmetry`);
        return Number(data[0]);
      }),
    );
    return Number(scores) < 1e-5 && Number(weights) > 1e-3;
  },
};
