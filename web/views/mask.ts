import { maskFigure } from "../figures/mask/figure.js";
import { mask as en } from "../i18n/en/mask.js";
import { provide } from "../i18n/t.js";
import { mask as zh } from "../i18n/zh/mask.js";
import { programView } from "./program.js";

provide("mask", { en, zh });
export const mask = programView(maskFigure);
