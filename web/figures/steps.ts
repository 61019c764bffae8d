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
