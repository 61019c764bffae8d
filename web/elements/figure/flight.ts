// From one opened number to the next, a ring flies between their cells: the same number,
// one stage on. It blocks nothing, and readers who want no motion get none. On a phone the
// opened cell is brought to where the sheet does not cover it.
import type { Address } from "../../inspect/tree.js";
import type { ClearheadFigure } from "../figure.js";
import type { MatrixElement } from "../matrix.js";
import { positionIn } from "./operands.js";

const DURATION = 240;

export function fly(figure: ClearheadFigure, from: Address, to: Address): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, end] = [boxOf(figure, from), boxOf(figure, to)];
  if (!start || !end) return;
  const ring = document.createElement("div");
  ring.className = "flight";
  ring.ariaHidden = "true";
  figure.renderRoot.append(ring);
  const frame = ({ left, top, width, height }: DOMRect) => ({
    transform: `translate(${left}px, ${top}px)`,
    width: `${width}px`,
    height: `${height}px`,
  });
  const timing = { duration: DURATION, easing: "ease-in-out" };
  const flight = ring.animate([frame(start), frame(end)], timing);
  flight.finished.catch(() => undefined).finally(() => ring.remove());
}

/** What the sheet leaves of the screen: see styles/side.ts. */
const ABOVE_SHEET = 0.42;

export function reveal(figure: ClearheadFigure, address: Address): void {
  const sheet = figure.renderRoot.querySelector(".sheet");
  const box = boxOf(figure, address);
  if (!sheet || !box || getComputedStyle(sheet).position !== "fixed") return;
  const room = ABOVE_SHEET * innerHeight;
  if (box.top >= 0 && box.bottom <= room) return;
  scrollBy({ top: box.top - (room - box.height) / 2, behavior: "instant" });
}

/** Where a cell is drawn. */
function boxOf(figure: ClearheadFigure, address: Address): DOMRect | undefined {
  const catalogue = figure.present?.data?.catalogue ?? [];
  for (const { matrix, renderRoot } of figure.renderRoot.querySelectorAll(
    "ch-matrix",
  ) as NodeListOf<MatrixElement>) {
    const at = matrix && positionIn(matrix, address, catalogue);
    const box = at && renderRoot.querySelector(".grid")?.getBoundingClientRect();
    if (!matrix || !box) continue;
    const [width, height] = [box.width / matrix.columns, box.height / matrix.rows];
    return new DOMRect(box.left + at.column * width, box.top + at.row * height, width, height);
  }
  return undefined;
}
