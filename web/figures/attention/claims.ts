// What the chapter claims about attention, checked on the numbers that are drawn: a
// verdict and the measured value, never a decoration.
import { t } from "../../i18n/t.js";
import { HIDDEN, type Matrix } from "../../scene/scene.js";
import { type Context, write } from "./panel.js";

/** Rounding of a row of float32 weights. */
const ROUNDING = 1e-5;

/** The largest distance from 1 of the rows that see anything. */
function deviation({ rows, columns, values, flags }: Matrix): number {
  let largest = 0;
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    let seen = false;
    for (let at = row * columns; at < (row + 1) * columns; at++) {
      sum += values[at] ?? 0;
      if (((flags[at] ?? 0) & HIDDEN) === 0) seen = true;
    }
    if (seen) largest = Math.max(largest, Math.abs(sum - 1));
  }
  return largest;
}

/** The largest magnitude among the pairs that the mask hides. */
function largestHidden(mask: Uint8Array, { values }: Matrix): number {
  return mask.reduce(
    (most, bit, at) => (bit ? most : Math.max(most, Math.abs(values[at] ?? 0))),
    0,
  );
}

/** One sentence a claim that these data can settle. */
export function claimsOf(
  context: Context,
  weights: Matrix | undefined,
  map: Matrix | undefined,
): string[] {
  const { language, mask } = context;
  const said: string[] = [];
  const check = (claim: "rows" | "hidden" | "gradient", measured: number, allowed: number) => {
    const verdict = t(language, `common.claim.${measured <= allowed ? "holds" : "fails"}`);
    said.push(
      t(language, `attention.claim.${claim}`, { verdict, value: write(context, measured) }),
    );
  };
  if (weights !== undefined) check("rows", deviation(weights), ROUNDING);
  if (weights !== undefined && mask !== undefined) check("hidden", largestHidden(mask, weights), 0);
  if (map !== undefined && mask !== undefined) {
    // A word reaches its own output through its query, whatever the mask.
    const others = mask.map((bit, at) => (at % (map.columns + 1) === 0 ? 1 : bit));
    check("gradient", largestHidden(others, map), 0);
  }
  return said;
}
