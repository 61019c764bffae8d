// The cells of a panel: one rectangle each with tensor, index and value, or paths of one
// colour where there are very many.
import { cellColour, lut } from "../colours.js";
import type { Box, Geometry } from "../geometry.js";
import { EDITED, GREYED, HIDDEN, type Matrix } from "../scene.js";
import { attribute, element, escapeXml, px } from "../xml.js";
import { type Brush, editedMark } from "./brush.js";

/** Above this many cells, cells of one colour are drawn as one path, without tensor and index. */
const MOST_CELLS = 4096;

export function paintCells(matrix: Matrix, g: Geometry, brush: Brush): string {
  const many = matrix.rows * matrix.columns > MOST_CELLS;
  const size = { width: g.cell * g.columns, height: g.cell * g.rows };
  const cells = many
    ? paintRuns(matrix, { x: g.left, y: g.top, ...size }, brush)
    : paintEveryCell(matrix, g, brush);
  const name = { "data-matrix": matrix.id, "shape-rendering": "crispEdges" };
  return element("g", name, `\n${cells.join("\n")}\n`);
}

function paintEveryCell(matrix: Matrix, g: Geometry, brush: Brush): string[] {
  const table = lut(matrix.map, brush.theme);
  const gap = g.cell >= 8 ? 1 : 0;
  const parts: string[] = [];
  for (let row = 0; row < g.rows; row++) {
    for (let column = 0; column < g.columns; column++) {
      const at = row * g.columns + column;
      const flags = matrix.flags[at] ?? 0;
      const x = g.left + column * g.cell;
      const y = g.top + row * g.cell;
      const hidden = (flags & HIDDEN) !== 0;
      const colour = Number.isNaN(matrix.values[at])
        ? { fill: brush.palette.plain, text: brush.palette.text }
        : cellColour(table, matrix.colours[at] ?? 0, (flags & GREYED) !== 0);
      parts.push(
        element("rect", {
          x,
          y,
          width: g.cell - gap,
          height: g.cell - gap,
          fill: hidden ? `url(#${brush.id}-hatch)` : colour.fill,
          "data-tensor": matrix.tensor,
          ...(matrix.gradient ? { "data-gradient": "true" } : {}),
          "data-index": matrix.index(row, column).join(","),
          "data-value": String(matrix.values[at] ?? Number.NaN),
          ...(hidden ? { "data-hidden": "true" } : {}),
          ...((flags & EDITED) !== 0 ? { "data-edited": "true" } : {}),
        }),
      );
      const ink = hidden ? brush.palette.text : colour.text;
      if ((flags & EDITED) !== 0) parts.push(editedMark(x, y, g.cell - gap, ink));
      const text = g.texts[at] ?? "";
      if (text !== "") parts.push(cellText(text, x, y, g, ink));
    }
  }
  return parts;
}

function cellText(text: string, x: number, y: number, g: Geometry, fill: string): string {
  const place = {
    x: x + g.cell / 2 - 0.5,
    y: y + g.cell / 2,
    "text-anchor": "middle",
    "dominant-baseline": "central",
    "font-size": g.cellFont,
    fill,
  };
  return element("text", place, escapeXml(text));
}

/** One path a colour, of runs of cells along a row; together they fill `place`. */
export function paintRuns(matrix: Matrix, place: Box, brush: Brush): string[] {
  const { rows, columns } = matrix;
  const [across, down] = [place.width / columns, place.height / rows];
  const table = lut(matrix.map, brush.theme);
  const paths = new Map<string, string[]>();
  const fillAt = (at: number): string => {
    const flags = matrix.flags[at] ?? 0;
    if ((flags & HIDDEN) !== 0) return `url(#${brush.id}-hatch)`;
    if (Number.isNaN(matrix.values[at])) return brush.palette.plain;
    return cellColour(table, matrix.colours[at] ?? 0, (flags & GREYED) !== 0).fill;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      const fill = fillAt(row * columns + column);
      let end = column + 1;
      while (end < columns && fillAt(row * columns + end) === fill) end++;
      const width = px((end - column) * across);
      const corner = `M${px(place.x + column * across)} ${px(place.y + row * down)}`;
      const path = paths.get(fill) ?? [];
      path.push(`${corner}h${width}v${px(down)}h-${width}z`);
      paths.set(fill, path);
      column = end;
    }
  }
  const name = attribute("data-tensor", matrix.tensor);
  return [...paths].map(([fill, path]) => `<path${name} fill="${fill}" d="${path.join("")}"/>`);
}
