// What a scene says in words, row by row: text that a figure's model gives.
import { html, type TemplateResult } from "lit";
import type { TableTwin } from "../../scene/scene.js";

export { tables as styles } from "./styles/tables.js";

export const tablesOf = (all: readonly TableTwin[]): TemplateResult[] => all.map(table);

/** A wide table scrolls by itself, by keyboard too. */
function table({ caption, columns, rows }: TableTwin): TemplateResult {
  return html`
    <h3 class="caption">${caption}</h3>
    <div class="scrolls" role="region" aria-label=${caption} tabindex="0">
      <table class="words" aria-label=${caption}>
        <thead>
          <tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ head, cells }) => html`<tr>
              <th scope="row">${head}</th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}
