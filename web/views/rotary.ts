import { rotaryFigure } from "../figures/rotary/figure.js";
import { rotary as en } from "../i18n/en/rotary.js";
import { provide } from "../i18n/t.js";
import { rotary as zh } from "../i18n/zh/rotary.js";
import { programView } from "./program.js";

provide("rotary", { en, zh });
export const rotary = programView(rotaryFigure);
