import { prune as en } from "../i18n/en/lessons/prune.js";
import { prune as zh } from "../i18n/zh/lessons/prune.js";
import type { Lesson } from "./lesson.js";

/** The most heads that can go, one after another, while the token stays likelier than not. */
export const prune: Lesson = {
  words: { en, zh },
  // Without any head the model expects 他 here (tests/engine/prune.test.ts).
  begin:
    "text=%E5%B0%8F%E7%BA%A2%E5%BE%88%E8%81%AA%E6%98%8E%EF%BC%8C%E5%A5%B9%E8%80%83%E4%BA%86%E6%BB%A1%E5%88%86%E3%80%82&controls=example,text,place,removed&claims=on",
  async solved(run) {
    const removed = Number(run.state.removed);
    const { data } = await run.tensor("token");
    // Behind the whole model and each head removed alone: without the first 1, 2 … of the order.
    const heads = (data.length - 1) / 2;
    const likely = Array.from(data.subarray(1 + heads), (loss) => Number(loss) <= Math.LN2);
    const first = likely.indexOf(false);
    return removed > 0 && removed === (first < 0 ? heads : first);
  },
};
