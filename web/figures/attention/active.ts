// The pair of tokens kept in view from stage to stage.
import { parseCell } from "../../state/cells.js";
import { slice } from "../slice.js";
import type { AttentionData } from "./data.js";
import { find } from "./panel.js";
import { axesOf } from "./tensors.js";

export interface Active {
  query: number;
  key: number;
  /** The feature shown beside them, in vectors of a head and of the model. */
  feature: number;
  /** Of the input vectors. */
  width: number;
}

/** What a cell of any tensor says about the pair in view. */
export function pairOf(tensor: string, index: readonly number[]): Partial<Active> {
  const last = index.at(-1) ?? 0;
  const row = index.at(-2) ?? 0;
  if (tensor === "gradient_map") return { query: row, key: last };
  switch (axesOf(tensor)) {
    case "1HTT":
    case "11TT":
      return { query: row, key: last };
    case "1TF":
    case "1TG":
    case "1HTW":
      return tensor === "key" || tensor === "value"
        ? { key: row, feature: last }
        : { query: row, feature: last };
    case "1TC":
    case "TC":
      return { query: row, width: last };
    default:
      return {};
  }
}

/** The pair to keep in view: asked for, opened, or the strongest of a telling row. */
export function activeOf(
  data: AttentionData,
  asked: { query: number; key: number } | undefined,
): Active {
  const { state, tokens } = data;
  const last = tokens.length - 1;
  const clamp = (place: number | undefined) => Math.max(0, Math.min(place ?? 0, last));
  const cell = parseCell(state.open);
  const opened = cell === undefined ? {} : pairOf(cell.tensor, cell.index);
  const query = clamp(asked?.query ?? opened.query ?? (state.weights === "exact" ? 1 : last));
  const weights = find(data.tensors, "weights");
  let key = asked?.key ?? opened.key;
  if (key === undefined && weights !== undefined) {
    const { values, columns } = slice(weights, "pairs", state.head, state.heads);
    key = 0;
    for (let j = 1; j < columns; j++) {
      if ((values[query * columns + j] ?? 0) > (values[query * columns + key] ?? 0)) key = j;
    }
  }
  return { query, key: clamp(key), feature: opened.feature ?? 0, width: opened.width ?? 0 };
}
