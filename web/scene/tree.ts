// A matrix as a tree that grows to the right: a column is a step, and every cell a node that hangs on
// a node of the column before it, or on the root.
import { boxOf, type Geometry } from "./geometry.js";
import type { Chart, Matrix } from "./scene.js";
import type { Brush } from "./svg/brush.js";
import { textWidth, truncate } from "./text.js";
import { element, escapeXml, px } from "./xml.js";

export interface TreeOptions {
  /** What all branches begin with. */
  root: string;
  /** Row-major, of each node the row of its parent. */
  parents: ArrayLike<number>;
  /** Row-major: a branch that goes on, one that came to its end, one that was cut off. */
  looks: readonly ("live" | "ended" | "cut")[];
  /** Row-major: what is written in a node, a line below the other. */
  lines: readonly (readonly string[])[];
  /** The row in each column of the branch that stands out, as far as it goes. */
  branch: readonly number[];
}

/** Sizes in pixels: a node, and from one to the next. */
const NODE = { width: 92, height: 46 };
const PITCH = { across: 120, down: 56 };
const TOP = 24;
/** What the frame of a focused node needs beyond it. */
const FRAME = 4;
const FONTS = [12, 11, 10];

export const tree = (options: TreeOptions): Chart => ({
  place: (matrix, width, _, minimum) => place(options, matrix, width, minimum),
  draw: (matrix, g, brush) => draw(options, matrix, g, brush),
});

/** Nodes become narrower only where nothing scrolls: on paper. */
function place({ root }: TreeOptions, matrix: Matrix, width: number, minimum: number): Geometry {
  const { rows, columns, rowAxis, columnAxis } = matrix;
  const left = Math.ceil(Math.min(textWidth(root, FONTS[0] as number), 0.25 * width)) + 16;
  const fitting = (width - left - FRAME) / Math.max(1, columns);
  const across = minimum > 0 ? PITCH.across : Math.min(PITCH.across, fitting);
  const box = { ...NODE, width: (across / PITCH.across) * NODE.width };
  const marks = {
    ...{ width: across * columns, height: PITCH.down * rows, box },
    xs: Float64Array.from({ length: rows * columns }, (_, at) => {
      return ((at % columns) + 1) * across - box.width / 2;
    }),
    ys: Float64Array.from({ length: rows * columns }, (_, at) => {
      return (Math.floor(at / columns) + 0.5) * PITCH.down;
    }),
  };
  return {
    ...{ rows, columns, cell: box.height, left, top: TOP, marks, texts: [], cellFont: 0 },
    ...{ width: left + marks.width + FRAME, height: TOP + marks.height + FRAME, titleEnd: left },
    ...{ rowTitle: rowAxis.title, columnTitle: columnAxis.title },
    ...{ rowLabels: [], columnLabels: [], rowFont: 12, columnFont: 12 },
  };
}

function draw(options: TreeOptions, matrix: Matrix, g: Geometry, brush: Brush): string {
  const { palette } = brush;
  const middle = { x: g.left - 6, y: g.top + PITCH.down / 2, fill: palette.text };
  const root = { ...middle, "text-anchor": "end", "dominant-baseline": "central" };
  const font = FONTS[0] as number;
  const words = truncate(options.root, g.left - 16, font);
  const cells = Array.from({ length: g.rows * g.columns }, (_, at) => at);
  return [
    ...headsOf(matrix, g, brush),
    element("text", { ...root, "font-size": font, "font-weight": 600 }, escapeXml(words)),
    // Branches that were cut off lie below the others.
    ...cells.filter((at) => !stands(options, g, at)).map((at) => edge(options, g, brush, at)),
    ...cells.filter((at) => stands(options, g, at)).map((at) => edge(options, g, brush, at)),
    ...cells.map((at) => node(options, matrix, g, brush, at)),
  ].join("\n");
}

/** What the columns are, above them. */
function headsOf({ columnAxis }: Matrix, g: Geometry, { palette }: Brush): string[] {
  const look = { y: 12, fill: palette.muted, "font-size": 11 };
  return [
    element("text", { ...look, x: 0 }, escapeXml(columnAxis.title)),
    ...columnAxis.labels.map((label, column) => {
      const x = g.left + (g.marks?.xs[column] ?? 0);
      return element("text", { ...look, x, "text-anchor": "middle" }, escapeXml(label));
    }),
  ];
}

const placeOf = ({ columns }: Geometry, at: number) => ({
  row: Math.floor(at / columns),
  column: at % columns,
});

/** Whether a node is one of the branch that stands out. */
function stands({ branch }: TreeOptions, g: Geometry, at: number): boolean {
  const { row, column } = placeOf(g, at);
  return branch[column] === row;
}

/** Nothing is said by colour alone: what was cut off is dashed, what stands out is thick. */
function pen(options: TreeOptions, g: Geometry, { palette }: Brush, at: number) {
  const look = options.looks[at];
  const strong = stands(options, g, at);
  const stroke = strong
    ? palette.ink.query
    : look === "ended"
      ? palette.ink.value
      : look === "cut"
        ? palette.hatch
        : palette.muted;
  return {
    ...{ stroke, "stroke-width": strong ? 2.5 : 1.25 },
    ...(look === "cut" && !strong ? { "stroke-dasharray": "4 3" } : {}),
  };
}

function edge(options: TreeOptions, g: Geometry, brush: Brush, at: number): string {
  const { row, column } = placeOf(g, at);
  const { x, y, height } = boxOf(g, row, column);
  const parent = column > 0 ? boxOf(g, options.parents[at] ?? 0, column - 1) : undefined;
  const from = parent ? { x: parent.x + parent.width, y: parent.y } : { x: -2, y: 5 };
  const [y1, y2] = [from.y + height / 2, y + height / 2].map((one) => px(g.top + one));
  const [x1, x2] = [g.left + from.x, g.left + x];
  const bend = px((x1 + x2) / 2);
  return element("path", {
    d: `M${px(x1)} ${y1}C${bend} ${y1} ${bend} ${y2} ${px(x2)} ${y2}`,
    ...{ fill: "none", ...pen(options, g, brush, at) },
  });
}

function node(options: TreeOptions, matrix: Matrix, g: Geometry, brush: Brush, at: number): string {
  const { palette } = brush;
  const { row, column } = placeOf(g, at);
  const { x, y, width, height } = boxOf(g, row, column);
  const [left, top] = [g.left + x, g.top + y];
  const cut = options.looks[at] === "cut";
  const lines = options.lines[at] ?? [];
  const first = top + height / 2 - 7 * (lines.length - 1);
  const texts = lines.map((line, nth) => {
    const size = FONTS[nth] ?? 10;
    const place = { x: left + width / 2, y: first + 14 * nth, "text-anchor": "middle" };
    const fill = cut || nth > 0 ? palette.muted : palette.text;
    const look = { ...place, "dominant-baseline": "central", "font-size": size, fill };
    const weight = nth === 0 && stands(options, g, at) ? 700 : 400;
    return element(
      "text",
      { ...look, "font-weight": weight },
      escapeXml(truncate(line, width - 6, size)),
    );
  });
  const frame = {
    ...{ x: left, y: top, width, height, rx: 7, fill: cut ? palette.surface : palette.plain },
    ...pen(options, g, brush, at),
    "data-tensor": matrix.tensor,
    "data-index": matrix.index(row, column).join(","),
    "data-value": String(matrix.values[at]),
  };
  return [element("rect", frame), ...texts].join("\n");
}
