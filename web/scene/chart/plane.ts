// A plane of arrows: its points as numbers, names at the tips, the hull of some of them.
import type { Marks, Plane } from "../geometry.js";
import type { Name } from "./place.js";
import { roundStep, type Scale } from "./scale.js";

/** Corners, in order; none where no area is asked for. */
export type Hull = readonly { x: number; y: number }[];

/** The same scale across and up; a step is about a hundredth of it. */
export function planeOf({ width, height }: Marks, { low, high }: Scale): Plane {
  const step = roundStep((high - low) / 100);
  const value = (share: number) => {
    const steps = Math.round((low + share * (high - low)) / step);
    // 0.1 + 0.2 is 0.3, and −0 is 0.
    return Number(Math.max(low, Math.min(high, steps * step)).toPrecision(12)) + 0;
  };
  return { step, at: (x, y) => [value(x / width), value(1 - y / height)] };
}

/** Beyond the tip, away from the origin; of two in the same place one moves on, up or down. */
export function tipsOf(names: string[], { xs, ys }: Marks, zero: { x: number; y: number }): Name[] {
  const placed = names.map((text, row) => {
    const [x, y] = [xs[2 * row] ?? 0, ys[2 * row] ?? 0];
    const [dx, dy] = [x - zero.x, y - zero.y];
    const length = Math.hypot(dx, dy) || 1;
    const turn = dx / length;
    const anchor = turn > 0.35 ? "start" : turn < -0.35 ? "end" : "middle";
    return { row, text, y: y + (14 * dy) / length, tip: { x: x + 11 * turn, anchor } };
  });
  placed.sort((a, b) => a.y - b.y);
  const above = placed.filter(({ y }) => y < zero.y).length;
  // From the middle outwards: nothing is moved onto an arrow.
  const ordered = [...placed.slice(0, above).reverse(), ...placed.slice(above)];
  ordered.forEach((one, i) => {
    const way = i < above ? -1 : 1;
    for (const other of ordered.slice(0, i)) {
      const near = Math.abs(one.tip.x - other.tip.x) < 18;
      if (near && way * (one.y - other.y) < 12) one.y = other.y + 12 * way;
    }
  });
  return placed;
}

/**
 * The convex hull of the tips of the first `count` arrows, against the clock.
 * Source: Andrew 1979 (monotone chain)
 */
export function hullOf({ xs, ys }: Marks, count: number): Hull {
  const points = Array.from({ length: count }, (_, row) => ({
    x: xs[2 * row] ?? 0,
    y: ys[2 * row] ?? 0,
  }));
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const chain = (ordered: Hull) => {
    const made: { x: number; y: number }[] = [];
    for (const point of ordered) {
      for (let last = made.at(-1), before = made.at(-2); last && before; ) {
        const turn =
          (last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x);
        if (turn > 0) break;
        made.pop();
        [last, before] = [made.at(-1), made.at(-2)];
      }
      made.push(point);
    }
    return made.slice(0, -1);
  };
  return [...chain(points), ...chain([...points].reverse())];
}
