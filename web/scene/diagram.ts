// Boxes joined by lines, in lanes side by side or one below the other. Loaded with the figures that
// draw one.
import { draw } from "./diagram/draw.js";
import { type PlacedDiagram, place } from "./diagram/place.js";
import type { ColourMap, Diagram, DiagramBox } from "./scene.js";

/** A box and its place in a lane: rows run down, column 0 is the outer one. */
export interface PlacedBox extends DiagramBox {
  lane: 0 | 1;
  row: number;
  column: number;
}

/** What stands above a lane: what flows into it. */
export interface Lane {
  title: string;
  words: readonly string[];
  /** The word that is followed. */
  active: number;
}

/** Rows of a lane that belong together. */
export interface Group {
  lane: 0 | 1;
  from: number;
  to: number;
  text: string;
}

/** From a box to another: to its neighbour, down its column, back to the outer one, or across. */
export interface Link {
  from: string;
  to: string;
  /** Written on a line from lane to lane. */
  label?: string;
}

export interface DiagramRequest {
  title: string;
  parameter: string;
  lanes: readonly [Lane, Lane];
  boxes: readonly PlacedBox[];
  groups: readonly Group[];
  links: readonly Link[];
  /** What the colours of the matrices say: the ends of a map, and its axes in words. */
  legend: readonly { map: ColourMap; ends: readonly string[]; text: string }[];
}

export function diagram(request: DiagramRequest): Diagram {
  const { title, parameter, boxes } = request;
  return {
    ...{ title, parameter, boxes },
    place: (width) => place(request, width),
    draw: (g, brush, maps) => draw(request, g as PlacedDiagram, brush, maps),
  };
}
