import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import { t } from "../../i18n/t.js";
import type { Language } from "../../i18n/types.js";
import { cellColour, lut } from "../../scene/colours.js";
import { hasBar, legendKeys } from "../../scene/legend.js";
import type { Matrix } from "../../scene/scene.js";

const STEPS = 16;

/** The colour bar with numbers from the data, and a key for every mark that occurs. */
export function legend(matrix: Matrix, language: Language): TemplateResult | typeof nothing {
  const keys = legendKeys(matrix);
  if (!hasBar(matrix) && keys.length === 0) return nothing;
  return html`<div class="legend">
    ${hasBar(matrix) ? colourBar(matrix, language) : nothing}
    ${keys.map(
      (key) =>
        html`<span class="mark"><i class=${key}></i>${t(language, `controls.legend.${key}`)}</span>`,
    )}
  </div>`;
}

function colourBar(matrix: Matrix, language: Language): TemplateResult {
  const background = `linear-gradient(to right, ${stops(matrix).join(", ")})`;
  const marks = matrix.legend.map((mark) => mark.text);
  return html`<div class="scale">
    <div class="bar" style=${styleMap({ background })}></div>
    <div class="marks" aria-hidden="true">${marks.map((mark) => html`<span>${mark}</span>`)}</div>
    <span class="visually-hidden">${t(language, "controls.legend", { marks: marks.join(" … ") })}</span>
  </div>`;
}

function stops(matrix: Matrix): string[] {
  const [day, night] = [lut(matrix.map, "light"), lut(matrix.map, "dark")];
  return Array.from({ length: STEPS }, (_, i) => {
    const at = Math.round((i * 255) / (STEPS - 1));
    return `light-dark(${cellColour(day, at, false).fill}, ${cellColour(night, at, false).fill})`;
  });
}
