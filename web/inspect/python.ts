// The small pieces of Python that every script is made of.

import type { Explanation } from "../engine/types.js";
import type { Address } from "./tree.js";

const TOLERANCE = "1e-5";

export function head(explanation: Explanation): string[] {
  return [
    `# ${cellName(explanation)} as Clearhead computed it, computed again by PyTorch.`,
    "import math",
    "import torch",
    "",
  ];
}

export function check(computed: string, value: number): string[] {
  const stored = literal(value);
  return [
    `computed = ${computed}`,
    `stored = ${stored}`,
    'print("computed", float(computed), "stored", stored)',
    Number.isFinite(value)
      ? `assert abs(float(computed) - stored) <= ${TOLERANCE} * max(1.0, abs(stored))`
      : Number.isNaN(value)
        ? "assert math.isnan(float(computed))"
        : "assert float(computed) == stored",
  ];
}

/** A Python list of lists, row-major. */
export function nested(data: ArrayLike<number>, shape: number[]): string {
  let place = 0;
  const list = (axis: number): string => {
    if (axis === shape.length) return literal(data[place++] ?? 0);
    const parts = Array.from({ length: shape[axis] ?? 0 }, () => list(axis + 1));
    return `[${parts.join(axis < shape.length - 1 ? `,\n${" ".repeat(axis + 1)}` : ", ")}]`;
  };
  return list(0);
}

export function unflatten(flat: number, shape: number[]): number[] {
  let rest = flat;
  return shape
    .map((_, axis) => shape.slice(axis + 1).reduce((total, length) => total * length, 1))
    .map((stride) => {
      const at = Math.floor(rest / stride);
      rest -= at * stride;
      return at;
    });
}

/** Digits that give the same float32 back; Python's words for the rest. */
export function literal(value: number): string {
  if (Number.isNaN(value)) return "math.nan";
  if (!Number.isFinite(value)) return value < 0 ? "-math.inf" : "math.inf";
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 24) {
    return Object.is(value, -0) ? "-0.0" : String(value);
  }
  for (let digits = 6; digits < 10; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(value);
}

export function variable(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(safe) && safe !== "lambda" ? safe : `t_${safe}`;
}

export function cellName({ tensor, index, gradient: isGradient, of }: Address): string {
  const top = of ? `d output[${of.join(", ")}] / ` : "";
  return `${top}${isGradient ? "d " : ""}${tensor.replace(/[^\w.]/g, "_")}[${index.join(", ")}]`;
}
