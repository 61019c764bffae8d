import { parametersFigure } from "../figures/parameters/figure.js";
import { parameters as en } from "../i18n/en/parameters.js";
import { provide } from "../i18n/t.js";
import { parameters as zh } from "../i18n/zh/parameters.js";
import { programView } from "./program.js";

provide("parameters", { en, zh });
export const parameters = programView(parametersFigure);
