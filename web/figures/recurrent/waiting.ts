// How many steps wait for one another on the way to a result, read from the program itself.
import type { Step } from "../../engine/types.js";
import { joined, step } from "../steps.js";

/** One step in time: a state of the network, or attention as a whole. */
const COUNTED = new Set(["activation", "attention"]);

interface Path {
  count: number;
  /** Of the number that counts them. */
  name: string;
}

/**
 * Steps that make the list `name`: for each of `results`, how many counted steps lie on the longest
 * way to it. Each is one more than those before it; the constants `zero` and `one` begin.
 */
export function waiting(
  name: string,
  steps: readonly Step[],
  results: readonly [string, ...string[]],
): Step[] {
  const start: Path = { count: 0, name: "zero" };
  const paths = new Map<string, Path>();
  const pathTo = (tensor: string) => paths.get(tensor) ?? start;
  const counting: Step[] = [];
  for (const { name: output, operation, inputs = {} } of steps) {
    const before = Object.values(inputs).map(pathTo);
    const longest = before.reduce((a, b) => (b.count > a.count ? b : a), start);
    if (COUNTED.has(operation)) {
      const own = `${name}.${output}`;
      counting.push(step(own, "add", { a: longest.name, b: "one" }));
      paths.set(output, { count: longest.count + 1, name: own });
    } else {
      paths.set(output, longest);
    }
  }
  return [
    ...counting,
    ...joined(
      name,
      results.map((result) => pathTo(result).name),
    ),
  ];
}
