// Counts with all their digits.
import type { Language } from "../i18n/types.js";
import { formatNumber } from "./numbers.js";

/** A count with all its digits, in threes: 109,482,240. */
export function formatWhole(value: number, language: Language): string {
  if (!Number.isInteger(value)) return formatNumber(value, language);
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ",");
  return value < 0 ? `−${digits}` : digits;
}
