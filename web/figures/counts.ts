// Counts side by side: numbers of the operation `count`, one after the other in a list that a
// chart can draw.
import type { AttributeValue, Step } from "../engine/types.js";
import { joined, step } from "./steps.js";

/** What is counted, by the operation's attributes. */
export type Counted = Readonly<Record<string, AttributeValue>>;

/**
 * Steps that make the list `name` of counts: `NAME.KEY` is one of them. A single number becomes a
 * list of one by the program's input `one`, [1]. The lists `further` come after them.
 */
export function counts(
  name: string,
  all: Readonly<Record<string, Counted>>,
  further: readonly string[] = [],
): Step[] {
  const keys = Object.keys(all);
  return [
    ...keys.flatMap((key): Step[] => [
      step(`${name}.${key}`, "count", {}, all[key]),
      asList(`${name}.${key}.list`, `${name}.${key}`),
    ]),
    ...joined(name, [...keys.map((key) => `${name}.${key}.list`), ...further]),
  ];
}

/** A single number as a list of one. */
export const asList = (name: string, number: string) =>
  step(name, "multiply", { a: "one", b: number });

/** The input that `counts` and `asList` need. */
export const one = { one: { shape: [1], data: Float32Array.of(1) } };
