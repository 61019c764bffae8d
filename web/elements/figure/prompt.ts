// Guided mode: one question with one action beside the figure, which opens the number
// it asks about.
import { html, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import { t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import type { Cell } from "../../state/cells.js";
import type { ClearheadFigure } from "../figure.js";

export function prompt(figure: ClearheadFigure): TemplateResult {
  const { language } = figure;
  const asked = question(figure);
  if (!asked) return html`<p class="hint">${t(language, "embed.open.any")}</p>`;
  const { cell, query, value, row } = asked;
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
  key: string;
  value: string;
  /** The query's weights, in the order of the sentence; the largest ones of a long one. */
  row: Bar[];
}

const MOST_BARS = 8;

/** The strongest weight of a row that has something to choose. */
function question(figure: ClearheadFigure): Question | undefined {
  const weights = figure.scene?.bands
    .flatMap((band) => band.panels)
    .find((matrix) => matrix.tensor === "weights" && !matrix.gradient);
  if (!weights || weights.rows === 0 || weights.columns === 0) return undefined;
  const { row, column } = strongest(weights);
  const label = (key: number) => weights.columnAxis.labels[key] ?? String(key + 1);
  return {
    cell: { tensor: "weights", gradient: false, index: weights.index(row, column) },
    query: weights.rowAxis.labels[row] ?? String(row + 1),
    key: label(column),
    value: weights.text(row, column),
    row: largest(weights, row).map((key) => ({
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

/** In the second row: the first has little to choose in a causal figure. */
function strongest(weights: Matrix): { row: number; column: number } {
  const row = Math.min(1, weights.rows - 1);
  let column = 0;
  for (let at = 1; at < weights.columns; at++) {
    if (share(weights, row, at) > share(weights, row, column)) column = at;
  }
  return { row, column };
}
