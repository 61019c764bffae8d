import { contrasts } from "../figures/language.js";
import { RECOVERED } from "../figures/patch/sums.js";
import { patch as en } from "../i18n/en/lessons/patch.js";
import { patch as zh } from "../i18n/zh/lessons/patch.js";
import { parseCell } from "../state/cells.js";
import type { Lesson } from "./lesson.js";

const { text, other } = contrasts.agreement;
const MOST = 0.5;

/** The open number is that of one head which brings back more than half by itself. */
export const patch: Lesson = {
  words: { en, zh },
  begin: "controls=clean,corrupted,part,row,position",
  async solved({ state, tensor }) {
    const { clean, corrupted, part, open } = state;
    if (clean !== text || corrupted !== other || part !== "head") return false;
    const cell = parseCell(String(open));
    if (cell?.tensor !== RECOVERED) return false;
    return Number((await tensor(RECOVERED)).data[cell.index[1] ?? 0]) > MOST;
  },
};
