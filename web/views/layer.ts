import { layerFigure } from "../figures/layer/figure.js";
import { layer as en } from "../i18n/en/layer.js";
import { provide } from "../i18n/t.js";
import { layer as zh } from "../i18n/zh/layer.js";
import { programView } from "./program.js";

provide("layer", { en, zh });
export const layer = programView(layerFigure);
