import { heads as en } from "../i18n/en/lessons/heads.js";
import { heads as zh } from "../i18n/zh/lessons/heads.js";
import type { Lesson } from "./lesson.js";

/** One head is off, and it is the one without which the output changes most. */
export const heads: Lesson = {
  words: { en, zh },
  begin: "",
  async solved(run) {
    const [keep, removed] = await Promise.all([run.tensor("keep"), run.tensor("removed.largest")]);
    const off = Array.from(keep.data, Number).flatMap((kept, head) => (kept === 0 ? [head] : []));
    const changes = Array.from(removed.data, Number);
    return changes.length > 1 && off.length === 1 && changes[off[0] ?? 0] === Math.max(...changes);
  },
};
