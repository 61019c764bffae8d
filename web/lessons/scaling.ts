import { lostOf } from "../figures/scaling/parameters.js";
import { scaling as en } from "../i18n/en/lessons/scaling.js";
import { scaling as zh } from "../i18n/zh/lessons/scaling.js";
import type { Lesson } from "./lesson.js";

/** More than half of the queries have no gradient left, while scaled ones keep theirs. */
export const scaling: Lesson = {
  words: { en, zh },
  begin: "controls=d_k",
  async solved(run) {
    const [raw, scaled] = await Promise.all(
      ["raw", "scaled"].map(async (kind) => {
        const { data } = await run.tensor(`d${run.state.d_k}.${kind}.norm`);
        return lostOf(data) / data.length;
      }),
    );
    return run.state.keys === 64 && Number(raw) > 0.5 && scaled === 0;
  },
};
