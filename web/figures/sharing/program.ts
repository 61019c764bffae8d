// One layer, and what becomes of it when its key and value heads are pooled: to 8 (MHA, nothing
// is pooled), 4, 2 (GQA) and 1 (MQA); or made from a latent (MLA). Sources: Ainslie et al. 2023,
// section 2.1; Shazeer 2019; latent.ts.
import type { Program, Step } from "../../engine/types.js";
import { type Counted, counts, one } from "../counts.js";
import { joined, step } from "../steps.js";
import { floats, given } from "../tensors.js";
import { latentParameters, latents } from "./latent.js";
import { distances, layer, norm } from "./layer.js";
import { factors, HEADS, rankOf, type SharingState, SIZES, widthOf } from "./parameters.js";

/** Of a number of the cache: float16. */
const BYTES = 2;

/** I [8, 8]: a row for every head. */
const identity = floats([HEADS, HEADS], (at) => (at % (HEADS + 1) === 0 ? 1 : 0));

/** All sizes are computed at once, so that choosing another one only shows another one. */
export function program(state: SharingState): Program {
  const { length, head_width, seed, latent } = state;
  const width = widthOf(state);
  const draw = (name: string, stream: number, shape: number[], deviation: number) =>
    step(name, "normal", {}, { shape, seed, stream, deviation });
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
  const mla = (name: string) => (factors(state) ? [name] : []);
  return {
    inputs: {
      ...{ ...one, heads: identity },
      ...{ rank: given([1], [rankOf(state)]), bytes: given([1], [BYTES]) },
    },
    steps: [
      draw("x", 0, [1, length, width], 1),
      ...["W_Q", "W_K", "W_V", "W_O"].map((name, at) => weight(name, at + 1)),
      ...SIZES.flatMap(pooled),
      ...norm("length", "lengths", "kv8.output"),
      ...(factors(state) ? latents(state) : []),
      ...joined("error", [
        ...SIZES.map((size) => `kv${size}.error`),
        ...mla(`latent${latent}.error`),
      ]),
      step("mla.cache", "multiply", { a: "rank", b: "bytes" }),
      ...counts("cache", count("key_value_cache", { bytes: BYTES }), mla("mla.cache")),
      ...latentParameters(state),
      ...counts("parameters", count("attention", { width }), mla("mla.parameters")),
    ],
  };
}

/** The layer with so many key/value heads, and how far it is from the one with all of them. */
function pooled(size: string): Step[] {
  const sizes = { heads: HEADS, kv_heads: Number(size) };
  const own = (name: string) => `kv${size}.${name}`;
  const pool = (name: string, x: string) => step(own(name), "pool_heads", { x }, sizes);
  return [
    // A row of I is one head: where it goes, and with which share.
    pool("shares", "heads"),
    step(own("means"), "matmul", { a: own("shares"), b: "heads" }, { transpose_a: true }),
    // The shares of a mean are G/H: 1 where a query head reads.
    step(own("reads"), "scale", { a: own("means") }, { divisor: Number(size) / HEADS }),
    pool("W_K", "W_K"),
    pool("W_V", "W_V"),
    layer(`kv${size}`, sizes),
    ...distances(`kv${size}`),
  ];
}
