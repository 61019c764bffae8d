// Painting a matrix of zeros and ones: the first cell is turned over, and every cell that the
// pointer crosses becomes like it. Up and down still scrolls the page under a finger.
import { t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import type { MatrixElement } from "../matrix.js";
import type { Position } from "./keys.js";
import { announce } from "./live.js";

export class Brush {
  /** What the stroke leaves behind. */
  #value: number | undefined;
  #last: Position | undefined;

  constructor(private readonly host: MatrixElement) {}

  down = (event: PointerEvent): void => {
    const at = this.host.cellUnder(event);
    if (!this.#paints() || event.button !== 0 || !at) return;
    // A finger may be about to scroll: it paints with its tap.
    if (event.pointerType === "touch") return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.turn(at);
  };

  move = (event: PointerEvent): void => {
    if (this.#value === undefined) return;
    const at = inside(event) ? this.host.cellUnder(event) : null;
    // Outside nothing is crossed; where the pointer comes back a new line begins.
    for (const cell of at ? line(this.#last ?? at, at) : []) this.#paint(cell, this.#value);
    this.#last = at ?? undefined;
  };

  up = (): void => {
    this.#value = undefined;
  };

  /** Turns one cell over. */
  turn(at: Position): void {
    const matrix = this.#paints();
    if (!matrix) return;
    this.#last = at;
    this.#value = 1 - this.host.recent.value(matrix, at.row * matrix.columns + at.column);
    this.#paint(at, this.#value);
  }

  #paints(): Matrix | undefined {
    const { matrix } = this.host;
    return matrix?.paints && matrix.editable ? matrix : undefined;
  }

  #paint({ row, column }: Position, value: number): void {
    const { matrix, language } = this.host;
    if (!matrix) return;
    const at = row * matrix.columns + column;
    if (this.host.recent.value(matrix, at) === value) return;
    this.host.recent.set(at, value);
    const index = matrix.index(row, column);
    this.host.fire("ch-edit", [{ tensor: matrix.tensor, index, value }]);
    const cell = [matrix.rowAxis.labels[row], matrix.columnAxis.labels[column]].join(" · ");
    announce(t(language, "controls.matrix.edit.done", { cell, value }), language);
  }
}

function inside({ currentTarget, clientX, clientY }: PointerEvent): boolean {
  const { left, top, right, bottom } = (currentTarget as Element).getBoundingClientRect();
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
}

/** The cells on the straight line from one to another, both ends included. */
export function line(from: Position, to: Position): Position[] {
  const [rows, columns] = [to.row - from.row, to.column - from.column];
  const steps = Math.max(Math.abs(rows), Math.abs(columns), 1);
  return Array.from({ length: steps + 1 }, (_, at) => ({
    row: Math.round(from.row + (rows * at) / steps),
    column: Math.round(from.column + (columns * at) / steps),
  }));
}
