// The figure `prune`, joined with the engine: the sentence in pieces, and the order of the heads, from
// a run without each of them.
import type { Transformer } from "../engine/types.js";
import { type Asked, ascending } from "../figures/prune/asked.js";
import { pruneFigure } from "../figures/prune/figure.js";
import { aloneRow, HEADS, removals, singles } from "../figures/prune/heads.js";
import { LONGEST, type PruneState } from "../figures/prune/parameters.js";
import { prune as en } from "../i18n/en/prune.js";
import { provide } from "../i18n/t.js";
import { prune as zh } from "../i18n/zh/prune.js";
import { Answer } from "./answer.js";
import { modelView } from "./model.js";

/** The losses of the tokens without each head, in the order of HEADS. */
async function lossesWithout(
  model: Transformer,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<number[][]> {
  const length = ids.length + 1;
  const texts = singles.map(() => ({ target: ids }));
  const interventions = removals(singles, length);
  const run = await model.run(texts, { record: "none", interventions, signal });
  try {
    const { data } = await run.tensor("losses");
    const row = (at: number) => data.subarray(at * length, (at + 1) * length);
    return HEADS.map((_, head) => Array.from(row(aloneRow(head)), Number));
  } finally {
    await run.dispose();
  }
}

const kept = new WeakMap<Transformer, Answer<number[][]>>();

/** A slider that moves asks the model nothing. */
function answerOf(model: Transformer): Answer<number[][]> {
  const known = kept.get(model) ?? new Answer<number[][]>();
  kept.set(model, known);
  return known;
}

async function ask(model: Transformer, state: PruneState): Promise<Asked> {
  const { tokens } = await model.encode(state.text.trim());
  const pieces = tokens.slice(0, LONGEST);
  const ids = pieces.map(({ id }) => id);
  const place = Math.min(state.place, ids.length);
  const losses = await answerOf(model).once(ids, (signal) => lossesWithout(model, ids, signal));
  const cost = (row: readonly number[]) =>
    state.by === "token" ? (row[place] ?? 0) : row.reduce((sum, one) => sum + one, 0);
  return {
    ...{ ids, place, truncated: tokens.length > LONGEST },
    unknown: pieces.flatMap((piece) => (piece.unknown ? [piece.text.trim()] : [])),
    order: ascending(losses.map(cost)),
  };
}

provide("prune", { en, zh });
export const prune = modelView(pruneFigure, ask);
