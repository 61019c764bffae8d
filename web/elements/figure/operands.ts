// Which cells of the panels take part in an opened number.
import type { CatalogueEntry } from "../../engine/types.js";
import type { Address } from "../../inspect/tree.js";
import type { Matrix } from "../../scene/scene.js";

export interface Position {
  row: number;
  column: number;
}

/** Cells among which one is looked for. */
const MOST = 1024;

/** Where an address lies in a panel, if it does. A panel of a view shows its base's cells. */
export function positionIn(
  matrix: Matrix,
  address: Address,
  catalogue: readonly CatalogueEntry[],
): Position | undefined {
  // A slope is no cell of the gradients drawn: those have another target.
  if (address.of || matrix.gradient !== address.gradient || matrix.rows * matrix.columns === 0)
    return undefined;
  if (baseOf(matrix.tensor, catalogue) !== baseOf(address.tensor, catalogue)) return undefined;
  const origin = matrix.index(0, 0);
  // A mask's cell may be named without its batch and head.
  const index = [
    ...Array(Math.max(0, origin.length - address.index.length)).fill(0),
    ...address.index,
  ];
  const single = matrix.columns === 1 && origin.length < 3;
  const { rows, columns } = matrix;
  const row = offset(index, origin, single ? 1 : 2);
  const column = single ? 0 : offset(index, origin, 1);
  const is = (row: number, column: number) => matrix.index(row, column).join() === index.join();
  if (row >= 0 && row < rows && column >= 0 && column < columns && is(row, column)) {
    return { row, column };
  }
  // A list drawn as several rows, or any cells of a tensor; a larger panel is a plane.
  if (rows * columns > MOST) return undefined;
  const at = [...Array(rows * columns).keys()].find((at) =>
    is(Math.floor(at / columns), at % columns),
  );
  return at === undefined ? undefined : { row: Math.floor(at / columns), column: at % columns };
}

/** The tensor that a view of the same shape shows: x is the embeddings where nothing is added. */
function baseOf(tensor: string, catalogue: readonly CatalogueEntry[]): string {
  const entry = catalogue.find(({ name }) => name === tensor);
  const base = catalogue.find(({ name }) => name === entry?.base);
  return base && base.shape.join() === entry?.shape.join() ? base.name : tensor;
}

function offset(index: readonly number[], origin: readonly number[], fromEnd: number): number {
  return (index.at(-fromEnd) ?? 0) - (origin.at(-fromEnd) ?? 0);
}
