// A placed chart as SVG: axes, rules, then a row after the other with its name.
import { lut } from "../colours.js";
import { areaOf, boxOf } from "../geometry.js";
import { EDITED, type Matrix, settable } from "../scene.js";
import type { Brush } from "../svg/brush.js";
import { element, escapeXml, px } from "../xml.js";
import { type ChartOptions, FONT, PER_BAND, type Placed } from "./place.js";

/** Above this many columns a curve has no dots. */
const MOST_DOTS = 64;
/** Curves of one colour differ in their dashes. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3"];
const ROLES = ["query", "key", "value", "gradient", "neutral"] as const;

export function draw(options: ChartOptions, matrix: Matrix, g: Placed, brush: Brush): string {
  const rows = Array.from({ length: matrix.rows }, (_, row) =>
    rowOf(options, matrix, g, brush, row),
  );
  const inside = [
    ...hull(g, brush),
    ...rows,
    ...rules(g, brush),
    ...names(options, matrix, g, brush),
  ];
  return [
    ...axes(options, g, brush),
    element("g", { transform: `translate(${px(g.left)} ${px(g.top)})` }, inside.join("\n")),
  ].join("\n");
}

export function text(words: string, x: number, y: number, fill: string, anchor = "start"): string {
  const place = { x, y, fill, "text-anchor": anchor, "font-size": FONT };
  return element("text", place, escapeXml(words));
}

function axes(options: ChartOptions, g: Placed, { palette }: Brush): string[] {
  const { width, height } = areaOf(g);
  const line = (x1: number, y1: number, x2: number, y2: number, strong: boolean) =>
    element("line", { x1, y1, x2, y2, stroke: strong ? palette.muted : palette.line });
  const [right, bottom] = [g.left + width, g.top + height];
  const title = g.top + height + 32;
  return [
    text(g.rowTitle, 0, 11, palette.muted),
    text(g.columnTitle, right, title, palette.muted, "end"),
    ...g.up.map(({ at }) => line(g.left, g.top + at, right, g.top + at, false)),
    ...g.up.map((tick) => text(tick.text, g.left - 6, g.top + tick.at + 4, palette.muted, "end")),
    ...g.across.map((tick) =>
      text(tick.text, g.left + tick.at, bottom + 15, palette.muted, "middle"),
    ),
    line(g.left, g.top + g.zero.y, right, g.top + g.zero.y, true),
    ...(options.kind === "arrow"
      ? [line(g.left + g.zero.x, g.top, g.left + g.zero.x, bottom, true)]
      : []),
  ];
}

/** Their words can be read across bars, too. */
function rules(g: Placed, { palette }: Brush): string[] {
  const { width } = areaOf(g);
  const halo = {
    ...{ "paint-order": "stroke", stroke: palette.surface },
    ...{ "stroke-width": 4, "stroke-linejoin": "round" },
  };
  return g.rules.flatMap(({ at, text: words, x, y, anchor }) => {
    const place = { x, y, "text-anchor": anchor, "font-size": FONT, fill: palette.text };
    const line = { x1: 0, y1: at, x2: width, y2: at };
    return [
      element("line", { ...line, stroke: palette.text, "stroke-dasharray": "4 3" }),
      element("text", { ...place, ...halo }, escapeXml(words)),
    ];
  });
}

/** The colour of a row: its role's, the next of the roles', or of many rows a step of the map. */
function ink(
  options: ChartOptions,
  matrix: Matrix,
  row: number,
  { palette, theme }: Brush,
): string {
  const role = options.roles?.[row] ?? (matrix.rows === 1 ? matrix.role : undefined);
  if (role) return role === "neutral" ? palette.muted : palette.ink[role];
  const many = ROLES.length * DASHES.length;
  if (matrix.rows <= many) return palette.ink[ROLES[row % ROLES.length] as (typeof ROLES)[number]];
  const table = lut("sequential", theme);
  const at = 3 * Math.round(40 + (170 * row) / (matrix.rows - 1));
  return `rgb(${table[at]},${table[at + 1]},${table[at + 2]})`;
}

function rowOf(
  options: ChartOptions,
  matrix: Matrix,
  g: Placed,
  brush: Brush,
  row: number,
): string {
  const { loose = 0 } = options;
  const colour = ink(options, matrix, row, brush);
  if (options.bands) {
    if (row % PER_BAND > 0) return "";
    return [band(matrix, g, row, colour), curve(options, matrix, g, row, colour)].join("");
  }
  const parts =
    options.kind === "line"
      ? [curve(options, matrix, g, row, loose > 0 ? brush.palette.muted : colour)]
      : options.kind === "arrow"
        ? [arrow(matrix, g, row, colour)]
        : [];
  const few = options.kind === "bar" || matrix.columns <= MOST_DOTS;
  // Beside points that stand by themselves a curve has none.
  const dots = loose > 0 ? loose : few ? matrix.columns : 0;
  for (let column = 0; column < dots; column++) {
    parts.push(mark(options, matrix, g, brush, row, column, colour));
  }
  return element("g", { "data-row": row }, parts.join(""));
}

function hull({ hull: corners }: Placed, { palette }: Brush): string[] {
  if (corners.length === 0) return [];
  const points = corners.map(({ x, y }) => `${px(x)} ${px(y)}`).join(" ");
  const colour = palette.ink.value;
  const look = { fill: colour, "fill-opacity": 0.12, stroke: colour, "stroke-dasharray": "3 3" };
  return [element("polygon", { points, ...look, "stroke-width": 1 })];
}

function curve(
  { loose = 0 }: ChartOptions,
  { columns, rows }: Matrix,
  { marks }: Placed,
  row: number,
  stroke: string,
): string {
  let path = "";
  let pen = "M";
  for (let at = row * columns + loose; at < (row + 1) * columns; at++) {
    const [x = 0, y = Number.NaN] = [marks.xs[at], marks.ys[at]];
    if (!Number.isNaN(y)) path += `${pen}${px(x)} ${px(y)}`;
    pen = Number.isNaN(y) ? "M" : "L";
  }
  const dash =
    rows > ROLES.length ? (DASHES[Math.floor(row / ROLES.length) % DASHES.length] ?? "") : "";
  return element("path", {
    ...{
      d: path || "M0 0",
      fill: "none",
      stroke,
      "stroke-width": 1.75,
      "stroke-linejoin": "round",
    },
    ...(dash === "" ? {} : { "stroke-dasharray": dash }),
  });
}

/** From the lower edge forth and along the upper one back. */
function band({ columns }: Matrix, { marks }: Placed, row: number, fill: string): string {
  const edge = (of: number) =>
    Array.from({ length: columns }, (_, column) => {
      const at = of * columns + column;
      return `${px(marks.xs[at] ?? 0)} ${px(marks.ys[at] ?? 0)}`;
    });
  const points = [...edge(row + 1), ...edge(row + 2).reverse()].join(" ");
  const look = { "fill-opacity": 0.18, stroke: fill, "stroke-width": 0.5 };
  return element("polygon", { points, fill, ...look });
}

function arrow({ columns }: Matrix, { marks, zero }: Placed, row: number, stroke: string): string {
  const [x = 0, y = 0] = [marks.xs[row * columns], marks.ys[row * columns]];
  const [dx, dy] = [x - zero.x, y - zero.y];
  const length = Math.hypot(dx, dy);
  if (!(length > 0)) return "";
  const [ux, uy] = [dx / length, dy / length];
  const wing = (side: number) =>
    `${px(x - 9 * ux + side * 4 * uy)} ${px(y - 9 * uy - side * 4 * ux)}`;
  const shaft = `M${px(zero.x)} ${px(zero.y)}L${px(x)} ${px(y)}`;
  return element("path", {
    ...{ d: `${shaft}M${wing(1)}L${px(x)} ${px(y)}L${wing(-1)}`, fill: "none" },
    ...{ stroke, "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" },
  });
}

/** Paler, because the figure speaks of another one. */
export function unlike({ active }: Matrix, row: number, column: number): boolean {
  return active !== undefined && (row !== active.row || column !== active.column);
}

/** The mark of one cell, with its tensor, index and value. */
function mark(
  options: ChartOptions,
  matrix: Matrix,
  g: Placed,
  { palette }: Brush,
  row: number,
  column: number,
  fill: string,
): string {
  const at = row * matrix.columns + column;
  const [x = 0, y = Number.NaN] = [g.marks.xs[at], g.marks.ys[at]];
  if (Number.isNaN(y)) return "";
  const edited = ((matrix.flags[at] ?? 0) & EDITED) !== 0;
  const data = {
    fill,
    ...(edited ? { stroke: palette.text, "stroke-width": 2 } : {}),
    ...(options.kind === "bar" && unlike(matrix, row, column) ? { "fill-opacity": 0.45 } : {}),
    "data-tensor": matrix.tensor,
    "data-index": matrix.index(row, column).join(","),
    "data-value": String(matrix.values[at] ?? Number.NaN),
  };
  if (options.kind !== "bar") {
    const handle = matrix.drags && matrix.editable && settable(matrix, row, column);
    return element("circle", { cx: x, cy: y, r: handle ? 5.5 : edited ? 4 : 2.5, ...data });
  }
  return element("rect", { ...boxOf(g, row, column), ...data });
}

function names(options: ChartOptions, matrix: Matrix, g: Placed, brush: Brush): string[] {
  const { width } = areaOf(g);
  return g.names.map(({ row, y, text: words, tip }) =>
    text(words, tip?.x ?? width + 8, y + 4, ink(options, matrix, row, brush), tip?.anchor),
  );
}
