import { html, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import { type Key, t } from "../../i18n/t.js";
import { cellColour, lut } from "../../scene/colours.js";
import { GREYED, HIDDEN, type Matrix } from "../../scene/scene.js";
import { textWidth } from "../../scene/text.js";
import { palettes } from "../../scene/theme.js";
import type { MatrixElement } from "../matrix.js";

const arrows: { key: string; sign: string; area: string; label: Key }[] = [
  { key: "ArrowUp", sign: "↑", area: "1 / 2", label: "controls.up" },
  { key: "ArrowLeft", sign: "←", area: "2 / 1", label: "controls.left" },
  { key: "ArrowRight", sign: "→", area: "2 / 3", label: "controls.right" },
  { key: "ArrowDown", sign: "↓", area: "3 / 2", label: "controls.down" },
];

/** Cells too small for a finger: the chosen one enlarged, with an arrow of 44 px on each side. */
export function loupe(host: MatrixElement, matrix: Matrix): TemplateResult {
  const { language, theme } = host;
  const { row, column } = host.active;
  const at = row * matrix.columns + column;
  const flags = matrix.flags[at] ?? 0;
  const hidden = (flags & HIDDEN) !== 0;
  const { fill, text } = cellColour(
    lut(matrix.map, theme),
    matrix.colours[at] ?? 0,
    (flags & GREYED) !== 0,
  );
  const palette = palettes[theme];
  const colours = hidden
    ? { background: palette.hidden, color: palette.text }
    : { background: fill, color: text };
  const words = matrix.text(row, column);
  const fontSize = `${Math.max(9, Math.min(14, 32 / textWidth(words, 1)))}px`;
  return html`<div class="loupe" role="group" aria-label=${t(language, "controls.loupe")}>
    <div class="pad">
      ${arrows.map(
        ({
          key,
          sign,
          area,
          label,
        }) => html`<button type="button" style=${styleMap({ gridArea: area })}
          aria-label=${t(language, label)} @click=${() => host.step(key)}>${sign}</button>`,
      )}
      <span class="glass" aria-hidden="true" style=${styleMap({ ...colours, fontSize })}>${words}</span>
    </div>
    <div class="said">
      <p>${matrix.speak(row, column)}</p>
      <button type="button" @click=${() => host.open()}>${t(language, "controls.matrix.open")}</button>
    </div>
  </div>`;
}
