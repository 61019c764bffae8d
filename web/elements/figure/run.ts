// What `run()` of a figure hands out: the numbers on screen, by name.
import type { Explanation, Tensor } from "../../engine/types.js";
import type { State } from "../../state/table.js";
import type { ClearheadFigure } from "../figure.js";

/** What `run()` resolves to. */
export interface RunHandle {
  state: State;
  summary: string;
  tensor(name: string, gradient?: boolean): Promise<Tensor>;
  explain(name: string, index: number[], gradient?: boolean): Promise<Explanation>;
}

export function runHandle(figure: ClearheadFigure): RunHandle {
  const { session, data } = figure.model;
  // A part that did not come leaves the numbers as they are; a failed run leaves no session.
  if (!session || !data) throw figure.error ?? new Error("the figure was removed");
  return {
    // A number is opened without another run.
    state: { ...data.state, open: String(figure.model.state.open) },
    summary: figure.scene?.summary ?? "",
    tensor: (name, gradient) => session.tensor(name, gradient),
    explain: (tensor, index, gradient = false) => session.explain({ tensor, index, gradient }),
  };
}
