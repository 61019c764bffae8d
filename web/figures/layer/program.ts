// Layers of a Transformer on top of one another, and a loss, so that gradients come back through
// all of them. Sources: Vaswani et al. 2017, section 3; Xiong et al. 2020 (where the norm stands).
import type { Program, Step } from "../../engine/types.js";
import { step } from "../steps.js";
import { integers } from "../tensors.js";
import { depthOf } from "./depth.js";
import { insideOf } from "./inside.js";
import { activationOf, type LayerState, SUBLAYERS, type Sublayer, sizesOf } from "./parameters.js";
import { type Stages, scopeOf, stagesOf, streamOf } from "./stages.js";

/** Draws of one seed: words, what the loss wants more of, then the weights. */
const STREAMS = { words: 0, wanted: 1, weights: 2 };

const PROJECTIONS = ["query", "key", "value", "output"] as const;

export function program(state: LayerState, tokens: readonly string[]): Program {
  const { layers, seed, mask } = state;
  const { width } = sizesOf(state);
  // Without a word nothing is drawn, and the program stays one.
  const length = Math.max(1, tokens.length);
  const words = [...new Set(tokens)];
  const [inside, depth] = [insideOf(state, length), depthOf(state, length)];
  return {
    inputs: {
      ids: integers([1, length], (at) => Math.max(0, words.indexOf(tokens[at] ?? ""))),
      places: integers([1, length], (at) => at),
      ...inside.inputs,
      ...depth.inputs,
    },
    steps: [
      normal("table", [Math.max(1, words.length), width], seed, STREAMS.words),
      step("words", "embedding", { table: "table", ids: "ids" }),
      step("waves", "sinusoidal", {}, { length, width }),
      step("positions", "embedding", { table: "waves", ids: "places" }),
      step("x", "add", { a: "words", b: "positions" }),
      step("mask", "mask", {}, { kind: mask, queries: length, keys: length }),
      ...Array.from({ length: layers }, (_, layer) =>
        SUBLAYERS.flatMap((sublayer) => sublayerOf(state, layer, sublayer)),
      ).flat(),
      // Towards a random direction of length 1 for every token.
      normal("wanted", [1, length, width], seed, STREAMS.wanted, width ** -0.5),
      step("loss", "multiply", { a: streamOf(state, layers), b: "wanted" }),
      ...inside.steps,
      ...depth.steps,
    ],
  };
}

const normal = (name: string, shape: number[], seed: number, stream: number, deviation = 1) =>
  step(name, "normal", {}, { shape, seed, stream, deviation });

function sublayerOf(state: LayerState, layer: number, sublayer: Sublayer): Step[] {
  const stages = stagesOf(state, layer, sublayer);
  const { x, output, sum, normed } = stages;
  const norms = normed ? [step(normed.to, `${state.norm}_norm`, { x: normed.from })] : [];
  const pre = normed?.from === x;
  const work = sublayer === "attention" ? attention : feedForward;
  return [
    ...(pre ? norms : []),
    ...work(state, layer, stages),
    ...(sum === output ? [] : [step(sum, "add", { a: x, b: output })]),
    ...(pre ? [] : norms),
  ];
}

/** The weights of a sublayer, each so small that its product is as long as what it multiplies. */
function weights(
  { seed }: LayerState,
  layer: number,
  first: number,
  shapes: Readonly<Record<string, readonly [number, number]>>,
): Step[] {
  const stream = STREAMS.weights + MOST_WEIGHTS * layer + first;
  return Object.entries(shapes).map(([name, [rows, columns]], at) =>
    normal(name, [rows, columns], seed, stream + at, rows ** -0.5),
  );
}
/** Of one layer: four of attention, three of the feed-forward network. */
const MOST_WEIGHTS = 7;

function attention(state: LayerState, layer: number, { input: x, output }: Stages): Step[] {
  const { width, heads } = sizesOf(state);
  const own = (name: string) => `${scopeOf(layer, "attention")}${name}.weight`;
  const named = Object.fromEntries(PROJECTIONS.map((name) => [`${name}_weight`, own(name)]));
  return [
    ...weights(
      state,
      layer,
      0,
      Object.fromEntries(PROJECTIONS.map((name) => [own(name), [width, width]])),
    ),
    step(output, "multi_head_attention", { x, ...named, mask: "mask" }, { heads }),
  ];
}

function feedForward(state: LayerState, layer: number, { input: x, output }: Stages): Step[] {
  const { width, hidden } = sizesOf(state);
  const own = (name: string) => `${scopeOf(layer, "feed_forward")}${name}.weight`;
  const gated = state.activation === "swiglu";
  return [
    ...weights(state, layer, PROJECTIONS.length, {
      [own("in")]: [width, hidden],
      [own("out")]: [hidden, width],
      ...(gated && { [own("gate")]: [width, hidden] }),
    }),
    step(
      output,
      "feed_forward",
      {
        ...{ x, in_weight: own("in"), out_weight: own("out") },
        ...(gated && { gate_weight: own("gate") }),
      },
      { kind: activationOf(state) },
    ),
  ];
}
