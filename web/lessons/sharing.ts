import { sharing as en } from "../i18n/en/lessons/sharing.js";
import { sharing as zh } from "../i18n/zh/lessons/sharing.js";
import type { Lesson } from "./lesson.js";

/** Two key/value heads need a quarter of what eight need. */
export const sharing: Lesson = {
  words: { en, zh },
  begin: "controls=kv_heads,latent,head",
  async solved(run) {
    if (run.state.kv_heads === "mla") return false;
    const [shown, all] = await Promise.all(
      [run.state.kv_heads, 8].map(async (size) => (await run.tensor(`cache.kv${size}`)).data[0]),
    );
    return 4 * Number(shown) === Number(all);
  },
};
