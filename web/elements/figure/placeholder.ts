// Before the first result: the author's fallback, and what is being waited for.
import { html, nothing, type TemplateResult } from "lit";
import { speaks, t, wordless } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";
import { resolveLanguage } from "./environment.js";
import { alert } from "./parts.js";

export function placeholder(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const click = figure.getAttribute("loading") === "click" && !model.started;
  const place = html`<span class="probe"></span><slot></slot>`;
  if (!speaks(language)) {
    // The words are among what may not come.
    const { failed, retry } = wordless[resolveLanguage(String(model.state.lang))];
    return figure.error
      ? html`${place}
          <div class="alert" role="alert">
            <p>${failed}</p>
            <button @click=${() => figure.load()}>${retry}</button>
          </div>`
      : place;
  }
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
