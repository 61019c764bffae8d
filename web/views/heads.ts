import { headsFigure } from "../figures/heads/figure.js";
import { multihead as en } from "../i18n/en/multihead.js";
import { provide } from "../i18n/t.js";
import { multihead as zh } from "../i18n/zh/multihead.js";
import { programView } from "./program.js";

// Tensors are called heads.query …: the words have another name.
provide("multihead", { en, zh });
export const heads = programView(headsFigure);
