// The self-attention module of the chapter with its initial weights, as PyTorch draws them: bias-free
// linear maps 512 → 64 with weights from U(−1/√512, 1/√512), over five random tokens.
// Sources: Vaswani et al. 2017, equation 1; He et al. 2015 (with a = √5 the bound is 1/√d).
import type { Program, Step, Tensor } from "../../engine/types.js";
import type { Repeats } from "../program.js";
import { step } from "../steps.js";
import type { SeedsState } from "./parameters.js";

export const [TOKENS, WIDTH, HEAD] = [5, 512, 64];
/** The gathered lists: of every seed the least and the largest of the 25 weights. */
export const [LEAST, LARGEST] = ["runs.smallest.least", "runs.biggest.largest"];

const statistics = (name: string, x: string) => step(name, "statistics", { x });

/** One seed, down to its least and its largest weight. V has no part in them. */
function attending({ smaller }: SeedsState, seed: number): Step[] {
  const bound = 1 / (Math.sqrt(WIDTH) * Number(smaller));
  const shape = [WIDTH, HEAD];
  const weight = (name: string, stream: number) =>
    step(`${name}.weight`, "uniform", {}, { shape, seed, stream, low: -bound, high: bound });
  const project = (name: string): Step[] => [
    step(name, "linear", { x: "x", weight: `${name}.weight` }),
    step(`heads.${name}`, "split_heads", { x: name }, { heads: 1 }),
  ];
  return [
    step("x", "normal", {}, { shape: [1, TOKENS, WIDTH], seed, stream: 0 }),
    ...[weight("query", 1), weight("key", 2), ...project("query"), ...project("key")],
    step("scores", "scores", { q: "heads.query", k: "heads.key" }),
    step("scaled", "scale", { a: "scores" }, { divisor: Math.sqrt(HEAD), symbol: "√d_k" }),
    step("weights", "softmax", { a: "scaled" }),
    statistics("rows", "weights"),
    statistics("smallest", "rows.least"),
    statistics("biggest", "rows.largest"),
  ];
}

/** The seed shown, and what all seeds so far have in common. */
export function program(
  state: SeedsState,
  _tokens: readonly string[],
  gathered: Readonly<Record<string, Tensor>> = {},
): Program {
  const all = Object.keys(gathered).length > 0;
  return {
    ...(all ? { inputs: gathered } : {}),
    steps: [
      ...attending(state, state.seed),
      ...(all
        ? [
            statistics("least_over", LEAST),
            statistics("largest_over", LARGEST),
            step("extremes", "concatenate", { a: LEAST, b: LARGEST }),
          ]
        : []),
    ],
  };
}

/** Every seed as a run of its own. */
export function repeats(state: SeedsState): Repeats {
  return {
    count: state.seeds,
    program: (seed) => ({ steps: attending(state, seed) }),
    names: [LEAST, LARGEST].map((name) => name.slice("runs.".length)),
  };
}
