import { layer as en } from "../i18n/en/lessons/layer.js";
import { layer as zh } from "../i18n/zh/lessons/layer.js";
import type { Lesson } from "./lesson.js";

/** Twelve layers without residuals: all tokens have become one. */
export const layer: Lesson = {
  words: { en, zh },
  begin: "controls=text,part,residual,order,layers,layer",
  async solved(run) {
    const { residual, layers } = run.state;
    const { data } = await run.tensor("alike");
    return residual === false && layers === 12 && Number(data.at(-1)) > 0.999;
  },
};
