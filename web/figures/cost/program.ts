// What a layer costs as the text grows: floating-point operations, steps that wait for one another,
// memory of the n×n weights; and what a mask saves of it. Source: Vaswani et al. 2017, table 1.
import type { Program, Step } from "../../engine/types.js";
import { type Counted, counts, one } from "../counts.js";
import { joined, step } from "../steps.js";
import { floats, given } from "../tensors.js";
import { type CostState, sizesOf } from "./parameters.js";

/** Lengths of the curves. */
export const LENGTHS: readonly number[] = [16, 64, 256, 1024, 4096, 16384, 65536];
/** What is counted, attention's n×n part first. */
export const WORK = ["attention", "recurrent", "projections", "feed_forward"] as const;
/** The chapter's sentence. */
export const WORDS = ["The", "cat", "sat", "on", "the", "mat"] as const;
/** Of a number: float32. */
const BYTES = 4;

function work(state: CostState, length: number): Record<(typeof WORK)[number], Counted> {
  const sizes = { ...sizesOf(state), length };
  const { width } = sizes;
  return {
    // QKᵀ and A·V
    attention: { kind: "attention_operations", ...sizes },
    // W·x and U·h, two d×d matrices a token: as many as a feed-forward layer whose F is d.
    recurrent: { kind: "feed_forward_operations", ...sizes, hidden: width },
    projections: { kind: "projection_operations", ...sizes },
    feed_forward: { kind: "feed_forward_operations", ...sizes, hidden: 4 * width },
  };
}

export function program(state: CostState): Program {
  const { width, heads, layers } = sizesOf(state);
  const curves = WORK.flatMap((name) =>
    LENGTHS.map((n) => [`${name}_${n}`, work(state, n)[name]] as const),
  );
  const { attention, ...others } = work(state, 1);
  return {
    inputs: {
      ...one,
      lengths: given([LENGTHS.length], LENGTHS),
      // A float32 for each head and layer.
      bytes: given([1], [BYTES * heads * layers]),
      // The first and the second half of a list.
      halves: floats([2 * WORDS.length, 2], (at) =>
        Math.floor(at / (2 * WORDS.length)) === at % 2 ? 1 : 0,
      ),
    },
    steps: [
      ...counts("work", Object.fromEntries(curves)),
      ...counts("here", { ...work(state, state.length) }),
      // 4·L·n²·d = rate·n where n = rate ÷ 4·L·d.
      ...counts("rate", others),
      step("crossing", "scale", { a: "rate" }, { divisor: 4 * layers * width, symbol: "4·L·C" }),
      ...waiting(),
      ...memory(),
      ...masking(state),
      step("rest", "add", { a: "here.projections.list", b: "here.feed_forward.list" }),
      step("sums", "linear", { x: "by_query", weight: "halves" }),
    ],
  };
}

/** The step after which each word is ready: a recurrent state waits for the one before it. */
function waiting(): Step[] {
  const ready = (t: number) => (t === 1 ? "one" : `ready_${t}`);
  const places = WORDS.map((_, at) => at + 1);
  const chain = places.map(ready);
  const all = [...chain, ...places.map(() => "one"), ...chain];
  return [
    ...places.slice(1).map((t) => step(ready(t), "add", { a: ready(t - 1), b: "one" })),
    ...joined("ready", all),
  ];
}

/** Bytes of the weights, n² a head and layer, and of what the fused form keeps, n. */
function memory(): Step[] {
  const times = (name: string, a: string, b: string) => step(name, "multiply", { a, b });
  return [
    times("squares", "lengths", "lengths"),
    times("bytes.whole", "squares", "bytes"),
    times("bytes.fused", "lengths", "bytes"),
    ...joined("bytes.all", ["bytes.whole", "bytes.fused"]),
    step("memory", "scale", { a: "bytes.all" }, { divisor: 2 ** 20, symbol: "2²⁰" }),
  ];
}

/** Of every query of the sentence: all scores, and those that a causal mask leaves. */
function masking(state: CostState): Step[] {
  const query = (keys: number): Counted => ({ ...work(state, 1).attention, keys });
  const name = (form: string, at: number) => `${form}_${at + 1}`;
  return counts(
    "by_query",
    Object.fromEntries([
      ...WORDS.map((_, at) => [name("dense", at), query(WORDS.length)] as const),
      ...WORDS.map((_, at) => [name("needed", at), query(at + 1)] as const),
    ]),
  );
}
