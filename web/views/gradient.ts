import { gradientFigure } from "../figures/gradient/figure.js";
import { gradient as en } from "../i18n/en/gradient.js";
import { provide } from "../i18n/t.js";
import { gradient as zh } from "../i18n/zh/gradient.js";
import { programView } from "./program.js";

provide("gradient", { en, zh });
export const gradient = programView(gradientFigure);
