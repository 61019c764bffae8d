// The numbers of a matrix as curves, bars that stand or lie, or arrows of a plane. Loaded with the figures that
// draw one.
import { draw } from "./chart/draw.js";
import { drawLying, type LyingOptions, type LyingPlaced, placeLying } from "./chart/lying.js";
import { type ChartOptions, type Placed, place } from "./chart/place.js";
import type { Chart } from "./scene.js";

export type { ChartOptions, Rule } from "./chart/place.js";

export function chart(options: ChartOptions): Chart {
  return {
    place: (matrix, width, language) => place(options, matrix, width, language),
    draw: (matrix, g, brush) => draw(options, matrix, g as Placed, brush),
  };
}

/** Bars that lie, with their names before and their numbers after them: a row is a place, a column a series. */
export function lying(options: LyingOptions = {}): Chart {
  return {
    place: (matrix, width) => placeLying(matrix, width),
    draw: (matrix, g, brush) => drawLying(options, matrix, g as LyingPlaced, brush),
  };
}
