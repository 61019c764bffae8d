// What the chapter prints of this module.

/** The least and the largest of its 25 weights. */
export const PRINTED = { least: 0.1823, largest: 0.2234 };

/** How many seeds have all of their weights within those, by the least and largest of each. */
export function insideOf(least: ArrayLike<number>, largest: ArrayLike<number>): number {
  return Array.from(least).filter(
    (one, at) => one >= PRINTED.least && Number(largest[at]) <= PRINTED.largest,
  ).length;
}
