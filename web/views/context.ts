import { contextFigure } from "../figures/context/figure.js";
import { context as en } from "../i18n/en/context.js";
import { provide } from "../i18n/t.js";
import { context as zh } from "../i18n/zh/context.js";
import { programView } from "./program.js";

provide("context", { en, zh });
export const context = programView(contextFigure);
