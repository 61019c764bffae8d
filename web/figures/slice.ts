// The two-dimensional part of a tensor that a panel shows: without the batch, of one head.
import type { Tensor } from "../engine/types.js";

type Numbers = Float32Array | Int32Array | Uint8Array;

export interface Slice {
  readonly rows: number;
  readonly columns: number;
  readonly values: Numbers;
  /** Index in the tensor of the cell (row, column). */
  index(row: number, column: number): number[];
  /** The cell that shows the tensor's flat index; undefined when it lies outside. */
  cell(flat: number): { row: number; column: number } | undefined;
}

/** How a tensor is laid out; letters as in tensors.ts. */
export type Layout =
  | "pairs" // [1, H, T, T], [1, 1, T, T] or [T, T]
  | "tokens" // [1, T]: a column
  | "features" // [1, T, C], [T, C], [V, C]: all of it
  | "heads"; // [1, T, H·D], [C, H·D]: the columns of one head

/** The last two axes from `offset` on, without a copy. */
function plane(tensor: Tensor, offset: number, lead: number[]): Slice {
  const rows = tensor.shape.at(-2) ?? 1;
  const columns = tensor.shape.at(-1) ?? 1;
  return {
    rows,
    columns,
    values: tensor.data.subarray(offset, offset + rows * columns),
    index: (row, column) => [...lead, row, column],
    cell(flat) {
      const at = flat - offset;
      if (at < 0 || at >= rows * columns) return undefined;
      return { row: Math.floor(at / columns), column: at % columns };
    },
  };
}

/**
 * The last two axes at the place `lead` of those before them; places left out are 0. A list is
 * one row.
 */
export function planeOf(tensor: Tensor, lead: readonly number[] = []): Slice {
  const { shape } = tensor;
  if (shape.length < 2) {
    const made = plane({ ...tensor, shape: [1, tensor.data.length] }, 0, []);
    return { ...made, index: (_, column) => (shape.length === 0 ? [] : [column]) };
  }
  const before = shape.slice(0, -2);
  const place = before.map((size, axis) => Math.min(lead[axis] ?? 0, size - 1));
  const at = place.reduce((sum, one, axis) => sum * (before[axis] ?? 1) + one, 0);
  return plane(tensor, at * (shape.at(-2) ?? 1) * (shape.at(-1) ?? 1), place);
}

/** Any cells of a tensor as rows and columns: a column of it as a row, every second row … */
export function gathered(
  { shape, data }: Tensor,
  rows: number,
  columns: number,
  index: (row: number, column: number) => number[],
): Slice {
  const made = new (data.constructor as new (length: number) => Numbers)(rows * columns);
  const cells = new Map<number, { row: number; column: number }>();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const place = index(row, column);
      const flat = place.reduce((sum, one, axis) => sum * (shape[axis] ?? 1) + one, 0);
      made[row * columns + column] = data[flat] ?? Number.NaN;
      cells.set(flat, { row, column });
    }
  }
  return { rows, columns, values: made, index, cell: (flat) => cells.get(flat) };
}

/** Series of a list [rows·c], one after the other, as rows; of each the first `shown` of its c. */
export function rowsOf(tensor: Tensor, rows: number, shown?: number): Slice {
  const columns = tensor.data.length / rows;
  const lead = tensor.shape.slice(0, -1).map(() => 0);
  const index = (row: number, column: number) => [...lead, row * columns + column];
  return gathered(tensor, rows, shown ?? columns, index);
}

/** Columns first … first + columns − 1: gathered when the tensor is wider. */
function columnsOf(tensor: Tensor, first: number, columns: number): Slice {
  const rows = tensor.shape.at(-2) ?? 1;
  const width = tensor.shape.at(-1) ?? 1;
  const lead = tensor.shape.slice(0, -2).map(() => 0);
  let values = tensor.data;
  if (columns !== width) {
    values = tensor.data.slice(0, rows * columns);
    for (let row = 0; row < rows; row++) {
      const from = row * width + first;
      values.set(tensor.data.subarray(from, from + columns), row * columns);
    }
  }
  return {
    rows,
    columns,
    values,
    index: (row, column) => [...lead, row, first + column],
    cell(flat) {
      const column = (flat % width) - first;
      return column < 0 || column >= columns
        ? undefined
        : { row: Math.floor(flat / width), column };
    },
  };
}

export function slice(tensor: Tensor, layout: Layout, head: number, heads: number): Slice {
  const { shape } = tensor;
  switch (layout) {
    case "pairs": {
      // The mask has one head, or no axis for it.
      const own = Math.min(head, (shape.at(-3) ?? 1) - 1);
      const lead = shape.slice(0, -2).map((_, axis, all) => (axis === all.length - 1 ? own : 0));
      return plane(tensor, own * (shape.at(-2) ?? 1) * (shape.at(-1) ?? 1), lead);
    }
    case "tokens": {
      const rows = shape.at(-1) ?? 1;
      return {
        rows,
        columns: 1,
        values: tensor.data,
        index: (row) => [0, row],
        cell: (flat) => ({ row: flat, column: 0 }),
      };
    }
    case "features":
      return plane(
        tensor,
        0,
        shape.slice(0, -2).map(() => 0),
      );
    case "heads": {
      const columns = Math.floor((shape.at(-1) ?? 1) / heads);
      return columnsOf(tensor, head * columns, columns);
    }
  }
}
