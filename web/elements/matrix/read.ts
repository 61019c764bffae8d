import type { Key } from "../../i18n/t.js";
import { isFloat, parseNumber } from "../../scene/numbers.js";
import type { Matrix } from "../../scene/scene.js";

/** What a reader typed into a cell: the value, or which message says what is wrong. */
export function readCell(matrix: Matrix, given: string): { value: number } | { error: Key } {
  const value = parseNumber(given);
  if (matrix.values instanceof Uint8Array) {
    return value === 0 || value === 1 ? { value } : { error: "controls.matrix.edit.mask" };
  }
  if (Number.isNaN(value)) return { error: "controls.matrix.edit.number" };
  if (!isFloat(value)) return { error: "controls.matrix.edit.large" };
  if (matrix.values instanceof Int32Array && !Number.isInteger(value)) {
    return { error: "controls.matrix.edit.integer" };
  }
  return { value };
}
