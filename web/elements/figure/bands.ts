// The stage flow: bands of matrices from the tokens to the output, one cell kept in
// view in all of them.
import { html, nothing, type TemplateResult } from "lit";
import { rich } from "../../controls/rich.js";
import type { Band, Matrix } from "../../scene/scene.js";
import type { ClearheadFigure } from "../figure.js";
import { chosen, offers } from "./access.js";
import { diagrams } from "./part.js";

/** Panels at most this wide and high stand side by side, a band a column. */
const SMALL = 6;
/** Up to here two panels fit on a line with numbers in their cells. */
const MEDIUM = 13;

export function bands(figure: ClearheadFigure): TemplateResult {
  const scene = figure.scene;
  const all = scene?.bands ?? [];
  const some = all.length >= 3 && all.length <= 5;
  const small = some && all.every(({ panels }) => panels.every(isSmall));
  const layout = small ? (all.length <= 4 ? "columns few" : "columns") : "";
  return html`
    <div class="bands ${layout}">
      ${all.map((band) => oneBand(figure, band))}
    </div>
  `;
}

function isSmall({ rows, columns, chart }: Matrix): boolean {
  return rows <= SMALL && columns <= (chart ? 2 : SMALL);
}

function oneBand(figure: ClearheadFigure, band: Band): TemplateResult {
  return html`
    <section class="band" data-band=${band.id}>
      ${band.title ? html`<h3>${rich(band.title)}</h3>` : nothing}
      ${band.diagram ? (diagrams.for(figure)?.diagramOf(figure, band.diagram) ?? nothing) : nothing}
      <div class="panels" ?hidden=${band.panels.length === 0}>
        ${band.panels.map(
          (matrix, at) => html`<div class="step ${widthOf(matrix)}">
            ${joint(band, at)} ${panel(figure, matrix)}
          </div>`,
        )}
      </div>
    </section>
  `;
}

/** Signs stand before every panel or between the panels. */
function joint(band: Band, at: number): TemplateResult | typeof nothing {
  const joints = band.joints ?? [];
  const text = joints.length === band.panels.length ? joints[at] : joints[at - 1];
  if (!text) return nothing;
  return html`<span class="joint" aria-hidden="true"
    ><span class="across">${text}</span><span class="down">${text.replace("→", "↓")}</span></span
  >`;
}

function panel(figure: ClearheadFigure, matrix: Matrix): TemplateResult {
  // Guided mode has one thing to do: open numbers, paint, or drag.
  const guided = (matrix.paints || matrix.drags) === true && chosen(figure) === undefined;
  const locked = matrix.editable === true && !guided && !offers(figure, "edits");
  // What is the same matrix as before is not drawn again.
  const shown = locked ? { ...matrix, editable: false } : matrix;
  return html`
    <div class="slot">
      <ch-matrix
        data-panel=${matrix.id}
        .matrix=${shown}
        .language=${figure.language}
        .highlight=${figure.focusOn.marksIn(matrix)}
      ></ch-matrix>
    </div>
  `;
}

/** How much of a line a panel takes, so that its numbers stay readable. */
function widthOf({ columns, chart, size }: Matrix): string {
  if (size) return size;
  // A plane has two columns, a few bars have names: both need as much room as a curve.
  if (chart && columns <= SMALL) return "medium";
  if (columns === 1) return "single";
  if (columns <= SMALL) return "small";
  return columns <= MEDIUM ? "medium" : "wide";
}
