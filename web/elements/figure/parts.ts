// The figure's frame: sentence and controls above, the stage flow with the words
// beside it, and the ways out below.
import { html, nothing, type TemplateResult } from "lit";
import { rich } from "../../controls/rich.js";
import { t } from "../../i18n/t.js";
import type { Ignored } from "../../state/table.js";
import { errorText } from "../error.js";
import type { ClearheadFigure } from "../figure.js";
import { chosen } from "./access.js";
import { bands } from "./bands.js";
import { controls, outlets, reasons, tables } from "./part.js";
import { prompt } from "./prompt.js";

export function frame(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const framed = window.parent !== window;
  const panel = chosen(figure)?.length ?? Number(model.state.mode === "all");
  return html`
    <span class="probe"></span>
    <section
      class="frame ${framed ? "framed" : ""}"
      part="frame"
      lang=${language === "zh" ? "zh-CN" : "en"}
      data-theme=${model.state.theme}
      data-mode=${model.state.mode}
      aria-label=${figure.scene?.title ?? ""}
    >
      <h2 class="visually-hidden">${figure.scene?.title}</h2>
      ${panel > 0 ? top(figure) : nothing} ${alert(figure)}
      <div class="body">
        <div class="flow">${notes(figure)} ${bands(figure)} ${words(figure)}</div>
        <aside class="side">${side(figure)}</aside>
      </div>
      ${bottom(figure)} <p class="told hint" ?hidden=${!framed}>${t(language, "embed.told")}</p>
      <p class="visually-hidden" role="status">${model.busy ? "" : figure.scene?.summary}</p>
    </section>
  `;
}

function notes(figure: ClearheadFigure): TemplateResult[] {
  return (figure.scene?.notes ?? []).map((note) => html`<p class="note">${rich(note)}</p>`);
}

/** What a scene says in tables; few scenes do. */
function words(figure: ClearheadFigure): TemplateResult[] {
  const said = figure.scene?.tables ?? [];
  return said.length > 0 ? (tables.for(figure)?.tablesOf(said) ?? []) : [];
}

function top(figure: ClearheadFigure): TemplateResult {
  const part = controls.for(figure);
  return html`<div class="top no-print" aria-busy=${part === undefined}>
    ${part ? part.panel(figure) : nothing}
  </div>`;
}

function side(figure: ClearheadFigure): TemplateResult {
  const { language, model, focusOn } = figure;
  const { opened, explain } = focusOn;
  return html`
    <div class="stick">
      ${opened ? nothing : prompt(figure)}
      <div class="sheet" ?hidden=${!opened}>
        <ch-inspector
          closable
          .explain=${explain}
          .fractions=${figure.scene?.fractions ?? false}
          .tensor=${figure.tensor}
          .of=${model.view.target(model.state)}
          .language=${language}
        ></ch-inspector>
      </div>
    </div>
  `;
}

export function alert(figure: ClearheadFigure): TemplateResult {
  const { error, language } = figure;
  return html`
    ${
      error
        ? html`
          <div class="alert" role="alert">
            <p>${errorText(language, error)}</p>
            <button @click=${() => figure.load()}>${t(language, "embed.error.retry")}</button>
          </div>
        `
        : nothing
    }
    ${figure.notices.length ? ignoredList(figure, figure.notices) : nothing}
  `;
}

function ignoredList(figure: ClearheadFigure, list: readonly Ignored[]) {
  const words = reasons.for(figure);
  if (!words) return nothing;
  return html`
    <ul class="ignored" role="status">
      ${list.map((one) => html`<li>${words.ignoredText(figure.language, one)}</li>`)}
    </ul>
    ${
      figure.model.before
        ? html`<button data-action="undo-change" @click=${() => figure.undo()}>
            ${t(figure.language, "embed.undo")}
          </button>`
        : nothing
    }
  `;
}

/** The ways out are there once they were asked for. */
function ways(figure: ClearheadFigure): TemplateResult | typeof nothing {
  if (!figure.renderRoot.querySelector("details.outlets[open]")) return nothing;
  return outlets.for(figure)?.outletsOf(figure) ?? nothing;
}

function bottom(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const all = model.state.mode === "all";
  return html`
    <div class="bottom no-print">
      <div class="row">
        ${
          chosen(figure)
            ? nothing
            : html`<button
                aria-expanded=${all}
                @pointerenter=${() => controls.warm()}
                @focus=${() => controls.warm()}
                @click=${() => figure.change({ mode: all ? "guided" : "all" })}
              >
                ${t(language, all ? "embed.controls.less" : "embed.controls.all")}
              </button>`
        }
        <details class="outlets" @toggle=${() => figure.requestUpdate()}>
          <summary
            class="button"
            @pointerenter=${() => outlets.warm()}
            @focus=${() => outlets.warm()}
          >${t(language, "embed.share")}</summary>
          ${ways(figure)}
        </details>
      </div>
    </div>
  `;
}
