// What is computed of the run: the word's vectors cut out of both sentences, how far apart they are,
// and the probabilities of its senses.
import type { Step } from "../../engine/types.js";
import type { Measures } from "../program.js";
import { difference, joined, step } from "../steps.js";
import { type Asked, readable } from "./asked.js";
import { SIZES } from "./parameters.js";

const LAYERS = Array.from({ length: SIZES.layers }, (_, layer) => layer);
const own = (layer: number, name: string) => `encoder.${layer}.${name}`;

/** What the model has of a token at a depth, [2, S, C]. */
export interface Vector {
  readonly kind: "x" | "query" | "attention" | "layer";
  readonly layer: number;
  readonly tensor: string;
}

/** From the embedding to what the classifier reads. */
export const VECTORS: readonly Vector[] = [
  { kind: "x", layer: 0, tensor: "encoder.x" },
  ...LAYERS.flatMap((layer): Vector[] => [
    { kind: "query", layer, tensor: own(layer, "self_attention.query") },
    { kind: "attention", layer, tensor: own(layer, "self_attention.output") },
    { kind: "layer", layer, tensor: own(layer, "feed_forward_norm") },
  ]),
];

/** cos of the word's two vectors at every depth: [1, depths, 1]. */
export const COSINES = "cosines";
/** p(sense) in each sentence: [2, 1, 2]. */
export const SENSES = "senses";
/** The word's vector in both sentences, and the first minus the second: [1, 3, C]. */
export const besideOf = (kind: Vector["kind"], layer: number) => `${kind}.${layer}.beside`;

/** The row of the word in one sentence, [1, 1, …]. */
function cut(name: string, a: string, { texts }: Asked, sentence: 0 | 1): Step[] {
  const place = { axis: 1, start: texts[sentence].place, length: 1 };
  return [
    step(`${name}.places`, "slice", { a }, place),
    step(name, "slice", { a: `${name}.places` }, { axis: 0, start: sentence, length: 1 }),
  ];
}

function compared({ kind, layer, tensor }: Vector, asked: Asked): Step[] {
  const name = `${kind}.${layer}`;
  const [a, b, apart] = [`${name}.first`, `${name}.second`, `${name}.difference`];
  return [
    ...cut(a, tensor, asked, 0),
    ...cut(b, tensor, asked, 1),
    difference(apart, a, b),
    ...joined(besideOf(kind, layer), [a, b, apart], 1),
    step(`${name}.cosine`, "cosine", { queries: a, keys: b }),
  ];
}

export function measures(asked: Asked): Measures | undefined {
  if (!readable(asked)) return undefined;
  const cosines = VECTORS.map(({ kind, layer }) => `${kind}.${layer}.cosine`);
  return {
    of: [...VECTORS.map(({ tensor }) => tensor), "logits"],
    steps: [
      ...VECTORS.flatMap((vector) => compared(vector, asked)),
      ...joined(COSINES, cosines, 1),
      ...cut("logits.first", "logits", asked, 0),
      ...cut("logits.second", "logits", asked, 1),
      ...joined("logits.both", ["logits.first", "logits.second"], 0),
      step(SENSES, "softmax", { a: "logits.both" }),
    ],
    names: [
      ...[COSINES, SENSES],
      ...VECTORS.filter(({ kind }) => kind === "query" || kind === "attention").map(
        ({ kind, layer }) => besideOf(kind, layer),
      ),
    ],
  };
}
