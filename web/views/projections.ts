import { projectionsFigure } from "../figures/projections/figure.js";
import { projections as en } from "../i18n/en/projections.js";
import { provide } from "../i18n/t.js";
import { projections as zh } from "../i18n/zh/projections.js";
import { programView } from "./program.js";

provide("projections", { en, zh });
export const projections = programView(projectionsFigure);
