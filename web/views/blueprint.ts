import { EOS } from "../engine/tokens.js";
import type { Transformer } from "../engine/types.js";
import type { Asked } from "../figures/blueprint/data.js";
import { blueprintFigure } from "../figures/blueprint/figure.js";
import { type BlueprintState, MOST_TOKENS } from "../figures/blueprint/parameters.js";
import { asked } from "../figures/directions.js";
import { blueprint as en } from "../i18n/en/blueprint.js";
import { provide } from "../i18n/t.js";
import { blueprint as zh } from "../i18n/zh/blueprint.js";
import { keyOf } from "./held.js";
import { modelView } from "./model.js";
import { written } from "./writing.js";

/** What each model was asked last: opening another box asks nothing. */
const known = new WeakMap<Transformer, { key: string; asked: Asked }>();

async function ask(
  model: Transformer,
  { direction, text, target }: BlueprintState,
  signal: AbortSignal,
): Promise<Asked> {
  const key = keyOf([direction, text, target]);
  const before = known.get(model);
  if (before?.key === key) return before.asked;
  const read = await model.encode(asked(direction, text), { signal });
  const source = read.tokens.slice(0, MOST_TOKENS).map(({ id }) => id);
  const given = await model.encode(target, { signal });
  // BOS stands before what was read.
  const most = MOST_TOKENS - 1;
  const own = target === "" ? await written(model, { source, maxLength: most }, signal) : [];
  const pieces = [...read.tokens, ...given.tokens];
  const made = {
    source,
    target:
      target === ""
        ? own.filter((token) => token !== EOS)
        : given.tokens.slice(0, most).map(({ id }) => id),
    unknown: [...new Set(pieces.flatMap((piece) => (piece.unknown ? [piece.text.trim()] : [])))],
    truncated: read.tokens.length > MOST_TOKENS || given.tokens.length > most,
  };
  known.set(model, { key, asked: made });
  return made;
}

provide("blueprint", { en, zh });
export const blueprint = modelView(blueprintFigure, ask);
