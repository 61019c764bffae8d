// Before the first result: the author's fallback, and what is being waited for.
import { html, nothing, type TemplateResult } from "lit";
import { speaks, t } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";
import { alert } from "./parts.js";

export function placeholder(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const click = figure.getAttribute("loading") === "click" && !model.started;
  const place = html`<span class="probe"></span><slot></slot>`;
  if (!speaks(language)) return place;
  return html`
    ${alert(figure)}
    ${place}
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
