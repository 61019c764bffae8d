import { sharingFigure } from "../figures/sharing/figure.js";
import { sharing as en } from "../i18n/en/sharing.js";
import { provide } from "../i18n/t.js";
import { sharing as zh } from "../i18n/zh/sharing.js";
import { programView } from "./program.js";

provide("sharing", { en, zh });
export const sharing = programView(sharingFigure);
