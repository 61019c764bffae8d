import { informationFigure } from "../figures/information/figure.js";
import { information as en } from "../i18n/en/information.js";
import { provide } from "../i18n/t.js";
import { information as zh } from "../i18n/zh/information.js";
import { programView } from "./program.js";

provide("information", { en, zh });
export const information = programView(informationFigure);
