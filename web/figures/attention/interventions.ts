// The reader's edits and matrix as interventions of a run. What does not fit the
// sentence's tensors is left out and reported; nothing is guessed.
import type { Intervention } from "../../engine/types.js";
import { type Edit, formatCell, formatEdits, parseEdits } from "../../state/cells.js";
import type { Ignored } from "../../state/table.js";
import type { AttentionState } from "./parameters.js";
import { matrixOf } from "./pasted.js";
import { axesOf, fullIndex } from "./tensors.js";

export interface Interventions {
  readonly interventions: Intervention[];
  readonly ignored: Ignored[];
  readonly pasted: "scores" | "weights" | undefined;
}

function valueWidth({ weights, d_k }: AttentionState): number {
  return weights === "exact" ? 2 : d_k;
}

/** The shape that a tensor has in this state, for `tokens`. */
export function shapeOf(
  tensor: string,
  state: AttentionState,
  tokens: readonly string[],
): number[] | undefined {
  const sizes: Record<string, number> = {
    "1": 1,
    T: tokens.length,
    V: new Set(tokens).size,
    C: state.d_model,
    H: state.heads,
    D: state.d_k,
    W: valueWidth(state),
    F: state.heads * state.d_k,
    G: state.heads * valueWidth(state),
  };
  const axes = axesOf(tensor);
  return axes === undefined ? undefined : [...axes].map((axis) => sizes[axis] ?? 1);
}

/** `output` is a view of `head_outputs`: [1, T, H·W] → [1, H, T, W]. */
function stored({ tensor, index, value }: Edit, state: AttentionState): Edit {
  const width = valueWidth(state);
  const [, row = 0, column = 0] = index;
  if (tensor !== "output") return { tensor, index, value };
  const head = Math.floor(column / width);
  return { tensor: "head_outputs", index: [0, head, row, column % width], value };
}

function flat(index: readonly number[], shape: readonly number[]): number {
  return index.reduce((sum, place, axis) => sum * (shape[axis] ?? 1) + place, 0);
}

export function interventionsOf(state: AttentionState, tokens: readonly string[]): Interventions {
  const ignored: Ignored[] = [];
  const interventions: Intervention[] = [];
  const matrix = matrixOf(state.matrix);
  const n = tokens.length;
  const fits = matrix?.rows.length === n;
  if (matrix !== undefined && fits) {
    const values = Array.from({ length: state.heads }, () => matrix.rows.flat()).flat();
    interventions.push({ tensor: matrix.tensor, action: "replace", values });
  } else if (matrix !== undefined) {
    const size = matrix.rows.length;
    const given = `${matrix.tensor} ${size}×${size}`;
    ignored.push({ name: "matrix", given, reason: "shape", allowed: `${n}×${n}` });
  }
  const sets = new Map<string, { indices: number[]; values: number[] }>();
  for (const edit of parseEdits(state.edits).edits) {
    const shape = shapeOf(edit.tensor, state, tokens);
    const absent = edit.tensor === "positions" && !state.positions;
    const full = fullIndex(edit.tensor, edit.index);
    if (absent || !full || !shape || full.some((at, axis) => at >= (shape[axis] ?? 0))) {
      ignored.push(misfit(edit, absent ? "positions=true" : allowedCells(edit.tensor, shape)));
      continue;
    }
    const { tensor, index, value } = stored({ ...edit, index: full }, state);
    const set = sets.get(tensor) ?? { indices: [], values: [] };
    set.indices.push(flat(index, shapeOf(tensor, state, tokens) ?? []));
    set.values.push(value);
    sets.set(tensor, set);
  }
  for (const [tensor, set] of sets) interventions.push({ tensor, action: "set", ...set });
  return { interventions, ignored, pasted: fits ? matrix?.tensor : undefined };
}

function allowedCells(tensor: string, shape: readonly number[] | undefined): string {
  const last = (shape ?? []).map((size) => Math.max(0, size - 1));
  return `${formatCell({ tensor, index: last.map(() => 0), gradient: false })} … [${last.join(",")}]`;
}

function misfit(edit: Edit, allowed: string): Ignored {
  return { name: "edits", given: formatEdits([edit]), reason: "shape", allowed };
}
