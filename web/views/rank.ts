import { rankFigure } from "../figures/rank/figure.js";
import { rank as en } from "../i18n/en/rank.js";
import { provide } from "../i18n/t.js";
import { rank as zh } from "../i18n/zh/rank.js";
import { programView } from "./program.js";

provide("rank", { en, zh });
export const rank = programView(rankFigure);
