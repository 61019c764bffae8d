import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cellColour,
  channels,
  colourIndex,
  contrast,
  divergingLegend,
  luminance,
  lut,
  sequentialLegend,
} from "../../../web/scene/colours.js";
import { HIDDEN } from "../../../web/scene/scene.js";
import { palettes } from "../../../web/scene/theme.js";

const themes = ["light", "dark"] as const;
const maps = ["sequential", "diverging", "mask", "none"] as const;

const luminanceAt = (table: Uint8Array, i: number) =>
  luminance(table[3 * i] ?? 0, table[3 * i + 1] ?? 0, table[3 * i + 2] ?? 0);

const luminanceOf = (hex: string) => {
  const [r = 0, g = 0, b = 0] = channels(hex);
  return luminance(r, g, b);
};

test("every entry of every map carries text at 4.5:1 or more, greyed or not", () => {
  for (const theme of themes) {
    for (const map of maps) {
      const table = lut(map, theme);
      assert.equal(table.length, 768);
      for (let i = 0; i < 256; i++) {
        for (const greyed of [false, true]) {
          const { fill, text } = cellColour(table, i, greyed);
          const ratio = contrast(luminanceOf(fill), luminanceOf(text));
          assert.ok(ratio >= 4.5, `${map} ${theme} ${i}: ${ratio}`);
        }
      }
    }
  }
});

test("the sequential map rises in lightness from entry to entry", () => {
  for (const theme of themes) {
    const table = lut("sequential", theme);
    for (let i = 1; i < 256; i++) {
      const step = luminanceAt(table, i) - luminanceAt(table, i - 1);
      assert.ok(step >= 0, `${i}: ${step}`);
    }
    assert.ok(luminanceAt(table, 255) - luminanceAt(table, 0) > 0.6);
  }
});

test("the diverging map is blue below, orange above, neutral in the middle, monotone on each side", () => {
  for (const [theme, direction] of [
    ["light", 1],
    ["dark", -1],
  ] as const) {
    const table = lut("diverging", theme);
    const [r = 0, g = 0, b = 0] = [...table.subarray(3 * 128, 3 * 129)];
    assert.ok(Math.max(r, g, b) - Math.min(r, g, b) <= 12, `middle ${r} ${g} ${b}`);
    assert.ok((table[2] ?? 0) > (table[0] ?? 0), "blue at the low end");
    assert.ok((table[765] ?? 0) > (table[767] ?? 0), "orange at the high end");
    for (let i = 1; i < 128; i++) {
      assert.ok(
        direction * (luminanceAt(table, i) - luminanceAt(table, i - 1)) >= -2e-3,
        `${theme} ${i}`,
      );
      const high = 255 - i;
      assert.ok(
        direction * (luminanceAt(table, high) - luminanceAt(table, high + 1)) >= -2e-3,
        `${theme} ${high}`,
      );
    }
  }
});

test("words in the roles' colours, quiet text and text on the hatch reach 4.5:1", () => {
  for (const theme of themes) {
    const { surface, plain, ink, muted, text, hidden, hatch } = palettes[theme];
    for (const colour of [...Object.values(ink), muted, text]) {
      assert.ok(contrast(luminanceOf(colour), luminanceOf(surface)) >= 4.5, `${theme} ${colour}`);
      assert.ok(
        contrast(luminanceOf(colour), luminanceOf(plain)) >= 4.5,
        `${theme} ${colour} plain`,
      );
    }
    for (const ground of [hidden, hatch]) {
      assert.ok(contrast(luminanceOf(text), luminanceOf(ground)) >= 4.5, `${theme} ${ground}`);
    }
  }
});

test("values map to the ends, the middle and beyond", () => {
  const legend = divergingLegend([-1, 4, 0], "en");
  assert.deepEqual(
    legend.map((mark) => mark.at),
    [-4, 0, 4],
  );
  assert.equal(colourIndex("diverging", 0, legend), 128);
  assert.equal(colourIndex("diverging", -4, legend), 0);
  assert.equal(colourIndex("diverging", 4, legend), 255);
  assert.equal(colourIndex("diverging", 99, legend), 255);
  assert.equal(colourIndex("sequential", Number.NaN, sequentialLegend([0, 1], "en")), 0);
  assert.equal(colourIndex("mask", 1, []), 255);
  assert.equal(colourIndex("mask", 0, []), 0);
});

test("a legend takes its numbers from the visible, finite values alone", () => {
  const values = [0.25, Number.NEGATIVE_INFINITY, 7, 0.5, Number.NaN];
  const flags = Uint8Array.of(0, HIDDEN, HIDDEN, 0, 0);
  assert.deepEqual(sequentialLegend(values, "en", flags), [
    { at: 0.25, text: "0.25" },
    { at: 0.5, text: "0.50" },
  ]);
  const none = sequentialLegend([Number.NaN], "zh");
  assert.deepEqual(
    none.map((mark) => mark.at),
    [0, 0],
  );
});

test("one value everywhere is the middle of the map, and 0 the colour of 0", () => {
  assert.equal(colourIndex("sequential", 0, sequentialLegend([0, 0], "en")), 0);
  assert.equal(colourIndex("sequential", 0.3, sequentialLegend([0.3, 0.3], "en")), 127);
  assert.equal(colourIndex("diverging", 0, divergingLegend([0, 0], "en")), 128);
});
