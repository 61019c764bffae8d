// Tensors at the border: whatever a caller gives becomes one of the core's three
// kinds, once. NaN and infinities are numbers; a shape that is none is refused.

import { ArgumentError, OutOfRangeError, ShapeError } from "./errors.js";
import type { DataType, Tensor, TensorInput } from "./types.js";

const DTYPES: readonly DataType[] = ["f32", "f64", "f16", "i32", "i64", "u8", "bool"];
export const MAX_RANK = 6;

type Numbers = ArrayLike<number> | ArrayLike<bigint>;

/** Checks `input` and converts it; `name` is what messages call it. */
export function toTensor(name: string, input: unknown): Tensor {
  if (typeof input !== "object" || input === null) {
    throw new ArgumentError(
      `${name}: ${show(input)} is no tensor; give { shape, data } with a typed array, ` +
        "or { shape, dtype, data }",
    );
  }
  const { shape, data, dtype } = input as { shape: unknown; data: unknown; dtype?: unknown };
  if (!isNumbers(data)) {
    throw new ArgumentError(`${name}.data: ${show(data)} is no array of numbers`);
  }
  const cells = checkShape(name, shape);
  if (data.length !== cells) {
    throw new ShapeError(
      `${name}: the shape ${show(shape)} has ${cells} cells, but data has ${data.length}; ` +
        "they must be equal",
    );
  }
  return { shape: [...(shape as number[])], data: convert(name, data, dtype) };
}

export function toTensors(inputs: Record<string, TensorInput>): Record<string, Tensor> {
  const tensors: Record<string, Tensor> = Object.create(null);
  for (const [name, input] of Object.entries(inputs)) tensors[name] = toTensor(name, input);
  return tensors;
}

/** The number of cells of a valid shape. */
function checkShape(name: string, shape: unknown): number {
  if (!Array.isArray(shape) || shape.length > MAX_RANK) {
    throw new ShapeError(
      `${name}.shape: ${show(shape)} is no shape; give an array of at most ${MAX_RANK} sizes`,
    );
  }
  let cells = 1;
  for (const [axis, size] of shape.entries()) {
    if (!Number.isSafeInteger(size) || size < 0) {
      throw new ShapeError(
        `${name}.shape[${axis}] is ${show(size)}; a size is an integer of 0 or more`,
      );
    }
    cells *= size;
  }
  return cells;
}

function convert(name: string, data: Numbers, dtype: unknown): Tensor["data"] {
  if (dtype === undefined) {
    if (isKind(data, "Float32Array") || isKind(data, "Int32Array") || isKind(data, "Uint8Array")) {
      return compact(data as Tensor["data"]);
    }
    throw new ArgumentError(
      `${name}: without dtype, data must be a Float32Array, Int32Array or Uint8Array, ` +
        `not ${show(data)}; give dtype: ${DTYPES.join(", ")}`,
    );
  }
  switch (dtype as DataType) {
    case "f32":
    case "f64":
      if (isKind(data, "Float32Array")) return compact(data as Float32Array<ArrayBuffer>);
      return Float32Array.from(data as ArrayLike<number>, (value) => real(name, value));
    case "f16":
      // A Uint16Array holds bit patterns; anything else holds the values.
      return isKind(data, "Uint16Array")
        ? Float32Array.from(data as Uint16Array, halfToNumber)
        : Float32Array.from(data as ArrayLike<number>, (value) => real(name, value));
    case "i32":
    case "i64":
      return Int32Array.from(data as ArrayLike<number>, (value, i) =>
        integer(name, value, i, -(2 ** 31), 2 ** 31 - 1),
      );
    case "u8":
      return Uint8Array.from(data as ArrayLike<number>, (value, i) =>
        integer(name, value, i, 0, 255),
      );
    case "bool":
      return Uint8Array.from(data as ArrayLike<number>, (value, i) =>
        integer(name, value, i, 0, 1),
      );
    default:
      throw new ArgumentError(`${name}.dtype is ${show(dtype)}; allowed: ${DTYPES.join(", ")}`);
  }
}

/** Cells of their own buffer: a small view of a large buffer would cross the border whole. */
function compact(data: Tensor["data"]): Tensor["data"] {
  return data.byteLength === data.buffer.byteLength ? data : data.slice();
}

function real(name: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw new ArgumentError(`${name}.data holds ${show(value)}, which is no number`);
}

function integer(name: string, given: unknown, at: number, low: number, high: number): number {
  const value =
    typeof given === "bigint" || typeof given === "boolean" ? Number(given) : (given as number);
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new OutOfRangeError(
    `${name}.data[${at}] is ${show(given)}; allowed are integers ${low}…${high}`,
  );
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** "Float32Array", "Object" …, from whichever realm it comes. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function isKind(value: unknown, name: string): boolean {
  return ArrayBuffer.isView(value) && tagOf(value) === name;
}

function isNumbers(value: unknown): value is Numbers {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && tagOf(value) !== "DataView");
}

/** A value for a message: short, whatever it is. */
export function show(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (Array.isArray(value)) {
    const shown = value
      .slice(0, 8)
      .map((item) => (Array.isArray(item) ? "[…]" : show(item)))
      .join(", ");
    return value.length > 8 ? `[${shown}, … ${value.length} in all]` : `[${shown}]`;
  }
  if (typeof value === "object" && value !== null) return `a value of type ${tagOf(value)}`;
  if (typeof value === "function") return "a function";
  return typeof value === "bigint" ? `${value}n` : String(value);
}
