// The stages of self-attention, one line each: how its tensor is laid out, which
// axes it has, its colour and formula. Order and bands are describe.ts's.
import type { FormulaKey } from "../../formulas/attention.js";
import type { ColourMap, Role } from "../../scene/scene.js";
import type { Layout } from "../slice.js";

/** What an axis runs over; its title is `common.axis.<kind>`, its labels follow. */
export type AxisKind =
  | "query.down"
  | "key.across"
  | "token.down"
  | "key.down"
  | "value.down"
  | "output.down"
  | "input.across"
  | "feature.across"
  | "from.down"
  | "to.across"
  | "word.down"
  | "id.across";

export interface Stage {
  readonly layout: Layout;
  readonly role: Role;
  readonly map: ColourMap;
  readonly formula?: FormulaKey;
  readonly down: AxisKind;
  readonly across: AxisKind;
  /** Cells that the mask hides are drawn as such. */
  readonly masked?: boolean;
}

const pairs = { layout: "pairs", down: "query.down", across: "key.across" } as const;
const vectors = { layout: "features", down: "token.down", across: "feature.across" } as const;
const weight = { layout: "heads", down: "from.down", across: "to.across" } as const;
const perHead = { layout: "heads", across: "feature.across" } as const;
const neutral = { role: "neutral", map: "diverging" } as const;

export const stages = {
  tokens: {
    layout: "tokens",
    role: "neutral",
    map: "none",
    down: "token.down",
    across: "id.across",
  },
  "embedding.table": { ...vectors, ...neutral, down: "word.down" },
  embeddings: { ...vectors, ...neutral, formula: "embeddings" },
  positions: { ...vectors, ...neutral, formula: "positions" },
  x: { ...vectors, ...neutral, formula: "x" },
  "query.weight": { ...weight, role: "query", map: "diverging" },
  "key.weight": { ...weight, role: "key", map: "diverging" },
  "value.weight": { ...weight, role: "value", map: "diverging" },
  query: { ...perHead, role: "query", map: "diverging", down: "query.down", formula: "query" },
  key: { ...perHead, role: "key", map: "diverging", down: "key.down", formula: "key" },
  value: { ...perHead, role: "value", map: "diverging", down: "value.down", formula: "value" },
  scores: { ...pairs, ...neutral, formula: "scores" },
  scaled: { ...pairs, ...neutral, formula: "scaled" },
  mask: { ...pairs, role: "neutral", map: "mask", formula: "mask", masked: true },
  masked: { ...pairs, ...neutral, formula: "masked", masked: true },
  weights: { ...pairs, role: "neutral", map: "sequential", formula: "weights", masked: true },
  output: { ...perHead, ...neutral, down: "query.down", formula: "head_outputs" },
} as const satisfies Record<string, Stage>;

export type StageName = keyof typeof stages;

/** Cells of a hidden pair: softmax gives them nothing, so no gradient flows there. */
export const gradientsMasked: ReadonlySet<string> = new Set(["scores", "scaled", "masked"]);

/** Stages that no longer take part once the reader's matrix stands in for `scores` or `weights`. */
export const replaced: Record<"scores" | "weights", ReadonlySet<string>> = {
  scores: new Set(["query.weight", "key.weight", "query", "key"]),
  weights: new Set([
    "query.weight",
    "key.weight",
    "query",
    "key",
    "scores",
    "scaled",
    "mask",
    "masked",
  ]),
};
