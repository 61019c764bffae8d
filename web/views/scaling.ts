import { scalingFigure } from "../figures/scaling/figure.js";
import { scaling as en } from "../i18n/en/scaling.js";
import { provide } from "../i18n/t.js";
import { scaling as zh } from "../i18n/zh/scaling.js";
import { programView } from "./program.js";

provide("scaling", { en, zh });
export const scaling = programView(scalingFigure);
