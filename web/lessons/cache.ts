import { cache as en } from "../i18n/en/lessons/cache.js";
import { cache as zh } from "../i18n/zh/lessons/cache.js";
import type { Lesson } from "./lesson.js";

/** Llama 2 7B fills 8 GiB with 16,384 tokens. */
export const cache: Lesson = {
  words: { en, zh },
  begin: "model=llama-2-7b&controls=model,length",
  async solved(run) {
    const { data } = await run.tensor("bytes");
    return run.state.model === "llama-2-7b" && Number(data[0]) === 8 * 2 ** 30;
  },
};
