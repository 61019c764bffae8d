// An axis with round numbers: from values to a share of its length.
import type { Language } from "../../i18n/types.js";
import { formatNumber } from "../numbers.js";
import { formatWhole } from "../whole.js";

export interface Scale {
  low: number;
  high: number;
  /** 0 at the low end, 1 at the high one; NaN for what has no place. */
  position(value: number): number;
  ticks: { at: number; text: string }[];
  /** The value from which bars start. */
  zero: number;
}

interface Options {
  log: boolean;
  /** As far below 0 as above it. */
  symmetric: boolean;
  /** A number with at most so many decimals. */
  text(value: number, digits: number): string;
}

export function scale(values: readonly number[], options: Options): Scale {
  const { log, symmetric, text } = options;
  const known = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  const inner = known.map((value) => (log ? Math.log10(value) : value));
  let low = inner.length > 0 ? inner.reduce((a, b) => Math.min(a, b)) : 0;
  let high = inner.length > 0 ? inner.reduce((a, b) => Math.max(a, b)) : 1;
  if (symmetric) {
    high = Math.max(Math.abs(low), Math.abs(high)) || 1;
    low = -high;
  }
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const step = log ? Math.max(1, Math.ceil((high - low) / 6)) : roundStep((high - low) / 4);
  low = Math.floor(low / step + 1e-9) * step;
  high = Math.ceil(high / step - 1e-9) * step;
  const count = Math.round((high - low) / step);
  const power = (value: number) => Math.floor(Math.log10(Math.abs(value) || step) + 1e-9);
  // Decimals below 1; above, what a power of ten needs: 1.5×10⁶ among steps of 500 000.
  const digits = (value: number) =>
    log ? 2 : Math.max(0, step < 1 ? -power(step) : power(value) - power(step));
  const at = (tick: number) => (Math.round(low / step) + tick) * step;
  return {
    low,
    high,
    position(value) {
      const place = log ? Math.log10(value) : value;
      return Number.isFinite(place) ? (place - low) / (high - low) : Number.NaN;
    },
    ticks: Array.from({ length: count + 1 }, (_, tick) => {
      // 0.1 + 0.2 is written as 0.3.
      const value = log ? 10 ** at(tick) : Number(at(tick).toPrecision(12));
      return { at: value, text: text(value, digits(value)) };
    }),
    zero: log ? 10 ** low : Math.max(low, Math.min(high, 0)),
  };
}

/** 1, 2 or 5 times a power of ten, at least as large. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** A round number beside its axis. */
export const tick = (value: number, digits: number, language: Language): string =>
  value % 1 || value >= 1e6 ? formatNumber(value, language, digits) : formatWhole(value, language);
