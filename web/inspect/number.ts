// How the inspector writes a number: four significant digits, powers of ten at the far
// ends, a true minus, and in exact data a fraction where it is one.

import { fraction, raised } from "../scene/numbers.js";

export interface Numerals {
  sign: boolean;
  /** Numerator and denominator of the magnitude. */
  parts?: [number, number];
  /** Digits of the magnitude, or "∞" or "NaN". */
  digits: string;
  /** Power of ten that the digits are multiplied by. */
  power?: number;
}

export function numerals(value: number, fractions = false, significant = 4): Numerals {
  const size = Math.abs(value);
  const sign = value < 0;
  if (Number.isNaN(value)) return { sign: false, digits: "NaN" };
  if (size === Number.POSITIVE_INFINITY) return { sign, digits: "∞" };
  const exact = fractions && !Number.isInteger(size) ? fraction(size) : null;
  if (exact && exact.numerator > 0) {
    const { numerator, denominator } = exact;
    if (denominator === 1) return { sign, digits: String(numerator) };
    return { sign, parts: [numerator, denominator], digits: decimal(size, significant) };
  }
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) {
    const [digits = "", power = ""] = size.toExponential(significant - 1).split("e");
    return { sign, digits: String(Number(digits)), power: Number(power) };
  }
  return { sign, digits: decimal(size, significant) };
}

/** Rounds no whole digit away: 12345.67 is 12346, not 12350. */
function decimal(size: number, significant: number): string {
  const places = Math.max(0, significant - 1 - Math.floor(Math.log10(size || 1)));
  return String(Number(size.toFixed(Math.min(places, 12))));
}

/** On one line: −4/7, 0.5714, −1.2×10⁻⁵, −∞. */
export function numberText(value: number, fractions = false, significant = 4): string {
  return onOneLine(numerals(value, fractions, significant));
}

export function onOneLine({ sign, parts, digits, power }: Numerals): string {
  const body = parts ? parts.join("/") : digits;
  return `${sign ? "−" : ""}${body}${power === undefined ? "" : `×10${raised(power)}`}`;
}
