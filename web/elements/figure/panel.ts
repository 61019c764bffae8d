// "All controls": every parameter of the view in groups, the numbers set by the reader,
// and a matrix of one's own.
import "../../controls/controls.js";
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/t.js";
import type { Group, Look } from "../../state/table.js";
import type { ClearheadFigure } from "../figure.js";
import { offers } from "./access.js";
import { edits } from "./edits.js";
import { paste } from "./paste.js";

export { styles } from "./styles/panel.js";

export function panel(figure: ClearheadFigure): TemplateResult {
  const { language, model } = figure;
  const looks = model.view.looks(model.state, model.data, language);
  const own = offers(figure, "edits");
  const matrix = offers(figure, "matrix");
  return html`
    <div class="groups">
      ${model.view.groups(model.state).map((group) => groupOf(figure, group, looks))}
      ${
        own || matrix
          ? html`<div class="group own">
              <h3>${t(language, "embed.own")}</h3>
              ${own ? edits(figure) : nothing} ${matrix ? paste(figure) : nothing}
              <div class="row">
                <button data-action="reset" @click=${() => figure.reset()}>
                  ${t(language, "embed.reset")}
                </button>
              </div>
            </div>`
          : nothing
      }
    </div>
  `;
}

/** The reader goes on in this field: what it holds is replaced by what is typed. */
export async function focus(figure: ClearheadFigure, name: string): Promise<void> {
  for (const group of figure.renderRoot.querySelectorAll("ch-controls")) {
    await group.updateComplete;
    const field = group.renderRoot.querySelector<HTMLInputElement>(`#control-${name}`);
    field?.focus();
    field?.select();
  }
}

function groupOf(
  figure: ClearheadFigure,
  group: Group,
  looks: Readonly<Record<string, Look>>,
): TemplateResult | typeof nothing {
  const { language, model } = figure;
  const label = t(language, group.label);
  const names = group.parameters.filter((name) => offers(figure, name));
  if (names.length === 0) return nothing;
  return html`
    <div class="group ${group.name}">
      <h3 aria-hidden="true">${label}</h3>
      <ch-controls
        .table=${model.view.table}
        .state=${model.state}
        .names=${names}
        .looks=${looks}
        .tokens=${figure.model.data?.tokens ?? []}
        .language=${language}
        .label=${label}
      ></ch-controls>
    </div>
  `;
}
