// Dragging the arrows of a plane by their tips: by pointer and finger, or with Shift and the arrow
// keys. A place is two numbers, set together; every place on the way is set, so that what follows
// is seen to follow.
import { t } from "../../i18n/t.js";
import type { Geometry, Marks, Plane } from "../../scene/geometry.js";
import { formatNumber } from "../../scene/numbers.js";
import { EDITED, type Matrix, settable } from "../../scene/scene.js";
import type { MatrixElement } from "../matrix.js";
import type { EditDetail } from "./events.js";
import { announce } from "./live.js";

/** Half the side of a target for a finger. */
const REACH = 22;

interface Held {
  row: number;
  /** Other fingers do nothing meanwhile. */
  pointer: number;
  /** What takes the drag back. */
  before: EditDetail[];
  /** From the pointer to the tip. */
  dx: number;
  dy: number;
}

export class Drag {
  #held: Held | undefined;
  #moved = false;
  /** Where the grid stood when the place was set. */
  #top = 0;

  constructor(private readonly host: MatrixElement) {}

  get holds(): boolean {
    return this.#held !== undefined;
  }

  /** Whether the click that comes now ends a drag; asked once. */
  get dropped(): boolean {
    const moved = this.#moved;
    this.#moved = false;
    return moved;
  }

  down = (event: PointerEvent): void => {
    const g = this.#plane();
    const { matrix } = this.host;
    if (this.#held) return;
    this.#moved = false;
    const row = this.host.cellUnder(event)?.row;
    if (!matrix || !g || event.button !== 0 || row === undefined) return;
    const at = pointOf(event, g);
    const [dx, dy] = [
      (g.marks.xs[row * g.columns] ?? 0) - at.x,
      (g.marks.ys[row * g.columns] ?? 0) - at.y,
    ];
    if (Math.max(Math.abs(dx), Math.abs(dy)) > REACH || !settable(matrix, row, 0)) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#held = { row, dx, dy, pointer: event.pointerId, before: cellsOf(matrix, row) };
    this.host.active = { row, column: 0 };
  };

  move = (event: PointerEvent): void => {
    const g = this.#plane();
    if (this.#held?.pointer !== event.pointerId || !g) return;
    const { row, dx, dy } = this.#held;
    const at = pointOf(event, g);
    this.#top = topOf(event.currentTarget as Element);
    this.#set(row, g.marks.plane.at(at.x + dx, at.y + dy));
  };

  up = (event: PointerEvent): void => {
    if (this.#held?.pointer !== event.pointerId) return;
    if (this.#moved) this.#say(this.#held.row);
    this.#held = undefined;
  };

  /** The finger went away to something else, a scroll or a call: nothing was set. */
  cancel = (event: PointerEvent): void => {
    if (this.#held?.pointer !== event.pointerId) return;
    const { before } = this.#held;
    this.#held = undefined;
    if (!this.#moved) return;
    this.#moved = false;
    this.host.recent.forget();
    this.host.fire("ch-edit", before);
  };

  /** After drawing: what grew above (a sentence, the list of edits) must not move the plane away. */
  drawn(grid: Element | null): void {
    const moved = this.#held && this.#moved && grid ? topOf(grid) - this.#top : 0;
    if (Math.abs(moved) > 0.5) window.scrollBy({ top: moved, behavior: "instant" });
  }

  /** True when the key moves the arrow of the active cell. */
  key({ key, shiftKey }: KeyboardEvent): boolean {
    const g = this.#plane();
    const { matrix, active } = this.host;
    const [x, y] = steps[key] ?? [0, 0];
    if (!shiftKey || !matrix || !g || (x === 0 && y === 0)) return false;
    const { row } = active;
    if (!settable(matrix, row, 0)) return true;
    const { step } = g.marks.plane;
    const from = this.#placeOf(matrix, row);
    const whole = (value: number) => Number(value.toPrecision(6)) + 0;
    this.#set(row, [whole(from.x + x * step), whole(from.y + y * step)]);
    this.#moved = false;
    this.#say(row);
    return true;
  }

  #plane(): PlaneGeometry | undefined {
    const { matrix, used } = this.host;
    if (!matrix?.drags || !matrix.editable || !used?.marks?.plane) return undefined;
    return used as PlaneGeometry;
  }

  #placeOf(matrix: Matrix, row: number): { x: number; y: number } {
    const { recent } = this.host;
    const at = row * matrix.columns;
    return { x: recent.value(matrix, at), y: recent.value(matrix, at + 1) };
  }

  #set(row: number, [x, y]: readonly [number, number]): void {
    const { matrix } = this.host;
    if (!matrix) return;
    const before = this.#placeOf(matrix, row);
    if (Math.fround(x) === Math.fround(before.x) && Math.fround(y) === Math.fround(before.y))
      return;
    this.#moved = true;
    for (const [column, value] of [x, y].entries()) {
      this.host.recent.set(row * matrix.columns + column, value);
    }
    this.host.fire("ch-edit", cellsOf(matrix, row, [x, y]));
  }

  #say(row: number): void {
    const { matrix, language } = this.host;
    if (!matrix) return;
    const { x, y } = this.#placeOf(matrix, row);
    const cell = matrix.rowAxis.labels[row] ?? "";
    const value = `(${formatNumber(x, language)}, ${formatNumber(y, language)})`;
    announce(t(language, "controls.matrix.edit.done", { cell, value }), language);
  }
}

type PlaneGeometry = Geometry & { marks: Marks & { plane: Plane } };

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
  ...{ ArrowUp: [0, 1], ArrowDown: [0, -1] },
};

/** Both numbers of a place; without a place as they stand, undefined where no reader set them. */
function cellsOf(matrix: Matrix, row: number, place?: readonly number[]): EditDetail[] {
  return [0, 1].flatMap((column): EditDetail[] => {
    const at = row * matrix.columns + column;
    const edited = ((matrix.flags[at] ?? 0) & EDITED) !== 0;
    const value = place ? place[column] : edited ? Number(matrix.values[at]) : undefined;
    const cell = settable(matrix, row, column);
    return cell ? [{ ...cell, value }] : [];
  });
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

/** Where a pointer is in the area. */
function pointOf({ currentTarget, clientX, clientY }: PointerEvent, { marks }: PlaneGeometry) {
  const box = (currentTarget as Element).getBoundingClientRect();
  return {
    x: ((clientX - box.left) / box.width) * marks.width,
    y: ((clientY - box.top) / box.height) * marks.height,
  };
}
