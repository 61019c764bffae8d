import { alibiFigure } from "../figures/alibi/figure.js";
import { alibi as en } from "../i18n/en/alibi.js";
import { provide } from "../i18n/t.js";
import { alibi as zh } from "../i18n/zh/alibi.js";
import { programView } from "./program.js";

provide("alibi", { en, zh });
export const alibi = programView(alibiFigure);
