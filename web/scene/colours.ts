import type { Language } from "../i18n/types.js";
import { type BakedMap, diverging, divergingDark, sequential } from "./colours.gen.js";
import { formatNumber } from "./numbers.js";
import { type ColourMap, HIDDEN } from "./scene.js";
import { palettes, type Theme } from "./theme.js";

export interface LegendMark {
  at: number;
  text: string;
}

/** Red, green, blue, 256 entries. */
export type Lut = Uint8Array;

const luts = new Map<string, Lut>();

/** The colours of a map in a theme; the same array at every call. */
export function lut(map: ColourMap, theme: Theme): Lut {
  const name = `${map} ${theme}`;
  let table = luts.get(name);
  if (table === undefined) {
    table = makeLut(map, theme);
    luts.set(name, table);
  }
  return table;
}

function makeLut(map: ColourMap, theme: Theme): Lut {
  if (map === "sequential") return decode(sequential);
  if (map === "diverging") return decode(theme === "dark" ? divergingDark : diverging);
  const palette = palettes[theme];
  return map === "mask" ? ramp(palette.hidden, palette.plain) : ramp(palette.plain, palette.plain);
}

/** Adds up the steps of each channel (see web/build/colours.mjs). */
function decode({ start, steps }: BakedMap): Lut {
  const table = new Uint8Array(256 * 3);
  for (let channel = 0; channel < 3; channel++) {
    let level = start[channel] ?? 0;
    for (let i = 0; i < 256; i++) {
      table[3 * i + channel] = level;
      level += steps.charCodeAt(255 * channel + i) - 77;
    }
  }
  return table;
}

function ramp(from: string, to: string): Lut {
  const [a, b] = [channels(from), channels(to)];
  const table = new Uint8Array(256 * 3);
  for (let i = 0; i < 256; i++) {
    for (let c = 0; c < 3; c++) {
      const start = a[c] ?? 0;
      table[3 * i + c] = Math.round(start + (((b[c] ?? 0) - start) * i) / 255);
    }
  }
  return table;
}

/** "#0072b2" → [0, 114, 178]. */
export function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** 0…255: where the value lies between the ends of the legend. */
export function colourIndex(map: ColourMap, value: number, legend: readonly LegendMark[]): number {
  if (map === "mask") return value > 0 ? 255 : 0;
  if (map === "none" || Number.isNaN(value)) return 0;
  const low = legend[0]?.at ?? 0;
  const high = legend.at(-1)?.at ?? 1;
  // One value only: the middle of the map, which for a diverging map is its zero.
  if (!(high > low)) return map === "diverging" ? 128 : low === 0 ? 0 : 127;
  const position = (value - low) / (high - low);
  return Math.round(255 * Math.min(1, Math.max(0, position)));
}

type Numbers = ArrayLike<number>;

/** The ends of the visible, finite values. */
export function sequentialLegend(
  values: Numbers,
  language: Language,
  flags?: Uint8Array,
): LegendMark[] {
  const { low, high } = extent(values, flags);
  return marks([low, high], language);
}

/** Symmetric about zero, so that the neutral middle is zero. */
export function divergingLegend(
  values: Numbers,
  language: Language,
  flags?: Uint8Array,
): LegendMark[] {
  const { low, high } = extent(values, flags);
  const end = Math.max(Math.abs(low), Math.abs(high));
  return marks([-end, 0, end], language);
}

function marks(at: number[], language: Language): LegendMark[] {
  return at.map((value) => ({ at: value, text: formatNumber(value, language, 2) }));
}

function extent(values: Numbers, flags?: Uint8Array): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value) || ((flags?.[i] ?? 0) & HIDDEN) !== 0) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? { low: 0, high: 0 } : { low, high };
}

/** WCAG relative luminance of 8-bit sRGB. */
export function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Black or white, whichever stands out more: never below 4.58:1. */
export function textOn(red: number, green: number, blue: number): "#000000" | "#ffffff" {
  const l = luminance(red, green, blue);
  return contrast(l, 0) >= contrast(l, 1) ? "#000000" : "#ffffff";
}

export interface CellColour {
  fill: string;
  text: "#000000" | "#ffffff";
}

/** What a cell of this index looks like; a greyed cell keeps its lightness and loses its hue. */
export function cellColour(table: Lut, index: number, greyed: boolean): CellColour {
  let [r, g, b] = [table[3 * index] ?? 0, table[3 * index + 1] ?? 0, table[3 * index + 2] ?? 0];
  if (greyed) r = g = b = grey(r, g, b);
  return { fill: hex(r, g, b), text: textOn(r, g, b) };
}

/** The grey of (nearly) the same lightness. */
export function grey(red: number, green: number, blue: number): number {
  return Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
}

function hex(...rgb: number[]): string {
  return `#${rgb.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}
