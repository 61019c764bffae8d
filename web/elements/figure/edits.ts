// The numbers that the reader set: what they were, undo one, undo all.
import { html, type TemplateResult } from "lit";
import type { CatalogueEntry } from "../../engine/types.js";
import { t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import { settable } from "../../scene/scene.js";
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
      ${together(figure, list).map((cells) => one(figure, cells))}
    </ul>
  `;
}

const nameOf = (edit: Edit) => formatCell({ ...edit, gradient: false });

/** The two numbers of an arrow were set together. */
function together({ scene }: ClearheadFigure, list: readonly Edit[]): Edit[][] {
  const arrows = new Map<string, string>();
  for (const matrix of scene?.bands.flatMap(({ panels }) => panels) ?? []) {
    for (let at = 0; matrix.drags && at < matrix.values.length; at++) {
      const row = Math.floor(at / matrix.columns);
      const cell = settable(matrix, row, at % matrix.columns);
      if (cell) arrows.set(formatCell({ ...cell, gradient: false }), `${matrix.id} ${row}`);
    }
  }
  const made = new Map<string, Edit[]>();
  for (const edit of list) {
    const key = arrows.get(nameOf(edit)) ?? nameOf(edit);
    made.set(key, [...(made.get(key) ?? []), edit]);
  }
  return [...made.values()];
}

function one(figure: ClearheadFigure, cells: readonly Edit[]): TemplateResult {
  const { language } = figure;
  const join = (parts: readonly string[]) => parts.join(t(language, "common.list.separator"));
  const label = t(language, "embed.edit.undo", { name: join(cells.map(nameOf)) });
  const back = () => figure.edit(cells.map((cell) => ({ ...cell, value: undefined })));
  return html`
    <li>
      <span>${join(cells.map((cell) => textOf(figure, cell)))}</span>
      <button aria-label=${label} @click=${back}>
        ${t(language, "embed.undo")}
      </button>
    </li>
  `;
}

function textOf({ language, model }: ClearheadFigure, edit: Edit): string {
  const name = nameOf(edit);
  const value = formatNumber(edit.value, language, 6);
  const before = was(model.data?.catalogue ?? [], edit);
  if (before === undefined) return `${name} = ${value}`;
  return t(language, "embed.edit.was", { name, value, was: formatNumber(before, language, 6) });
}

/** The value that the engine had there before. */
function was(catalogue: readonly CatalogueEntry[], edit: Edit): number | undefined {
  const entry = catalogue.find(({ name }) => name === edit.tensor);
  if (!entry) return undefined;
  const flat = edit.index.reduce((sum, at, axis) => sum * (entry.shape[axis] ?? 1) + at, 0);
  return entry.edits.find(({ index }) => index === flat)?.was;
}
