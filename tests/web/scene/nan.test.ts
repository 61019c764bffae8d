// A number that is none has no place on a colour map: both painters leave its cell plain.
import assert from "node:assert/strict";
import { test } from "node:test";
import { panel } from "../../../web/figures/panel.js";
import { planeOf } from "../../../web/figures/slice.js";
import { fillPixels } from "../../../web/scene/canvas.js";
import { geometry } from "../../../web/scene/geometry.js";
import type { Scene } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { palettes } from "../../../web/scene/theme.js";

const axis = { title: "", labels: ["1", "2", "3"] };
const matrix = panel("en", {
  ...{ id: "weights", title: "weights", tensor: "weights", role: "neutral", map: "sequential" },
  slice: planeOf({ shape: [1, 3], data: Float32Array.of(0, Number.NaN, 1) }),
  ...{ rowAxis: axis, columnAxis: axis, write: String, speak: (_r, _c, text) => text },
});

test("NaN is plain, 0 and 1 have colours", () => {
  for (const theme of ["light", "dark"] as const) {
    const pixels = new Uint32Array(3);
    fillPixels(pixels, matrix, geometry(matrix, 400, "en", 0), theme);
    const colour = (abgr = 0) =>
      `#${[abgr, abgr >> 8, abgr >> 16].map((c) => (c & 255).toString(16).padStart(2, "0")).join("")}`;
    const { plain } = palettes[theme];
    assert.deepEqual(
      Array.from(pixels, (one) => colour(one) === plain),
      [false, true, false],
    );
    const scene: Scene = {
      ...{ figure: "sample", title: "", summary: "", notes: [], tables: [], fractions: false },
      ...{ language: "en", bands: [{ id: "all", panels: [matrix] }] },
    };
    const svg = paintSvg(scene, { theme });
    const fills = [...svg.matchAll(/fill="([^"]+)" data-tensor/g)].map(([, fill]) => fill);
    assert.deepEqual(
      fills.map((fill) => fill === plain),
      [false, true, false],
    );
  }
});
