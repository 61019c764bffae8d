// Steps that several programs take.
import type { Step } from "../engine/types.js";

/** One operation, whose output is called `name`. */
export const step = (
  name: string,
  operation: string,
  inputs: Readonly<Record<string, string>> = {},
  attributes: Step["attributes"] = {},
): Step => ({ name, operation, inputs, attributes });

/** Steps that join `parts` along an axis, one after the other; the last one is called `name`. */
export function joined(name: string, parts: readonly string[], axis = -1): Step[] {
  const upTo = (count: number) =>
    count === parts.length ? name : count === 1 ? String(parts[0]) : `${name}.first_${count}`;
  return parts
    .slice(1)
    .map((b, at) => step(upTo(at + 2), "concatenate", { a: upTo(at + 1), b }, { axis }));
}

/** a − b, cell by cell. */
export const difference = (name: string, a: string, b: string) =>
  step(name, "difference", { a, b });

/** √(Σ x² / C) of every row of x [..., C]. */
export const rootMeanSquare = (name: string, x: string, width: number): Step[] => [
  step(`${name}.length`, "norm", { x }),
  step(name, "scale", { a: `${name}.length` }, { divisor: Math.sqrt(width), symbol: "√C" }),
];

/** σ of every row of x [..., C]; the constant `averaging` [C, C] holds 1/C in every cell. */
export const deviation = (name: string, x: string, width: number): Step[] => [
  step(`${name}.mean`, "linear", { x, weight: "averaging" }),
  difference(`${name}.centred`, x, `${name}.mean`),
  ...rootMeanSquare(name, `${name}.centred`, width),
];
