import { recurrentFigure } from "../figures/recurrent/figure.js";
import { recurrent as en } from "../i18n/en/recurrent.js";
import { provide } from "../i18n/t.js";
import { recurrent as zh } from "../i18n/zh/recurrent.js";
import { programView } from "./program.js";

provide("recurrent", { en, zh });
export const recurrent = programView(recurrentFigure);
