import { vectorsFigure } from "../figures/vectors/figure.js";
import { vectors as en } from "../i18n/en/vectors.js";
import { provide } from "../i18n/t.js";
import { vectors as zh } from "../i18n/zh/vectors.js";
import { programView } from "./program.js";

provide("vectors", { en, zh });
export const vectors = programView(vectorsFigure);
