import { blueprint as en } from "../i18n/en/lessons/blueprint.js";
import { blueprint as zh } from "../i18n/zh/lessons/blueprint.js";
import { parseCell } from "../state/cells.js";
import type { Lesson } from "./lesson.js";

/** The rows of "I" and of "aime". */
const [ASKS, ANSWERS] = [1, 7];
const LARGE = 0.5;

/** The open number is the weight with which "I" fetches "aime", in whichever head. */
export const blueprint: Lesson = {
  words: { en, zh },
  begin: "box=encoder.0.self_attention",
  async solved(run) {
    const { direction, text, target, open, edits } = run.state;
    if (direction !== "fr" || text !== "Je t'aime" || target !== "" || edits !== "") return false;
    const cell = parseCell(String(open));
    if (cell?.tensor !== "decoder.1.cross_attention.weights") return false;
    const { shape, data } = await run.tensor(cell.tensor);
    const [head = 0, query, key] = cell.index.slice(1);
    const [, , queries = 1, keys = 1] = shape;
    const weight = Number(data[(head * queries + ASKS) * keys + ANSWERS]);
    return query === ASKS && key === ANSWERS && weight > LARGE;
  },
};
