// What the reader of a figure may change: `readonly` and `controls`.
import type { ClearheadFigure } from "../figure.js";

/** Names of the controls that the author chose; undefined: the reader chooses, by the mode. */
export function chosen({ model }: ClearheadFigure): readonly string[] | undefined {
  const { controls, readonly } = model.state;
  if (readonly === true || controls === "none") return [];
  return controls === "" ? undefined : String(controls).split(",");
}

/** Whether a control, or the cells of the matrices ("edits"), can be used. */
export function offers(figure: ClearheadFigure, name: string): boolean {
  const { view, state } = figure.model;
  if (!view.table.parameters.some((one) => one.name === name)) return false;
  return chosen(figure)?.includes(name) ?? state.mode === "all";
}
