// The cells: a canvas for the eye under a grid with one tab stop, whose only cell in the
// document is the active one.
import { html, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import { t } from "../../i18n/t.js";
import type { Geometry } from "../../scene/geometry.js";
import type { Matrix } from "../../scene/scene.js";
import type { MatrixElement } from "../matrix.js";
import { clamp, type Position } from "./keys.js";

export function grid(host: MatrixElement, matrix: Matrix, g: Geometry): TemplateResult {
  const { language, active } = host;
  const { row, column } = active;
  const id = `cell-${row}-${column}`;
  const size = { width: `${g.cell * g.columns}px`, height: `${g.cell * g.rows}px` };
  const corner = { left: `${g.left}px`, top: `${g.top}px`, ...size };
  const quiet = matrix.active === undefined ? "" : " quiet";
  return html`<canvas aria-hidden="true" style=${styleMap(corner)}
      @transitionend=${host.themeChanged}></canvas>
    <div class="grid" role="grid" tabindex="0" style=${styleMap(corner)}
      aria-labelledby="title" aria-describedby="size keys"
      aria-rowcount=${matrix.rows} aria-colcount=${matrix.columns}
      aria-readonly=${!matrix.editable} aria-activedescendant=${id}
      @keydown=${host.keyDown} @click=${host.press}
      @dblclick=${() => matrix.editable && host.edit()}
      @wheel=${host.zooming.wheel} @touchstart=${host.zooming.touch}
      @touchmove=${host.zooming.touch} @pointermove=${host.hover} @pointerleave=${host.leave} @blur=${() => host.tip.hide()}>
      ${host.highlight.map((at) => html`<div class="operand" style=${styleMap(cellBox(at, g))}></div>`)}
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
      ${matrix.editable ? t(language, "controls.matrix.keys.edit") : ""}</span>`;
}

function cellBox(at: Position, g: Geometry): Record<string, string> {
  const gap = g.cell >= 8 ? 1 : 0;
  const side = `${g.cell - gap}px`;
  return {
    left: `${at.column * g.cell}px`,
    top: `${at.row * g.cell}px`,
    width: side,
    height: side,
  };
}

/** The cell under a pointer; outside of the grid the nearest one. */
export function cellAt(grid: Element, event: PointerEvent, g: Geometry): Position {
  const box = grid.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * g.columns);
  const row = Math.floor(((event.clientY - box.top) / box.height) * g.rows);
  return clamp({ row, column }, g.rows, g.columns);
}
