// Counts side by side: numbers of the operation `count`, one after the other in a list that a
// chart can draw.
import type { AttributeValue, Step } from "../engine/types.js";
import { joined } from "./steps.js";

/** What is counted, by the operation's attributes. */
export type Counted = Readonly<Record<string, AttributeValue>>;

/**
 * Steps that make the list `name` of counts: `NAME.KEY` is one of them. A single number becomes a
 * list of one by the program's input `one`, [1].
 */
export function counts(name: string, all: Readonly<Record<string, Counted>>): Step[] {
  const keys = Object.keys(all);
  return [
    ...keys.flatMap((key): Step[] => [
      { name: `${name}.${key}`, operation: "count", attributes: { ...all[key] } },
      {
        name: `${name}.${key}.list`,
        operation: "multiply",
        inputs: { a: "one", b: `${name}.${key}` },
      },
    ]),
    ...joined(
      name,
      keys.map((key) => `${name}.${key}.list`),
    ),
  ];
}

/** The input that `counts` needs. */
export const one = { one: { shape: [1], data: Float32Array.of(1) } };
