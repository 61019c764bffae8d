// The mask by its rules, and one head of self-attention under it. The names are those of the
// laboratory's layer, so that the engine knows its gradient map.
import type { Program, Step } from "../../engine/types.js";
import { documentsOf, type MaskState } from "./parameters.js";

const WIDTH = 8;

/** The operations that make a mask called `name`. */
function rule(state: MaskState, kind: string, name: string): Step {
  const { queries, keys, length, start, stream } = state;
  const attributes: Record<string, number | string> = { kind, queries, keys };
  if (kind === "padding" || kind === "prefix" || kind === "window") attributes.length = length;
  if (kind === "padding") attributes.start = start;
  if (kind === "permutation") attributes.stream = stream;
  const inputs: Record<string, string> = {};
  if (kind === "permutation") inputs.order = "order";
  if (kind === "block") inputs.documents = "documents";
  return { name, operation: "mask", inputs, attributes };
}

function masks(state: MaskState): Step[] {
  const { kind, join, second } = state;
  if (join === "alone") return [rule(state, kind, "mask")];
  const combine = { operation: "combine_masks", attributes: { kind: join } };
  const first = rule(state, kind, "first");
  if (join === "not") return [first, { name: "mask", ...combine, inputs: { a: "first" } }];
  return [
    first,
    rule(state, second, "second"),
    { name: "mask", ...combine, inputs: { a: "first", b: "second" } },
  ];
}

function draw(name: string, stream: number, shape: number[], seed: number, deviation = 1): Step {
  return { name, operation: "normal", attributes: { shape, seed, stream, deviation } };
}

/** x·W as one head. */
function project(name: string, x: string): Step[] {
  const weight = `${name}.weight`;
  return [
    { name, operation: "linear", inputs: { x, weight } },
    {
      name: `heads.${name}`,
      operation: "split_heads",
      inputs: { x: name },
      attributes: { heads: 1 },
    },
  ];
}

export function program(state: MaskState): Program {
  const { queries, keys, seed } = state;
  const places = state.order.split(",").map(Number);
  // The place of every key in the order of prediction.
  const order = Int32Array.from({ length: keys }, (_, key) => places.indexOf(key + 1));
  const documents = Int32Array.from(documentsOf(state));
  const weights = ["query", "key", "value"].map((name, at) =>
    draw(`${name}.weight`, at + 1, [WIDTH, WIDTH], seed, WIDTH ** -0.5),
  );
  const own = queries === keys ? "x" : "last";
  return {
    inputs: {
      order: { shape: [keys], data: order },
      documents: { shape: [keys], data: documents },
    },
    steps: [
      ...masks(state),
      { name: "visible", operation: "visible", inputs: { mask: "mask" } },
      draw("x", 0, [1, keys, WIDTH], seed),
      ...weights,
      // Fewer queries than keys: those of the last positions.
      ...(own === "x"
        ? []
        : [
            {
              name: own,
              operation: "slice",
              inputs: { a: "x" },
              attributes: { axis: 1, start: keys - queries, length: queries },
            },
          ]),
      ...project("query", own),
      ...project("key", "x"),
      ...project("value", "x"),
      {
        name: "head_outputs",
        operation: "attention",
        inputs: { q: "heads.query", k: "heads.key", v: "heads.value", mask: "mask" },
      },
      { name: "output", operation: "join_heads", inputs: { x: "head_outputs" } },
    ],
  };
}
