import { cacheFigure } from "../figures/cache/figure.js";
import { cache as en } from "../i18n/en/cache.js";
import { provide } from "../i18n/t.js";
import { cache as zh } from "../i18n/zh/cache.js";
import { programView } from "./program.js";

provide("cache", { en, zh });
export const cache = programView(cacheFigure);
