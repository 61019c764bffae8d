import { positionsFigure } from "../figures/positions/figure.js";
import { positions as en } from "../i18n/en/positions.js";
import { provide } from "../i18n/t.js";
import { positions as zh } from "../i18n/zh/positions.js";
import { programView } from "./program.js";

provide("positions", { en, zh });
export const positions = programView(positionsFigure);
