// Counts side by side: numbers of the operation `count`, one after the other in a list that a
// chart can draw.
import type { AttributeValue, Step } from "../engine/types.js";

/** What is counted, by the operation's attributes. */
export type Counted = Readonly<Record<string, AttributeValue>>;

/**
 * Steps that make the list `name` of the tensors `parts`. A single number becomes a list of one by
 * the program's input `one`, [1].
 */
export function listOf(name: string, parts: readonly string[]): Step[] {
  return parts.slice(1).map((part, at) => ({
    name: at === parts.length - 2 ? name : `${name}.first_${at + 2}`,
    operation: "concatenate",
    inputs: { a: at === 0 ? (parts[0] as string) : `${name}.first_${at + 1}`, b: part },
    attributes: { axis: 0 },
  }));
}

/** Steps that make the list `name` of counts: `NAME.KEY` is one of them. */
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
    ...listOf(
      name,
      keys.map((key) => `${name}.${key}.list`),
    ),
  ];
}

/** The input that `counts` needs. */
export const one = { one: { shape: [1], data: Float32Array.of(1) } };
