// The matrix on its canvas, in the theme that holds there.
import { canvasScale, paintMatrix } from "../../scene/canvas.js";
import type { Geometry } from "../../scene/geometry.js";
import type { Matrix } from "../../scene/scene.js";
import type { Theme } from "../../scene/theme.js";

export function paint(canvas: HTMLCanvasElement, matrix: Matrix, g: Geometry, theme: Theme): void {
  if (matrix.chart) {
    // Sizing clears it: a matrix may have been painted here before.
    canvas.width = canvas.height = 1;
    return;
  }
  const scale = canvasScale(g, window.devicePixelRatio || 1);
  const width = Math.max(1, Math.round(g.cell * g.columns * scale));
  const height = Math.max(1, Math.round(g.cell * g.rows * scale));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) return;
  const contrast = window.matchMedia("(prefers-contrast: more)").matches;
  paintMatrix(context, matrix, g, { theme, scale, contrast });
}

/** The theme that `color-scheme` gives here, read from a colour that depends on it. */
export function themeAt(canvas: HTMLCanvasElement): Theme {
  return getComputedStyle(canvas).color === "rgb(255, 255, 255)" ? "dark" : "light";
}
