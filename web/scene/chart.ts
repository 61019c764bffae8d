// The numbers of a matrix as curves, bars, or arrows of a plane. Loaded with the figures that
// draw one.
import { draw } from "./chart/draw.js";
import { type ChartOptions, type Placed, place } from "./chart/place.js";
import type { Chart } from "./scene.js";

export type { ChartOptions, Rule } from "./chart/place.js";

export function chart(options: ChartOptions): Chart {
  return {
    place: (matrix, width, language) => place(options, matrix, width, language),
    draw: (matrix, g, brush) => draw(options, matrix, g as Placed, brush),
  };
}
