// The numbers that the reader set: what they were, undo one, undo all.
import { html, type TemplateResult } from "lit";
import type { CatalogueEntry } from "../../engine/types.js";
import { t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { type Edit, formatCell, parseEdits } from "../../state/cells.js";
import type { ClearheadFigure } from "../figure.js";

export function edits(figure: ClearheadFigure): TemplateResult {
  const { language } = figure;
  const list = parseEdits(String(figure.model.state.edits)).edits;
  if (list.length === 0) return html`<p class="hint">${t(language, "embed.edit.how")}</p>`;
  return html`
    <div class="row">
      <span>${t(language, "embed.edits", { n: list.length })}</span>
      <button data-action="undo-all" @click=${() => figure.change({ edits: "" })}>
        ${t(language, "embed.undo.all")}
      </button>
    </div>
    <ul class="edits">
      ${list.map((edit) => one(figure, edit))}
    </ul>
  `;
}

function one(figure: ClearheadFigure, edit: Edit): TemplateResult {
  const { language } = figure;
  const name = formatCell({ ...edit, gradient: false });
  const value = formatNumber(edit.value, language, 6);
  const before = was(figure.model.data?.catalogue ?? [], edit);
  const text =
    before === undefined
      ? `${name} = ${value}`
      : t(language, "embed.edit.was", { name, value, was: formatNumber(before, language, 6) });
  const label = t(language, "embed.edit.undo", { name });
  return html`
    <li>
      <span>${text}</span>
      <button aria-label=${label} @click=${() => figure.edit(edit.tensor, edit.index, undefined)}>
        ${t(language, "embed.undo")}
      </button>
    </li>
  `;
}

/** The value that the engine had there before. */
function was(catalogue: readonly CatalogueEntry[], edit: Edit): number | undefined {
  const entry = catalogue.find(({ name }) => name === edit.tensor);
  if (!entry) return undefined;
  const flat = edit.index.reduce((sum, at, axis) => sum * (entry.shape[axis] ?? 1) + at, 0);
  return entry.edits.find(({ index }) => index === flat)?.was;
}
