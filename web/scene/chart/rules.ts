// Lines across a chart: their words stand where they cover least of it.
import { type Box, barOf, type Marks } from "../geometry.js";
import { textWidth } from "../text.js";
import { FONT, type Rule, type Tick } from "./place.js";

export interface PlacedRule extends Tick {
  /** Where its words begin or end, and which of the two is there. */
  x: number;
  y: number;
  anchor: "start" | "end";
}

/** What a line's words should not lie on. */
interface Drawn {
  marks: Marks;
  columns: number;
  /** Points are joined to curves, row by row. */
  joined: boolean;
  /** The title of the axis that goes up ends here, above the area. */
  titleEnd: number;
}

/** From the edge of the area to the words, from the area to words beside it. */
const [INSET, BESIDE] = [4, 8];
/** From the line to the words above and below it. */
const [OVER, UNDER] = [-5, 13];
/** Above the area, of the title that stands there. */
const TITLE = 10;
const FAR = 1000;
/** A curve is looked at piece by piece. */
const SPECK = 3;

/** Of rules in the units of the area. */
export function placeRules(rules: readonly Rule[], drawn: Drawn): PlacedRule[] {
  const { width, height } = drawn.marks;
  const title = { x: -FAR, y: -FAR, width: FAR + drawn.titleEnd, height: FAR - TITLE };
  const below = { x: 0, y: height - 2, width, height: FAR };
  const lines = rules.map(({ at }) => ({ x: 0, y: at - 1, width, height: 2 }));
  const drawings = [...lines, ...marksOf(drawn)];
  const words = [title, below];
  return rules.map((rule) => {
    const free = candidates(rule, width).map((place) => {
      const box = boxOfWords(place);
      // Words are read least on other words.
      return { place, box, covered: covered(box, drawings) + 5 * covered(box, words) };
    });
    const best = free.reduce((a, b) => (b.covered < a.covered ? b : a));
    words.push(best.box);
    return best.place;
  });
}

/** In order of preference: above before below, at the start before the end. */
function candidates({ at, text, beside }: Rule, width: number): PlacedRule[] {
  if (beside) return [{ at, text, x: width + BESIDE, y: at + 4, anchor: "start" }];
  return [at + OVER, at + UNDER].flatMap((y): PlacedRule[] => [
    { at, text, x: INSET, y, anchor: "start" },
    { at, text, x: width - INSET, y, anchor: "end" },
  ]);
}

function boxOfWords({ text, x, y, anchor }: PlacedRule): Box {
  const width = textWidth(text, FONT);
  return { x: anchor === "end" ? x - width : x, y: y + 2 - FONT, width, height: FONT };
}

/** Bars, or points and what lies between those that are joined. */
function marksOf({ marks: { bars, xs, ys }, columns, joined }: Drawn): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < xs.length; at++) {
    const [x = 0, y = Number.NaN] = [xs[at], ys[at]];
    if (Number.isNaN(y)) continue;
    if (bars) boxes.push(barOf(bars, x, y));
    const next = joined && (at + 1) % columns > 0 ? at + 1 : at;
    const [dx, dy] = [(xs[next] ?? x) - x, (ys[next] ?? y) - y];
    const steps = Math.ceil(Math.hypot(dx, dy) / SPECK) || 1;
    for (let step = 0; !bars && step < steps; step++) {
      const [left, top] = [x + (dx * step) / steps, y + (dy * step) / steps];
      boxes.push({ x: left, y: top, width: SPECK, height: SPECK });
    }
  }
  return boxes;
}

/** How much of a box lies under others. */
function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, { x, y, width, height }) => {
    const across = Math.min(box.x + box.width, x + width) - Math.max(box.x, x);
    const down = Math.min(box.y + box.height, y + height) - Math.max(box.y, y);
    return sum + Math.max(0, across) * Math.max(0, down);
  }, 0);
}
