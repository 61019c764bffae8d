// What happens inside the figure: its elements speak by events, which end here; the
// page hears the figure's own.
import type { Cell } from "../../state/cells.js";
import type { Value } from "../../state/table.js";
import type { ClearheadFigure } from "../figure.js";
import type { EditDetail } from "../matrix/events.js";

interface Details {
  "ch-open": Cell;
  "ch-opened": Cell;
  "ch-hover": Cell | null;
  "ch-close": undefined;
  "ch-edit": readonly EditDetail[];
  "ch-change": { name: string; value: Value };
}

export function wire(figure: ClearheadFigure, root: EventTarget): void {
  const on = <Name extends keyof Details>(name: Name, act: (detail: Details[Name]) => void) =>
    root.addEventListener(name, (event) => {
      event.stopPropagation();
      // What is still drawn of the last view has nothing more to say.
      if (figure.present) act((event as CustomEvent<Details[Name]>).detail);
    });
  on("ch-open", (cell) => figure.open(cell));
  on("ch-opened", (cell) => figure.open(cell, true));
  on("ch-close", () => {
    if (figure.focusOn.opened) figure.open(undefined);
  });
  on("ch-hover", (cell) => figure.focusOn.hover(cell));
  on("ch-edit", (cells) => figure.edit(cells));
  on("ch-change", ({ name, value }) => figure.change({ [name]: value }));
}
