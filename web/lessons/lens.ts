import { contrasts } from "../figures/language.js";
import { PARTS } from "../figures/lens/sums.js";
import { lens as en } from "../i18n/en/lessons/lens.js";
import { lens as zh } from "../i18n/zh/lessons/lens.js";
import { parseCell } from "../state/cells.js";
import type { Lesson } from "./lesson.js";

const { text, token, against } = contrasts.agreement;
/** Without the space before it. */
const word = (given: unknown) => String(given).trim().replace("▁", "");

/** The open number is what the strongest head adds to "are" beyond what it adds to "is". */
export const lens: Lesson = {
  words: { en, zh },
  begin: "controls=text,position,token,against",
  async solved({ state, tensor }) {
    const cell = parseCell(String(state.open));
    if (state.text !== text || word(state.against) !== against || cell?.tensor !== "direct") {
      return false;
    }
    if (!["", token].includes(word(state.token))) return false;
    const { data } = await tensor("direct");
    const heads = PARTS.flatMap(({ kind }, at) => (kind === "head" ? [at] : []));
    const strongest = heads.reduce((a, b) => (Number(data[b]) > Number(data[a]) ? b : a));
    // Only where the verb comes next do the two differ so much.
    return cell.index[1] === strongest && Number(data[strongest]) > 2;
  },
};
