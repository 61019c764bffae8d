// The figure `lens`, joined with the engine: what the model reads, and which token comes next.
import type { Transformer } from "../engine/types.js";
import { LONGEST, spread, tokenNamed } from "../figures/language.js";
import { largestOf } from "../figures/largest.js";
import type { Asked } from "../figures/lens/asked.js";
import { lensFigure } from "../figures/lens/figure.js";
import type { LensState } from "../figures/lens/parameters.js";
import { depths as depthsEn } from "../i18n/en/depths.js";
import { lens as en } from "../i18n/en/lens.js";
import { provide } from "../i18n/t.js";
import { depths as depthsZh } from "../i18n/zh/depths.js";
import { lens as zh } from "../i18n/zh/lens.js";
import { read } from "./language.js";
import { modelView } from "./model.js";

/** The token that the model takes for the likeliest. */
async function likeliestAt(
  model: Transformer,
  ids: readonly number[],
  position: number,
  signal: AbortSignal,
): Promise<number> {
  const run = await model.run({ target: ids }, { record: "none", signal });
  try {
    return largestOf(spread(await run.tensor("logits"), 0, position))[0] ?? 0;
  } finally {
    await run.dispose();
  }
}

async function ask(model: Transformer, state: LensState, signal: AbortSignal): Promise<Asked> {
  const given = await read(model, state.text, LONGEST);
  const position = Math.min(state.position, given.ids.length);
  const likeliest = await likeliestAt(model, given.ids, position, signal);
  const named = (word: string) =>
    word.trim() === "" ? undefined : tokenNamed(model.vocabulary ?? [], word.trim());
  return {
    ...{ ...given, position, likeliest },
    token: named(state.token) ?? likeliest,
    against: named(state.against),
    refused: [state.token, state.against].filter(
      (word) => word.trim() !== "" && named(word) === undefined,
    ),
  };
}

provide("depths", { en: depthsEn, zh: depthsZh });
provide("lens", { en, zh });
export const lens = modelView(lensFigure, ask);
