// Where the boxes of a diagram and their lines lie.
import type { DiagramRequest, Link, PlacedBox } from "../diagram.js";
import type { Box } from "../geometry.js";
import type { DiagramGeometry } from "../scene.js";
import { textWidth } from "../text.js";

/** Sizes of words: above a lane, and in a box. */
export const [HEAD, FONT] = [12, 11];
export const LINE = 17;
const [TITLE, MAP, PAD] = [18, 34, 5];
const HEIGHT = TITLE + MAP + PAD;
/** Between two rows, where lines meet. */
const BETWEEN = 28;
const COLUMNS = 3;
/** From a box to the edge of its group. */
const AROUND = 7;
/** From here on the lanes stand side by side. */
const WIDE = 600;
const WIDEST = 1000;
const LEGEND = 44;

export interface Point {
  x: number;
  y: number;
}

export interface Line {
  points: readonly Point[];
  /** It carries what all that it leads to share. */
  across: boolean;
  label?: Point & { text: string; anchor: string };
}

export interface Head extends Point {
  lane: number;
  anchor: string;
  /** The words, by their indices, line by line. */
  lines: readonly (readonly number[])[];
}

export interface PlacedDiagram extends DiagramGeometry {
  heads: readonly Head[];
  lines: readonly Line[];
  /** Where what flows together is added. */
  sums: readonly Point[];
  groups: readonly (Box & { label: Point & { text: string; anchor: string } })[];
  legend: readonly (Point & { width: number })[];
}

export function place(request: DiagramRequest, available: number): PlacedDiagram {
  const width = Math.min(WIDEST, available);
  const beside = width >= WIDE;
  const [gutter, gap] = beside ? [64, 26] : [20, 16];
  const lane = beside ? (width - gutter) / 2 : width - gutter;
  const box = (lane - (COLUMNS - 1) * gap) / COLUMNS;
  const heads = request.lanes.map(({ words }) => wrapped(words, lane));
  const tall = (at: number) => LINE * (1 + (heads[at]?.length ?? 0)) + BETWEEN - 8;
  const rows = (at: number) =>
    1 + Math.max(...request.boxes.map((one) => (one.lane === at ? one.row : 0)));
  const height = (at: number) => rows(at) * (HEIGHT + BETWEEN) - BETWEEN;
  const second = beside ? 0 : tall(0) + height(0) + BETWEEN;
  const top = (at: number) => (beside ? Math.max(tall(0), tall(1)) : (at && second) + tall(at));
  const boxes = request.boxes.map((one): Box & { map: Box } => {
    // Side by side the outer columns are at the edges of the picture.
    const column = beside && one.lane === 1 ? COLUMNS - 1 - one.column : one.column;
    const x = (beside && one.lane === 1 ? lane + gutter : 0) + column * (box + gap);
    const y = top(one.lane) + one.row * (HEIGHT + BETWEEN);
    return { x, y, width: box, height: HEIGHT, map: mapIn(one, { x, y, width: box }) };
  });
  const begins = request.boxes.flatMap((one, at): Line[] => {
    const { x, y, width } = boxes[at] as Box;
    if (one.row > 0 || one.column > 0) return [];
    const centre = x + width / 2;
    return [{ points: [y - 16, y].map((end) => ({ x: centre, y: end })), across: false }];
  });
  const groups = request.groups.map(({ lane: at, from, to, text }) => {
    const [right, x] = [beside && at === 1, beside && at === 1 ? lane + gutter : 0];
    const y = top(at) + from * (HEIGHT + BETWEEN) - AROUND;
    const height = (to - from + 1) * (HEIGHT + BETWEEN) - 2;
    const place = { x: x - AROUND, y, width: lane + 2 * AROUND, height };
    const side = right ? { x, anchor: "start" } : { x: x + lane, anchor: "end" };
    return { ...place, label: { ...side, y: y + height - AROUND, text } };
  });
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const free = beside ? top(0) + height(0) + BETWEEN + 8 : bottom + BETWEEN;
  const legend = request.legend.map((_, at) => ({ x: 0, y: free + at * LEGEND, width: lane }));
  const { lines, sums } = joined(request, boxes, beside ? lane + gutter / 2 : width - gutter / 2);
  return {
    ...{ width, boxes, groups, legend, sums, lines: [...begins, ...lines] },
    height: Math.ceil(Math.max(bottom, free + request.legend.length * LEGEND) + PAD),
    heads: heads.map((lines, at) => ({
      ...{ lane: at, lines, y: beside ? 0 : at && second },
      // Words stand above the column that they flow into.
      ...(beside && at === 1 ? { x: width, anchor: "end" } : { x: 0, anchor: "start" }),
    })),
  };
}

/** Words in lines that are no wider than this, with a space between them. */
function wrapped(words: readonly string[], width: number): number[][] {
  const lines: number[][] = [];
  let used = width;
  words.forEach((word, at) => {
    const own = textWidth(word, HEAD) + 6;
    if (used + own > width) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(at);
    used += own;
  });
  return lines;
}

/** Pairs are square; tokens and features fill the box. */
function mapIn({ matrix }: PlacedBox, { x, y, width }: Omit<Box, "height">): Box {
  const room = width - 2 * PAD;
  const { rows, columns, map } = matrix;
  const square = map === "sequential" ? Math.min(room / columns, MAP / rows) : 0;
  const [across, down] = square > 0 ? [square * columns, square * rows] : [room, MAP];
  return {
    x: x + (width - across) / 2,
    y: y + TITLE + (MAP - down) / 2,
    width: across,
    height: down,
  };
}

/** The lines; what comes back to a column meets what goes down it above the next box. */
function joined(
  { boxes, links }: DiagramRequest,
  places: readonly Box[],
  gutter: number,
): { lines: Line[]; sums: Point[] } {
  const find = (id: string) => {
    const at = boxes.findIndex((box) => box.id === id);
    const [box, place] = [boxes[at], places[at]];
    return box && place && { ...place, ...box };
  };
  const sums: Point[] = [];
  const lines = links.flatMap((link): Line[] => {
    const [from, to] = [find(link.from), find(link.to)];
    if (!from || !to) return [];
    if (from.lane !== to.lane) return [through(link, from, to, gutter)];
    if (from.row === to.row) return [{ points: facing(from, to), across: false }];
    const [x, y] = [to.x + to.width / 2, to.y - BETWEEN / 2];
    const start = { x: from.x + from.width / 2, y: from.y + from.height };
    if (from.column === to.column) return [{ points: [start, { x, y: to.y }], across: false }];
    sums.push({ x, y });
    const side = x + SUM * Math.sign(start.x - x);
    return [{ points: [start, { x: start.x, y }, { x: side, y }], across: false }];
  });
  return { lines, sums };
}

export const SUM = 7;

const middle = ({ y, height }: Box) => y + height / 2;

/** Between the sides that face each other. */
function facing(from: Box, to: Box): Point[] {
  const right = to.x > from.x;
  const y = middle(from);
  return [
    { x: right ? from.x + from.width : from.x, y },
    { x: right ? to.x : to.x + to.width, y },
  ];
}

/** From lane to lane through what is free between them, or beside them. */
function through({ label }: Link, from: Box, to: Box, gutter: number): Line {
  const side = (box: Box) => (gutter > box.x ? box.x + box.width : box.x);
  const [a, b] = [middle(from), middle(to)];
  const points = [
    { x: side(from), y: a },
    { x: gutter, y: a },
    { x: gutter, y: b },
    { x: side(to), y: b },
  ];
  const text = label && { text: label, x: side(from) + 6, y: a - 6, anchor: "start" };
  return { points, across: true, ...(text && { label: text }) };
}
