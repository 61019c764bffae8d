// One layer, and what becomes of it when its key and value heads are pooled: to 8 (MHA, nothing
// is pooled), 4, 2 (GQA) and 1 (MQA). Source: Ainslie et al. 2023, section 2.1; Shazeer 2019.
import type { Program, Step } from "../../engine/types.js";
import { type Counted, counts, one } from "../counts.js";
import { difference, joined } from "../steps.js";
import { floats } from "../tensors.js";
import { HEADS, type SharingState, SIZES } from "./parameters.js";

/** Of a number of the cache: float16. */
export const BYTES = 2;

/** I [8, 8]: a row for every head. */
const identity = floats([HEADS, HEADS], (at) => (at % (HEADS + 1) === 0 ? 1 : 0));

/** All sizes are computed at once, so that choosing another one only shows another one. */
export function program({ length, head_width, seed }: SharingState): Program {
  const width = HEADS * head_width;
  const draw = (name: string, stream: number, shape: number[], deviation: number): Step => ({
    ...{ name, operation: "normal" },
    attributes: { shape, seed, stream, deviation },
  });
  // √(1/C) keeps Q, K and V as large as x.
  const weight = (name: string, stream: number) =>
    draw(name, stream, [width, width], 1 / Math.sqrt(width));
  const count = (kind: string, rest: Counted): Record<string, Counted> =>
    Object.fromEntries(
      SIZES.map((size) => [
        `kv${size}`,
        { kind, heads: HEADS, groups: Number(size), head_width, ...rest },
      ]),
    );
  return {
    inputs: { ...one, heads: identity },
    steps: [
      draw("x", 0, [1, length, width], 1),
      ...["W_Q", "W_K", "W_V", "W_O"].map((name, at) => weight(name, at + 1)),
      ...SIZES.flatMap(pooled),
      { name: "lengths", operation: "norm", inputs: { x: "kv8.output" } },
      { name: "length", operation: "norm", inputs: { x: "lengths" } },
      ...joined(
        "error",
        SIZES.map((size) => `kv${size}.error`),
      ),
      ...counts("cache", count("key_value_cache", { bytes: BYTES })),
      ...counts("parameters", count("attention", { width })),
    ],
  };
}

/** The layer with so many key/value heads, and how far it is from the one with all of them. */
function pooled(size: string): Step[] {
  const sizes = { heads: HEADS, kv_heads: Number(size) };
  const own = (name: string) => `kv${size}.${name}`;
  const pool = (name: string, x: string): Step => ({
    ...{ name: own(name), operation: "pool_heads", inputs: { x }, attributes: sizes },
  });
  /** b − a of the layer with all heads. */
  const beyondAll = (name: string, of: string) => difference(own(name), own(of), `kv8.${of}`);
  return [
    // A row of I is one head: where it goes, and with which share.
    pool("shares", "heads"),
    {
      ...{ name: own("reads"), operation: "matmul", attributes: { transpose_a: true } },
      inputs: { a: own("shares"), b: "heads" },
    },
    pool("W_K", "W_K"),
    pool("W_V", "W_V"),
    {
      ...{ name: own("output"), operation: "multi_head_attention", attributes: sizes },
      inputs: {
        ...{ x: "x", query_weight: "W_Q", output_weight: "W_O" },
        ...{ key_weight: own("W_K"), value_weight: own("W_V") },
      },
    },
    beyondAll("head_difference", "joined"),
    beyondAll("difference", "output"),
    { name: own("errors"), operation: "norm", inputs: { x: own("difference") } },
    { name: own("error"), operation: "norm", inputs: { x: own("errors") } },
  ];
}
