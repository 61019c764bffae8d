// What is computed beside the run: the lens, which reads the stream at every depth as the model reads
// it at its end, and what each part of the stream adds to a logit by itself.
// Sources: nostalgebraist 2020 (the lens); Elhage et al. 2021 (the stream is a sum of outputs).
import type { Step, Tensor } from "../../engine/types.js";
import { DEPTHS, HEADS, SIZES } from "../language.js";
import type { Measures } from "../program.js";
import { difference, joined, step } from "../steps.js";
import { floats, given, integers } from "../tensors.js";
import type { Asked } from "./asked.js";

const { layers, width, head: headWidth } = SIZES;
const own = (layer: number, name: string) => `decoder.${layer}.${name}`;

/** p(token) where the stream is read at this depth: [depths, T, V]. */
export const LENS = "depth.probabilities";
/** What each part adds, and at last their sum: [1, parts + 1, 1]. */
export const DIRECT = "direct";

/** A part of a logit. */
export interface Part {
  readonly kind: "word" | "position" | "head" | "bias" | "feed_forward" | "norm" | "sum";
  readonly layer: number;
  readonly head: number;
}

const part = (kind: Part["kind"], layer = 0, head = 0): Part => ({ kind, layer, head });

/** What the stream at the end is the sum of. */
const STREAM: readonly Part[] = [
  part("word"),
  part("position"),
  ...Array.from({ length: layers }, (_, layer) => [
    ...HEADS.filter((one) => one.layer === layer).map(({ head }) => part("head", layer, head)),
    part("bias", layer),
    part("feed_forward", layer),
  ]).flat(),
];

/** In the order of `DIRECT`: those of the stream, the bias of the last norm, and the sum. */
export const PARTS: readonly Part[] = [...STREAM, part("norm"), part("sum")];

/** A part of the stream at the position, [1, 1, C]. */
const nameOf = ({ kind, layer, head }: Part) =>
  kind === "word" || kind === "position"
    ? `part.${kind}`
    : `part.${layer}.${kind}${kind === "head" ? `_${head}` : ""}`;

/** The row of the position of x [1, T, C]. */
const at = (name: string, a: string, { position }: Asked) =>
  step(name, "slice", { a }, { axis: 1, start: position, length: 1 });

const cut = (name: string, a: string, axis: number, head: number) =>
  step(name, "slice", { a }, { axis, start: head * headWidth, length: headWidth });

function stepsOf(one: Part, asked: Asked): Step[] {
  const { kind, layer, head } = one;
  const name = nameOf(one);
  switch (kind) {
    case "word":
      return [at(name, "decoder.embeddings", asked)];
    case "position":
      return [step(name, "embedding", { table: "decoder.positions", ids: "place" })];
    case "feed_forward":
      return [at(name, own(layer, "feed_forward.output"), asked)];
    case "bias":
      return [step(name, "multiply", { a: "ones", b: own(layer, "self_attention.output.bias") })];
    default: {
      // What a head gives, times its rows of W_O.
      const z = `${name}.z`;
      const rows = `${name}.W_O`;
      return [
        at(`${name}.joined`, own(layer, "self_attention.joined"), asked),
        cut(z, `${name}.joined`, 2, head),
        cut(rows, own(layer, "self_attention.output.weight"), 0, head),
        step(name, "linear", { x: z, weight: rows }),
      ];
    }
  }
}

/**
 * The direction in the stream along which the logit rises, [1, C]: with the σ of this run held fixed
 * the last norm is linear, and Σ_c (r_c − μ)/σ·γ_c·w_c = Σ_c r_c·d_c with d = (γw − mean(γw))/σ.
 */
const direction = (asked: Asked): Step[] => [
  step("written", "embedding", { table: "embedding.table", ids: "token" }),
  ...(asked.against === undefined
    ? []
    : [
        step("other", "embedding", { table: "embedding.table", ids: "against" }),
        difference("between", "written", "other"),
      ]),
  step("weighed", "multiply", { a: row(asked), b: "decoder.norm.weight" }),
  step("weighed.mean", "linear", { x: "weighed", weight: "averaging" }),
  difference("weighed.centred", "weighed", "weighed.mean"),
  at("sigma.inverse", "decoder.norm.inverse_deviation", asked),
  step("direction", "multiply", { a: "weighed.centred", b: "sigma.inverse" }),
];

/** The row of the unembedding, or the difference of two. */
const row = ({ against }: Asked) => (against === undefined ? "written" : "between");

function direct(asked: Asked): Step[] {
  const rows = { transpose_b: true };
  return [
    ...STREAM.flatMap((one) => stepsOf(one, asked)),
    ...joined("parts", STREAM.map(nameOf), 1),
    ...direction(asked),
    step("direct.stream", "matmul", { a: "parts", b: "direction" }, rows),
    // The bias of the norm is added behind it, whatever the stream holds.
    step("part.norm", "multiply", { a: "ones", b: "decoder.norm.bias" }),
    step("direct.norm", "matmul", { a: "part.norm", b: row(asked) }, rows),
    step("direct.parts", "concatenate", { a: "direct.stream", b: "direct.norm" }, { axis: 1 }),
    step("direct.sum", "matmul", { a: "direct.parts", b: "summing" }, { transpose_a: true }),
    step(DIRECT, "concatenate", { a: "direct.parts", b: "direct.sum" }, { axis: 1 }),
  ];
}

function lens(): Step[] {
  const norm = { weight: "decoder.norm.weight", bias: "decoder.norm.bias" };
  return [
    ...joined(
      "depth.stream",
      DEPTHS.map(({ tensor }) => tensor),
      0,
    ),
    step("depth.normed", "layer_norm", { x: "depth.stream", ...norm }),
    step(
      "depth.logits",
      "matmul",
      { a: "depth.normed", b: "embedding.table" },
      { transpose_b: true },
    ),
    step(LENS, "softmax", { a: "depth.logits" }),
  ];
}

const PER_LAYER = ["joined", "output.weight", "output.bias"].map(
  (name) => `self_attention.${name}`,
);

export function measures(asked: Asked): Measures {
  const { position, token, against } = asked;
  const inputs: Record<string, Tensor> = {
    place: integers([1, 1], () => position),
    token: integers([1], () => token),
    ...(against !== undefined && { against: integers([1], () => against) }),
    ones: floats([1, 1, width], () => 1),
    averaging: floats([width, width], () => 1 / width),
    summing: given([STREAM.length + 1, 1], Array(STREAM.length + 1).fill(1)),
  };
  return {
    of: [
      ...DEPTHS.map(({ tensor }) => tensor),
      ...["decoder.embeddings", "decoder.positions", "embedding.table"],
      ...["weight", "bias", "inverse_deviation"].map((name) => `decoder.norm.${name}`),
      ...Array.from({ length: layers }, (_, layer) =>
        [...PER_LAYER, "feed_forward.output"].map((name) => own(layer, name)),
      ).flat(),
    ],
    inputs,
    steps: [...lens(), ...direct(asked)],
    names: [LENS, DIRECT],
  };
}
