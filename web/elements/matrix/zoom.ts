// Larger cells: two fingers, Ctrl and the wheel, or the keys + − 0 (with Alt where a
// number may be typed). Only these gestures are taken; whatever scrolls the page still does.
import { type Geometry, geometry, IDEAL_CELL, SMALLEST_CELL } from "../../scene/geometry.js";
import type { Matrix } from "../../scene/scene.js";
import type { MatrixElement } from "../matrix.js";

/** The largest cell, in pixels. */
const LARGEST = 2 * IDEAL_CELL;
const STEP = 1.25;

/** The geometry with cells `zoom` times as large as they would be; the box scrolls sideways. */
export function zoomed(host: MatrixElement, matrix: Matrix, width: number): Geometry {
  const fitting = geometry(matrix, width, host.language, SMALLEST_CELL);
  if (host.zoom === 1) return fitting;
  const cell = Math.min(LARGEST, Math.round(fitting.cell * host.zoom));
  return geometry(matrix, width, host.language, Math.max(cell, fitting.cell));
}

export class Zoom {
  #distance = 0;
  #from = 1;

  constructor(private readonly host: MatrixElement) {}

  /** True when the key zooms. */
  key({ key, altKey }: KeyboardEvent, editable: boolean): boolean {
    const factor = { "+": STEP, "=": STEP, "-": 1 / STEP, "−": 1 / STEP, "0": 0 }[key];
    if (factor === undefined || altKey !== editable) return false;
    const cell = this.host.renderRoot.querySelector(".ring")?.getBoundingClientRect();
    this.#to(this.host.zoom * factor, cell && cell.left + cell.width / 2);
    return true;
  }

  wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#to(this.host.zoom * Math.exp(-event.deltaY / 200), event.clientX);
  };

  touch = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (!a || !b) return;
    event.preventDefault();
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (event.type === "touchstart") [this.#distance, this.#from] = [distance, this.host.zoom];
    else this.#to((this.#from * distance) / this.#distance, (a.clientX + b.clientX) / 2);
  };

  /** Zooms; what lies under `x` stays there. */
  #to(zoom: number, x?: number): void {
    const { host } = this;
    if (host.matrix?.chart) return;
    const cells = () => host.renderRoot.querySelector(".grid")?.getBoundingClientRect();
    const before = cells();
    const most = LARGEST / ((before?.width ?? 0) / (host.matrix?.columns ?? 1) / host.zoom);
    host.zoom = Math.max(1, Math.min(Math.max(1, most), zoom));
    void host.updateComplete.then(() => {
      const after = cells();
      const box = host.renderRoot.querySelector(".box");
      if (!box || !before || !after || x === undefined) return;
      box.scrollLeft += after.left + ((x - before.left) / before.width) * after.width - x;
    });
  }
}
