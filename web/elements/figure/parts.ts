// The figure's frame: sentence and controls above, the stage flow with the words
// beside it, and the ways out below.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/t.js";
import type { Ignored } from "../../state/table.js";
import type { ClearheadFigure } from "../figure.js";
import { bands } from "./bands.js";
import { panel } from "./panel.js";
import { prompt } from "./prompt.js";

export function frame(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const all = model.state.mode === "all";
  return html`
    <span class="probe"></span>
    <section
      class="frame"
      part="frame"
      lang=${language === "zh" ? "zh-CN" : "en"}
      data-theme=${model.state.theme}
      data-mode=${model.state.mode}
      aria-label=${figure.scene?.title ?? ""}
    >
      ${all ? top(figure) : nothing} ${alert(figure)}
      <div class="body">
        <div class="flow">${notes(figure)} ${bands(figure)}</div>
        <aside class="side">${side(figure)}</aside>
      </div>
      ${bottom(figure)}
      <p class="visually-hidden" role="status">${figure.status}</p>
    </section>
  `;
}

function notes(figure: ClearheadFigure): TemplateResult[] {
  return (figure.scene?.notes ?? []).map((note) => html`<p class="note">${note}</p>`);
}

function top(figure: ClearheadFigure): TemplateResult {
  return html`<div class="top no-print">${panel(figure)}</div>`;
}

function side(figure: ClearheadFigure): TemplateResult {
  const { opened, language, model } = figure;
  return html`
    <div class="stick">
      ${opened ? nothing : prompt(figure)}
      <div class="sheet" ?hidden=${!opened}>
        <ch-inspector
          closable
          .explain=${figure.explain}
          .catalogue=${figure.catalogue}
          .tensor=${figure.tensorOf}
          .of=${model.view.target(model.state)}
          .language=${language}
        ></ch-inspector>
      </div>
    </div>
  `;
}

function alert(figure: ClearheadFigure): TemplateResult {
  const { error, language } = figure;
  return html`
    ${
      error
        ? html`
          <div class="alert" role="alert">
            <p>${figure.errorText(error)}</p>
            <button @click=${() => figure.retry()}>${t(language, "embed.error.retry")}</button>
          </div>
        `
        : nothing
    }
    ${figure.notices.length ? ignoredList(figure, figure.notices) : nothing}
  `;
}

function ignoredList(figure: ClearheadFigure, list: readonly Ignored[]): TemplateResult {
  return html`
    <ul class="ignored" role="status">
      ${list.map(({ name, given, allowed, reason }) => {
        const text = t(figure.language, `common.ignored.${reason}`, { name, given, allowed });
        return html`<li>${text}</li>`;
      })}
    </ul>
  `;
}

function bottom(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const all = model.state.mode === "all";
  return html`
    <div class="bottom no-print">
      <div class="row">
        <button
          aria-expanded=${all}
          @click=${() => figure.change({ mode: all ? "guided" : "all" })}
        >
          ${t(language, all ? "embed.controls.less" : "embed.controls.all")}
        </button>
        ${figure.outlets.render()}
      </div>
    </div>
  `;
}
