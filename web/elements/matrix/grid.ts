// The cells: a canvas for the eye under a grid with one tab stop, whose only cell in the
// document is the active one.
import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { styleMap } from "../../controls/style-map.js";
import { t } from "../../i18n/t.js";
import { areaOf, boxOf, cellUnder, type Geometry } from "../../scene/geometry.js";
import { type Matrix, settable } from "../../scene/scene.js";
import { palettes } from "../../scene/theme.js";
import type { MatrixElement } from "../matrix.js";
import type { Position } from "./keys.js";

export function grid(host: MatrixElement, matrix: Matrix, g: Geometry): TemplateResult {
  const { language, active } = host;
  const { row, column } = active;
  const id = `cell-${row}-${column}`;
  const { width, height } = areaOf(g);
  const corner = {
    ...{ left: `${g.left}px`, top: `${g.top}px` },
    ...{ width: `${width}px`, height: `${height}px` },
  };
  const quiet = matrix.active === undefined ? "" : " quiet";
  return html`${matrix.chart ? drawing(host, matrix, g) : nothing}
    <canvas aria-hidden="true" style=${styleMap(corner)}
      @transitionend=${host.themeChanged}></canvas>
    <div class="grid${host.painted ? " painted" : ""}" role="grid" tabindex="0" style=${styleMap(corner)}
      aria-labelledby="title" aria-describedby="size keys"
      aria-rowcount=${matrix.rows} aria-colcount=${matrix.columns}
      aria-readonly=${!matrix.editable} aria-activedescendant=${id}
      @keydown=${host.keyDown} @click=${host.press}
      @dblclick=${() => host.again()}
      @pointerdown=${(event: PointerEvent) => {
        host.brush.down(event);
        host.drag.down(event);
      }} @pointerup=${(event: PointerEvent) => {
        host.brush.up();
        host.drag.up(event);
      }} @pointercancel=${(event: PointerEvent) => {
        host.brush.up();
        host.drag.cancel(event);
      }}
      @wheel=${host.zooming.wheel} @touchstart=${host.zooming.touch}
      @touchmove=${host.zooming.touch} @pointermove=${(event: PointerEvent) => {
        host.brush.move(event);
        host.drag.move(event);
        host.hover(event);
      }} @pointerleave=${host.leave} @blur=${() => host.tip.hide()}>
      ${host.highlight.map((at) => html`<div class="operand" style=${styleMap(cellBox(at, g))}></div>`)}
      ${handles(matrix, g)}
      <div role="row" aria-rowindex=${row + 1}>
        <div role="gridcell" id=${id} aria-colindex=${column + 1}
          class="ring${quiet}" style=${styleMap(cellBox(active, g))}
          ><span class="visually-hidden">${matrix.speak(row, column)}</span></div>
      </div>
    </div>
    <span class="visually-hidden" id="size">${t(language, "controls.matrix.size", {
      rows: matrix.rows,
      columns: matrix.columns,
    })}</span>
    <span class="visually-hidden" id="keys">${t(language, "controls.matrix.keys")}
      ${
        host.painted
          ? t(language, "controls.matrix.keys.paint")
          : matrix.editable
            ? t(language, `controls.matrix.keys.${matrix.drags ? "drag" : "edit"}`)
            : ""
      }</span>`;
}

/** A finger that begins on the tip of an arrow drags it; elsewhere it scrolls. */
function handles(matrix: Matrix, g: Geometry): TemplateResult[] {
  if (!matrix.drags || !matrix.editable) return [];
  return matrix.rowAxis.labels.flatMap((_, row) => {
    const { x, y, width, height } = boxOf(g, row, 0);
    const place = { left: `${x + width / 2}px`, top: `${y + height / 2}px` };
    return settable(matrix, row, 0)
      ? html`<div class="handle" style=${styleMap(place)}></div>`
      : [];
  });
}

/** A chart under the same grid; the canvas above it stays clear. */
function drawing({ theme, language }: MatrixElement, matrix: Matrix, g: Geometry): TemplateResult {
  const brush = { palette: palettes[theme], theme, language, id: matrix.id };
  const { width, height } = g;
  const svg = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${matrix.chart?.draw(matrix, g, brush)}</svg>`;
  return html`<div class="chart" aria-hidden="true">${unsafeHTML(svg)}</div>`;
}

function cellBox(at: Position, g: Geometry): Record<string, string> {
  const gap = g.cell >= 8 && !g.marks ? 1 : 0;
  const { x, y, width, height } = boxOf(g, at.row, at.column);
  return {
    left: `${x}px`,
    top: `${y}px`,
    width: `${width - gap}px`,
    height: `${height - gap}px`,
  };
}

/** The cell under a pointer; outside of the grid the nearest one. */
export function cellAt(grid: Element, event: PointerEvent, g: Geometry): Position {
  const box = grid.getBoundingClientRect();
  const area = areaOf(g);
  const x = ((event.clientX - box.left) / box.width) * area.width;
  const y = ((event.clientY - box.top) / box.height) * area.height;
  return cellUnder(g, x, y);
}
