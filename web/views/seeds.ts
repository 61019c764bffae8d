import { seedsFigure } from "../figures/seeds/figure.js";
import { seeds as en } from "../i18n/en/seeds.js";
import { provide } from "../i18n/t.js";
import { seeds as zh } from "../i18n/zh/seeds.js";
import { programView } from "./program.js";

provide("seeds", { en, zh });
export const seeds = programView(seedsFigure);
