import { html, type TemplateResult } from "lit";
import { spoken } from "../../i18n/symbols.js";
import { t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import { visible } from "../../scene/text.js";
import type { MatrixElement } from "../matrix.js";

const MOST = 32;

/** The matrix as a real table; of a large one only the row of the active token. */
export function table(host: MatrixElement, matrix: Matrix): TemplateResult {
  const { language } = host;
  const active = host.active.row;
  const large = matrix.rows > MOST || matrix.columns > MOST;
  const rows = large ? [active] : Array.from({ length: matrix.rows }, (_, row) => row);
  const columns = Array.from({ length: matrix.columns }, (_, column) => column);
  const head = (labels: string[], i: number) => visible(labels[i] ?? String(i));
  const { rowAxis, columnAxis } = matrix;
  const note = large
    ? t(language, "controls.matrix.table.row", { row: head(rowAxis.labels, active) })
    : "";
  const title = spoken(matrix.title);
  const words = { title, rows: rowAxis.title, columns: columnAxis.title, note };
  return html`<div class="table" tabindex="0" role="group" aria-label=${title}>
    <table>
      <caption>${t(language, "controls.matrix.caption", words)}</caption>
      <thead>
        <tr>
          <th scope="col">${rowAxis.title}</th>
          ${columns.map((c) => html`<th scope="col" dir="auto">${head(columnAxis.labels, c)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (r) => html`<tr>
            <th scope="row" dir="auto">${head(rowAxis.labels, r)}</th>
            ${columns.map((c) => html`<td>${(matrix.full ?? matrix.text)(r, c)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
