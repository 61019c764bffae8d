import { stretchFigure } from "../figures/stretch/figure.js";
import { stretch as en } from "../i18n/en/stretch.js";
import { provide } from "../i18n/t.js";
import { stretch as zh } from "../i18n/zh/stretch.js";
import { programView } from "./program.js";

provide("stretch", { en, zh });
export const stretch = programView(stretchFigure);
