import { parameters as en } from "../i18n/en/lessons/parameters.js";
import { parameters as zh } from "../i18n/zh/lessons/parameters.js";
import type { Lesson } from "./lesson.js";

/** 16 heads of 32 have as many parameters as 8 of 64. */
export const parameters: Lesson = {
  words: { en, zh },
  begin: "controls=model,heads,head_width",
  async solved(run) {
    const { data } = await run.tensor("total");
    const { model, heads } = run.state;
    return model === "attention" && heads === 16 && Number(data[0]) === 1_048_576;
  },
};
