import { fillFigure } from "../figures/fill/figure.js";
import { fill as en } from "../i18n/en/fill.js";
import { provide } from "../i18n/t.js";
import { fill as zh } from "../i18n/zh/fill.js";
import { programView } from "./program.js";

provide("fill", { en, zh });
export const fill = programView(fillFigure);
