// Guided mode: one question with one action beside the figure, which opens the number
// it asks about.
import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import { t } from "../../i18n/t.js";
import { type Matrix, weightsIn } from "../../scene/scene.js";
import type { Cell } from "../../state/cells.js";
import type { ClearheadFigure } from "../figure.js";

export function prompt(figure: ClearheadFigure): TemplateResult {
  const { language } = figure;
  const asked = question(figure);
  if (!asked) return html`<p class="hint">${t(language, "embed.open.any")}</p>`;
  const { cell, query, value, row, more } = asked;
  return html`
    <div class="prompt">
      <p class="question">${t(language, /^\d+$/.test(query) ? "embed.open.query" : "embed.open.row", { query })}</p>
      <ul class="bars">
        ${row.map(
          (one) => html`
            <li class=${one.asked ? "asked" : ""}>
              <bdi>${one.label}</bdi>
              <span class="track" aria-hidden="true"
                ><i style=${styleMap({ width: `${100 * one.share}%` })}></i
              ></span>
              <span>${one.text}</span>
            </li>
          `,
        )}
      </ul>
      ${more > 0 ? html`<p class="hint">${t(language, "embed.open.more", { n: more })}</p>` : nothing}
      <p class="question">${t(language, "embed.open.question", { value })}</p>
      <button class="primary" data-action="open" @click=${() => figure.open(cell)}>
        ${t(language, "embed.open.action", { value })}
      </button>
      <p class="hint">${t(language, "embed.open.hint")}</p>
    </div>
  `;
}

interface Bar {
  label: string;
  share: number;
  text: string;
  asked: boolean;
}

interface Question {
  cell: Cell;
  query: string;
  value: string;
  /** The query's weights, in the order of the sentence; the largest ones of a long one. */
  row: Bar[];
  /** How many of its weights are left out. */
  more: number;
}

const MOST_BARS = 8;

/** The strongest weight of the row that was ringed first. */
function question({ scene, focusOn }: ClearheadFigure): Question | undefined {
  const weights = weightsIn(scene);
  if (!weights || weights.rows === 0 || weights.columns === 0) return undefined;
  const row = Math.min(focusOn.first ?? 0, weights.rows - 1);
  const column = strongest(weights, row);
  const shown = largest(weights, row);
  const label = (key: number) => weights.columnAxis.labels[key] ?? String(key + 1);
  return {
    cell: { tensor: "weights", gradient: false, index: weights.index(row, column) },
    query: weights.rowAxis.labels[row] ?? String(row + 1),
    value: weights.text(row, column),
    more: weights.columns - shown.length,
    row: shown.map((key) => ({
      label: label(key),
      share: share(weights, row, key),
      text: weights.text(row, key),
      asked: key === column,
    })),
  };
}

function share(weights: Matrix, row: number, column: number): number {
  return weights.values[row * weights.columns + column] ?? 0;
}

function largest(weights: Matrix, row: number): number[] {
  const keys = Array.from({ length: weights.columns }, (_, key) => key);
  if (keys.length <= MOST_BARS) return keys;
  return keys
    .sort((a, b) => share(weights, row, b) - share(weights, row, a))
    .slice(0, MOST_BARS)
    .sort((a, b) => a - b);
}

function strongest(weights: Matrix, row: number): number {
  let column = 0;
  for (let at = 1; at < weights.columns; at++) {
    if (share(weights, row, at) > share(weights, row, column)) column = at;
  }
  return column;
}
