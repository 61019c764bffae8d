import type { Language } from "../i18n/types.js";

// How numbers are written. Both languages write digits alike; the parameter keeps that a
// decision of this file alone.

const MINUS = "−";

/**
 * At most `digits` decimals, a true minus sign, integers without decimals. Very large and very
 * small numbers become a power of ten, so that no number but zero is written as zero.
 */
export function formatNumber(value: number, _language: Language, digits = 3): string {
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 ? MINUS : "";
  const size = Math.abs(value);
  if (size === Number.POSITIVE_INFINITY) return `${sign}∞`;
  if (Number.isInteger(size) && size < 1e6) return `${sign}${size}`;
  if (size >= 1e6 || size < 0.5 * 10 ** -digits) return sign + powerOfTen(size, digits);
  return sign + size.toFixed(size >= 100 ? Math.max(1, digits - 2) : digits);
}

function powerOfTen(size: number, digits: number): string {
  const [mantissa = "", exponent = ""] = size.toExponential(Math.min(digits, 2)).split("e");
  return `${mantissa}×10${raised(Number(exponent))}`;
}

/** An exponent in superscript digits: ⁻⁵. */
export function raised(power: number): string {
  return String(power).replace(/[-\d]/g, (sign) =>
    sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(Number(sign)),
  );
}

export interface Fraction {
  numerator: number;
  denominator: number;
}

const LARGEST_DENOMINATOR = 100;
const LARGEST_NUMERATOR = 200;

/**
 * The simplest p/q, p ≤ 200 and q ≤ 100, that a float32 within two units in its last place can
 * mean, by continued fractions; an integer as it is; else null. Among numbers of any kind one
 * in a thousand looks like one by chance: ask only where the data are known to be exact.
 */
export function fraction(value: number): Fraction | null {
  const size = Math.abs(value);
  if (Number.isInteger(size) && size <= 1e6) return { numerator: value || 0, denominator: 1 };
  if (!(size <= LARGEST_NUMERATOR)) return null;
  const tolerance = 2 ** (Math.floor(Math.log2(size)) - 22);
  // Convergents h/k of [a0; a1, a2, …].
  let [h, k, hBefore, kBefore] = [1, 0, 0, 1];
  let rest = size;
  while (true) {
    const a = Math.floor(rest);
    [h, hBefore] = [a * h + hBefore, h];
    [k, kBefore] = [a * k + kBefore, k];
    if (k > LARGEST_DENOMINATOR || h > LARGEST_NUMERATOR) return null;
    if (Math.abs(size - h / k) <= tolerance) {
      return { numerator: value < 0 ? -h : h, denominator: k };
    }
    rest = 1 / (rest - a);
    if (!Number.isFinite(rest)) return null;
  }
}

/** 4/7, 3, or a decimal number: what a cell says. */
export function formatValue(value: number, language: Language, digits = 3): string {
  const exact = fraction(value);
  if (exact === null) return formatNumber(value, language, digits);
  const { numerator, denominator } = exact;
  const size = `${Math.abs(numerator)}${denominator === 1 ? "" : `/${denominator}`}`;
  return numerator < 0 ? MINUS + size : size;
}

/** What the engine can hold: a finite float32. */
export function isFloat(value: number): boolean {
  return Number.isFinite(Math.fround(value));
}

export const LARGEST_FLOAT = "−3.4×10³⁸…3.4×10³⁸";

/** Reads what a reader types: 0.5, −1, 1/4, 2e-3, full-width digits. NaN when it is no number. */
export function parseNumber(text: string): number {
  const plain = text.normalize("NFKC").trim().replace(/[−–]/g, "-").replace(/。/g, ".");
  const pattern = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?:\s*\/\s*(\d+(?:\.\d*)?))?$/i;
  const found = pattern.exec(plain);
  if (found === null) return Number.NaN;
  const value = Number(found[1]) / (found[2] === undefined ? 1 : Number(found[2]));
  return Number.isFinite(value) ? value : Number.NaN;
}
