import { costFigure } from "../figures/cost/figure.js";
import { cost as en } from "../i18n/en/cost.js";
import { provide } from "../i18n/t.js";
import { cost as zh } from "../i18n/zh/cost.js";
import { programView } from "./program.js";

provide("cost", { en, zh });
export const cost = programView(costFigure);
