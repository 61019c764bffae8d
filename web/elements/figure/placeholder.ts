// Before the first result: the author's fallback, and what is being waited for.
import { html, nothing, type TemplateResult } from "lit";
import { speaks, t, wordless } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";
import { resolveLanguage } from "./environment.js";
import { alert } from "./parts.js";

const PLACE = html`<span class="probe"></span><slot></slot>`;

/** The words, and the view itself, are among what may not come. */
export function stranded(figure: ClearheadFigure): TemplateResult {
  const { failed, retry } = wordless[resolveLanguage(String(figure.getState().lang))];
  if (!figure.error) return PLACE;
  return html`
    ${PLACE}
    <div class="alert" role="alert">
      <p>${failed}</p>
      <button @click=${() => figure.load()}>${retry}</button>
    </div>
  `;
}

export function placeholder(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const click = figure.getAttribute("loading") === "click" && !model.started;
  if (!speaks(language)) return stranded(figure);
  return html`
    ${alert(figure)}
    ${PLACE}
    ${
      click
        ? html`<button class="primary" @click=${() => figure.load()}>
            ${t(language, "embed.load")}
          </button>`
        : nothing
    }
    ${
      model.busy ? html`<p class="hint" role="status">${t(language, "embed.loading")}</p>` : nothing
    }
  `;
}
