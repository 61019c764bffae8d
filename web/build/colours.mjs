// Bakes the colour maps into web/scene/colours.gen.ts: 256 RGB entries each, written as the steps
// from entry to entry, one letter a step ("M" = 0), which packs to a quarter of the plain bytes.
// Sequential: viridis. Diverging: ColorBrewer's blues of RdBu and oranges of PuOr, which share
// their neutral middle; the dark theme has a dark middle, so that zero stays quiet there too.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { interpolateRgbBasis } from "d3-interpolate";
import { interpolateViridis, schemePuOr, schemeRdBu } from "d3-scale-chromatic";

const blues = schemeRdBu[11].slice(5).reverse();
const oranges = schemePuOr[11].slice(0, 5).reverse();
// PuOr of d3 runs from purple to orange or from orange to purple; take the side that is orange.
const warm = isWarm(oranges[0]) ? oranges : schemePuOr[11].slice(6);

const night = [
  "#b9dcf5",
  "#7ab8e6",
  "#3d8cc4",
  "#27597f",
  "#2c3036",
  "#7a4410",
  "#bd6a14",
  "#ee9b47",
  "#fdd3a0",
];

const maps = {
  sequential: interpolateViridis,
  diverging: interpolateRgbBasis([...blues, ...warm]),
  divergingDark: interpolateRgbBasis(night),
};

function isWarm(colour) {
  const [red, , blue] = channels(colour);
  return red > blue;
}

function channels(colour) {
  if (colour.startsWith("#")) {
    return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  }
  return colour.match(/\d+/g).slice(0, 3).map(Number);
}

function bake(interpolate, rising) {
  const colours = [];
  let before = 0;
  for (let i = 0; i < 256; i++) {
    const colour = channels(interpolate(i / 255));
    // Rounding to 8 bits makes viridis a shade darker here and there.
    while (rising && luminance(colour) < before) colour[1]++;
    before = luminance(colour);
    colours.push(colour);
  }
  const steps = [0, 1, 2].map((channel) => {
    const levels = colours.map((colour) => colour[channel]);
    return levels
      .slice(1)
      .map((level, i) => letter(level - levels[i]))
      .join("");
  });
  return { start: colours[0], steps: steps.join("") };
}

function letter(step) {
  // From "?" to "[": all of them plain in a string.
  if (Math.abs(step) > 14) throw new RangeError(`a step of ${step} between neighbouring colours`);
  return String.fromCharCode("M".charCodeAt(0) + step);
}

/** WCAG relative luminance. */
function luminance(colour) {
  const [r, g, b] = colour.map((c) =>
    c <= 0.04045 * 255 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const lines = [
  "// Made by web/build/colours.mjs from d3-scale-chromatic (ISC; ColorBrewer, Apache-2.0). Do not edit.",
  "// biome-ignore-all format: generated",
  "/** The first colour, then 255 steps of red, of green and of blue. */",
  "export interface BakedMap {",
  "  start: readonly number[];",
  "  steps: string;",
  "}",
  ...Object.entries(maps).map(([name, map]) => {
    const { start, steps } = bake(map, name === "sequential");
    return `export const ${name}: BakedMap = {\n  start: [${start}],\n  steps: "${steps}",\n};`;
  }),
];
const out = process.argv[2] ?? fileURLToPath(new URL("../scene/colours.gen.ts", import.meta.url));
const text = `${lines.join("\n")}\n`;
// An unchanged file keeps its time, so that nothing is rebuilt for it.
if (!existsSync(out) || readFileSync(out, "utf8") !== text) writeFileSync(out, text);
