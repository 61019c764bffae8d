// A placed diagram as SVG: lines, then boxes with their words and matrices.
import type { DiagramRequest, PlacedBox } from "../diagram.js";
import type { Box } from "../geometry.js";
import type { Matrix } from "../scene.js";
import type { Brush } from "../svg/brush.js";
import { paintRuns } from "../svg/cells.js";
import { colourBar } from "../svg/legend.js";
import { textWidth, truncate, wrap } from "../text.js";
import type { Palette } from "../theme.js";
import { element, escapeXml, px } from "../xml.js";
import {
  FONT,
  HEAD,
  type Head,
  LINE,
  type Line,
  type PlacedDiagram,
  type Point,
  SUM,
} from "./place.js";

export function draw(
  request: DiagramRequest,
  g: PlacedDiagram,
  brush: Brush,
  maps: boolean,
): string {
  const { palette } = brush;
  return [
    ...g.groups.map((group) => groupOf(group, palette)),
    ...g.heads.flatMap((head) => headOf(request, head, palette)),
    ...g.lines.map((line) => lineOf(line, palette)),
    ...g.sums.map((sum) => sumOf(sum, palette)),
    ...g.lines.flatMap(({ label }) => (label ? [labelOf(label, palette.ink.key)] : [])),
    ...request.boxes.map((box, at) =>
      boxOf(box, g.boxes[at] as PlacedDiagram["boxes"][0], brush, maps),
    ),
    ...request.legend.map((one, at) =>
      legendOf(one, g.legend[at] as PlacedDiagram["legend"][0], brush),
    ),
  ].join("\n");
}

function words(content: string, look: Record<string, string | number>): string {
  return element("text", { "font-size": FONT, ...look }, content);
}

function groupOf({ label, ...place }: PlacedDiagram["groups"][0], palette: Palette): string {
  const look = { fill: "none", stroke: palette.line, "stroke-dasharray": "3 3" };
  return element("rect", { ...place, rx: 6, ...look }) + labelOf(label, palette.muted);
}

/** The words that flow in; the one that is followed stands out. */
function headOf(
  { lanes }: DiagramRequest,
  { lane, x, y, anchor, lines }: Head,
  palette: Palette,
): string[] {
  const { title, words: all, active } = lanes[lane] as DiagramRequest["lanes"][0];
  const look = (line: number) => ({
    ...{ x, y: y + HEAD + line * LINE, "text-anchor": anchor, "font-size": HEAD },
  });
  return [
    words(escapeXml(title), { ...look(0), "font-weight": 600, fill: palette.text }),
    ...lines.map((line, at) => {
      const made = line.map((word) => {
        const on = { "font-weight": 700, "text-decoration": "underline", fill: palette.text };
        return element("tspan", word === active ? on : {}, escapeXml(all[word] ?? ""));
      });
      return words(made.join(" "), { ...look(at + 1), fill: palette.muted });
    }),
  ];
}

function lineOf({ points, across }: Line, palette: Palette): string {
  const stroke = across ? palette.ink.key : palette.muted;
  const path = points.map(({ x, y }, at) => `${at ? "L" : "M"}${px(x)} ${px(y)}`).join("");
  const [before, end] = points.slice(-2) as [Point, Point];
  const [ux, uy] = [Math.sign(end.x - before.x), Math.sign(end.y - before.y)];
  const wing = (side: number) =>
    `${px(end.x - 6 * ux + side * 3.5 * uy)} ${px(end.y - 6 * uy + side * 3.5 * ux)}`;
  const head = `M${wing(1)}L${px(end.x)} ${px(end.y)}L${wing(-1)}`;
  const look = { "stroke-width": across ? 2 : 1.25, "stroke-linejoin": "round" };
  return element("path", { d: path + head, fill: "none", stroke, ...look });
}

/** ⊕ */
function sumOf({ x, y }: Point, palette: Palette): string {
  const cross = `M${px(x - SUM)} ${px(y)}h${2 * SUM}M${px(x)} ${px(y - SUM)}v${2 * SUM}`;
  const look = { stroke: palette.muted, "stroke-width": 1.25 };
  return (
    element("circle", { cx: x, cy: y, r: SUM, fill: palette.surface, ...look }) +
    element("path", { d: cross, ...look })
  );
}

function labelOf({ text, x, y, anchor }: NonNullable<Line["label"]>, fill: string): string {
  return words(escapeXml(text), { x, y, "text-anchor": anchor, fill });
}

function boxOf(
  { id, title, open, matrix }: PlacedBox,
  { x, y, width, height, map }: Box & { map: Box },
  brush: Brush,
  maps: boolean,
): string {
  const { palette } = brush;
  const reach = reachOf(matrix);
  const room = width - 10;
  const font = Math.min(FONT, Math.max(9, room / textWidth(title, 1)));
  const short = truncate(title, room, font);
  const fits = textWidth(short, font) + textWidth(reach, FONT - 1) + 6 <= room;
  const row = { x: x + 5, y: y + 13 };
  const frame = { stroke: open ? palette.text : palette.line, "stroke-width": open ? 2.5 : 1 };
  const parts = [
    // Below, where the page has them, lie the heat maps.
    element("rect", {
      x,
      y,
      width,
      height,
      rx: 4,
      fill: maps ? palette.surface : "none",
      ...frame,
    }),
    words(escapeXml(short), {
      "font-size": font,
      ...{ ...row, fill: palette.text, "font-weight": open ? 700 : 500 },
    }),
    ...(fits && reach !== ""
      ? [
          words(escapeXml(reach), {
            ...{ x: x + width - 5, y: row.y, "text-anchor": "end" },
            ...{ "font-size": FONT - 1, fill: palette.muted },
          }),
        ]
      : []),
    ...(matrix.map === "none"
      ? listed(matrix, map, palette)
      : maps
        ? paintRuns(matrix, map, brush)
        : []),
    ...(matrix.map === "none" ? [] : [followed(matrix, map, palette)]),
  ];
  return element("g", { "data-box": id }, parts.join("\n"));
}

/** What its colours reach; of weights that is 1. */
function reachOf({ map, legend }: Matrix): string {
  return map === "diverging" ? `±${legend.at(-1)?.text ?? ""}` : "";
}

/** The row of the token that is followed. */
function followed({ rows, active }: Matrix, map: Box, { text, surface }: Palette): string {
  if (!active) return "";
  const down = map.height / rows;
  const place = { x: map.x - 1, y: map.y + active.row * down - 1, width: map.width + 2 };
  const frame = { ...place, height: down + 2, fill: "none" };
  return (
    element("rect", { ...frame, stroke: surface, "stroke-width": 2.5 }) +
    element("rect", { ...frame, stroke: text, "stroke-width": 1 })
  );
}

/** Numbers with the names of their rows, each over its bar. */
function listed(matrix: Matrix, place: Box, palette: Palette): string[] {
  const down = place.height / matrix.rows;
  const most = Math.max(...Array.from(matrix.values, Number)) || 1;
  return matrix.rowAxis.labels.flatMap((name, row) => {
    const y = place.y + row * down;
    const number = matrix.text(row, 0);
    const room = place.width - textWidth(number, FONT) - 6;
    const bar = { x: place.x, y, height: down - 1, fill: palette.ink.query, "fill-opacity": 0.2 };
    const look = { y: y + down - 3, "font-size": FONT - 1, fill: palette.text };
    return [
      element("rect", {
        ...bar,
        width: (place.width * Math.max(0, Number(matrix.values[row]))) / most,
      }),
      words(escapeXml(truncate(name, room, FONT - 1)), { ...look, x: place.x + 2 }),
      words(escapeXml(number), { ...look, x: place.x + place.width - 2, "text-anchor": "end" }),
    ];
  });
}

function legendOf(
  { map, ends, text }: DiagramRequest["legend"][0],
  { x, y, width: room }: PlacedDiagram["legend"][0],
  { palette, theme }: Brush,
): string {
  const width = 96;
  const lines = wrap(text, room - width - 12, FONT);
  const last = Math.max(1, ends.length - 1);
  const parts = [
    ...colourBar({ map }, width, theme),
    ...ends.map((end, at) =>
      words(escapeXml(end), {
        ...{ x: (width * at) / last, y: 22, fill: palette.muted, "font-size": FONT - 1 },
        "text-anchor": at === 0 ? "start" : at === last ? "end" : "middle",
      }),
    ),
    ...lines.map((line, at) =>
      words(escapeXml(line), { x: width + 12, y: 9 + 14 * at, fill: palette.muted }),
    ),
  ];
  return element("g", { transform: `translate(${px(x)} ${px(y)})` }, parts.join(""));
}
