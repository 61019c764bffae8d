// What stands in the legend of a matrix.
import { EDITED, GREYED, HIDDEN, type Matrix } from "./scene.js";

export type LegendKey = "hidden" | "edited" | "greyed";

/** Which marks of cells need a word in the legend. */
export function legendKeys(matrix: Matrix): LegendKey[] {
  const flags = matrix.flags.reduce((all, one) => all | one, 0);
  const keys = [
    [HIDDEN, "hidden"],
    [EDITED, "edited"],
    [GREYED, "greyed"],
  ] as const;
  return keys.filter(([flag]) => (flags & flag) !== 0).map(([, name]) => name);
}

/** Whether its colours are numbers, which a bar explains. */
export function hasBar(matrix: Matrix): boolean {
  return (matrix.map === "sequential" || matrix.map === "diverging") && matrix.size !== "tiny";
}
