// Which of several numbers is the largest.

/**
 * The places of the largest value, in their order: more than one where it is shared, none where
 * there are no numbers or one is NaN. What is smaller by no more than `rounding` counts as equal.
 */
export function largestOf(values: ArrayLike<number>, rounding = 0): number[] {
  const all = Array.from(values);
  const most = all.reduce((sofar, value) => Math.max(sofar, value), -Infinity);
  return all.flatMap((value, at) => (value >= most - rounding ? [at] : []));
}
