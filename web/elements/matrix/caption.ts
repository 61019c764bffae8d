// Above the matrix: its title, its tools and its formula.
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { rich } from "../../controls/rich.js";
import { spoken } from "../../i18n/symbols.js";
import { t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import type { MatrixElement } from "../matrix.js";

const icons = {
  table: html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 2.5h13v11h-13zM1.5 6h13M1.5 9.8h13M6 2.5v11" /></svg>`,
  pencil: html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 13.5l.8-3.3 7.6-7.6 2.5 2.5-7.6 7.6zM9.5 4l2.5 2.5" /></svg>`,
};

export function caption(host: MatrixElement, matrix: Matrix): TemplateResult {
  const { language, tabular } = host;
  const { formula } = matrix;
  const label = t(language, tabular ? "controls.matrix.table.close" : "controls.matrix.table");
  const named = (name: string) =>
    t(language, "common.labelled", { name, text: spoken(matrix.title) });
  return html`<figcaption>
    <span id="title" class="title ${matrix.role}">${rich(matrix.title)}</span>
    <span class="tools">
      ${
        matrix.editable && !matrix.paints
          ? html`<button type="button" @click=${() => host.edit()}
              title=${t(language, "controls.matrix.edit")}
              aria-label=${named(t(language, "controls.matrix.edit"))}
            >${icons.pencil}</button>`
          : nothing
      }
      <button type="button" aria-expanded=${tabular} title=${label} aria-label=${named(label)}
        @click=${host.toggleTable}>${icons.table}</button>
    </span>
    ${formula === undefined ? nothing : html`<span class="formula">${unsafeHTML(formula)}</span>`}
  </figcaption>`;
}
