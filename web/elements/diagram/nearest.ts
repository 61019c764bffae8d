// Where an arrow key leads from a box.
import type { Box } from "../../scene/geometry.js";

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest box in the direction of the key; what lies beside that way counts as farther. */
export function nearest(boxes: readonly Box[], from: number, key: string): number | undefined {
  if (key === "Home") return 0;
  if (key === "End") return boxes.length - 1;
  const way = WAYS[key];
  const start = boxes[from];
  if (!way || !start) return undefined;
  const [dx, dy] = way;
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, at) => {
    const [x, y] = [middle(box).x - middle(start).x, middle(box).y - middle(start).y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const distance = ahead + 3 * aside;
    if (ahead > 1 && distance < least) [least, best] = [distance, at];
  });
  return best;
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
