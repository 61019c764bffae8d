// Panels of the figure `sense`: the senses, the word's query and what it gives, where it looks.
import { typeset } from "../../formulas/sense.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import { largestOf } from "../largest.js";
import { listed } from "../listed.js";
import { counted, grid } from "../pairs.js";
import { gathered } from "../slice.js";
import { type Data, namesOf } from "./asked.js";
import { SIZES } from "./parameters.js";
import { besideOf, COSINES, SENSES, VECTORS } from "./sums.js";

/** The labels that the model gives, in their order. */
export const LABELS = ["river", "money"] as const;
export const SENTENCES = [0, 1] as const;

const sentences = (language: Language) =>
  SENTENCES.map((at) => t(language, "sense.sentence", { number: at + 1 }));

export const weightsOf = (layer: number) => `encoder.${layer}.self_attention.weights`;

/** p(river) and p(money) in both sentences. */
export function senses({ tensors }: Data, language: Language): Matrix[] {
  const data = tensors[SENSES];
  if (!data) return [];
  const made = listed(language, {
    ...{ id: SENSES, data, formula: typeset.senses, roles: ["query", "key"] },
    title: t(language, "sense.panel.senses"),
    down: t(language, "sense.axis.sense"),
    places: LABELS.map((label) => t(language, `sense.label.${label}`)),
    names: sentences(language),
    slice: gathered(data, LABELS.length, SENTENCES.length, (row, at) => [at, 0, row]),
  });
  return [{ ...made, size: "medium" }];
}

/** How alike the word's two vectors are, from the embedding to the last layer. */
export function cosines({ tensors }: Data, language: Language): Matrix[] {
  const data = tensors[COSINES];
  if (!data) return [];
  const made = listed(language, {
    ...{ id: COSINES, data, formula: typeset.cosine, role: "neutral" },
    title: t(language, "sense.panel.cosines"),
    down: t(language, "sense.axis.vector"),
    places: VECTORS.map(({ kind, layer }) =>
      t(language, `sense.vector.${kind}`, { layer: layer + 1 }),
    ),
    slice: gathered(data, VECTORS.length, 1, (row) => [0, row, 0]),
  });
  return [{ ...made, size: "medium" }];
}

/** The word's query, or what attention gives it: sentence by sentence, and their difference. */
export function beside(data: Data, language: Language, kind: "query" | "attention"): Matrix[] {
  const { state, tensors } = data;
  const tensor = besideOf(kind, state.layer);
  const vectors = tensors[tensor];
  if (!vectors) return [];
  const made = grid(language, {
    ...{ id: kind, tensor, data: vectors, map: "diverging" },
    ...{ role: kind === "query" ? "query" : "value", formula: typeset[kind] },
    title: t(language, `sense.panel.${kind}`, { layer: state.layer + 1 }),
    down: t(language, "sense.axis.sentence"),
    rows: [...counted(SENTENCES.length), t(language, "sense.difference")],
    across: t(language, "common.axis.feature"),
    columns: counted(SIZES.width),
  });
  return [{ ...made, size: "wide" }];
}

/** The word's weights in one sentence, [heads, keys]. */
function looksOf({ state, tensors, asked }: Data, sentence: 0 | 1) {
  const weights = tensors[weightsOf(state.layer)];
  const { place, pieces } = asked.texts[sentence];
  const index = (head: number, key: number) => [sentence, head, place, key];
  return weights && gathered(weights, SIZES.heads, pieces.length, index);
}

/** The word's row of attention in one sentence, a row a head; the colours of both are the same. */
export function attention(data: Data, language: Language, sentence: 0 | 1): Matrix[] {
  const { state, tensors, asked } = data;
  const tensor = weightsOf(state.layer);
  const weights = tensors[tensor];
  const slice = looksOf(data, sentence);
  if (!weights || !slice) return [];
  const names = namesOf(data, asked.texts[sentence]);
  const [strongest = 0] = largestOf(slice.values);
  const reach = SENTENCES.flatMap((at) => Array.from(looksOf(data, at)?.values ?? [], Number));
  const made = grid(language, {
    ...{ id: `attention.${sentence + 1}`, tensor, data: weights, slice },
    ...{ map: "sequential", reach, formula: typeset.weights },
    title: t(language, "sense.panel.weights", { number: sentence + 1, layer: state.layer + 1 }),
    down: t(language, "common.axis.head"),
    rows: counted(SIZES.heads),
    across: t(language, "sense.axis.key"),
    columns: names,
    active: {
      row: Math.floor(strongest / names.length),
      column: strongest % names.length,
    },
  });
  return [{ ...made, size: "medium" }];
}
