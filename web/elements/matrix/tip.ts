// The tip: the words of the cell pointed at, above it or, where no room is, below it.
import { boxOf, type Geometry } from "../../scene/geometry.js";
import type { Position } from "./keys.js";

export class Tip {
  constructor(private readonly host: { renderRoot: ParentNode }) {}

  get #box(): HTMLElement | null {
    return this.host.renderRoot.querySelector<HTMLElement>(".tip");
  }

  /** It may be pointed at without going away. */
  holds(target: EventTarget | null | undefined): boolean {
    return target instanceof Node && this.#box?.contains(target) === true;
  }

  hide(): void {
    const box = this.#box;
    if (box?.matches(":popover-open")) box.hidePopover();
  }

  /** Shows it at a cell of the grid. */
  show(at: Position, g: Geometry): void {
    const box = this.#box;
    const grid = this.host.renderRoot.querySelector(".grid")?.getBoundingClientRect();
    if (!box || !grid) return;
    if (!box.matches(":popover-open")) box.showPopover();
    const size = box.getBoundingClientRect();
    const cell = boxOf(g, at.row, at.column);
    const middle = grid.left + cell.x + cell.width / 2;
    const above = grid.top + cell.y - size.height - 6;
    const below = grid.top + cell.y + cell.height + 6;
    const most = document.documentElement.clientWidth - size.width - 4;
    box.style.left = `${Math.max(4, Math.min(most, middle - size.width / 2))}px`;
    box.style.top = `${above < 4 ? below : above}px`;
  }
}
