// The figure `patch`, joined with the engine: the two sentences, and a run for every patch of the map.
import type { Intervention, RunOptions, Tensor, Transformer } from "../engine/types.js";
import { ordered, type Read, spread, tokenNamed } from "../figures/language.js";
import type { Asked } from "../figures/patch/asked.js";
import { patchFigure } from "../figures/patch/figure.js";
import { LONGEST, type PatchState } from "../figures/patch/parameters.js";
import { CLEAN, cellsOf, FIRST, rowsOf, runOf, tensorsOf } from "../figures/patch/places.js";
import { depths as depthsEn } from "../i18n/en/depths.js";
import { patch as en } from "../i18n/en/patch.js";
import { provide } from "../i18n/t.js";
import { depths as depthsZh } from "../i18n/zh/depths.js";
import { patch as zh } from "../i18n/zh/patch.js";
import { keyOf } from "./held.js";
import { read } from "./language.js";
import { modelView } from "./model.js";
import type { Further } from "./repeats.js";
import { collect } from "./session.js";

/** Tensors of a run that is not kept. */
async function tensorsIn(
  model: Transformer,
  { ids }: Read,
  names: readonly string[],
  options: RunOptions,
): Promise<Record<string, Tensor>> {
  const run = await model.run({ target: ids }, options);
  try {
    return await collect(names, (name) => run.tensor(name));
  } finally {
    await run.dispose();
  }
}

/** What puts the clean run's row at a position into another run. */
function patchOf(
  { part }: PatchState,
  { values, corrupted }: Pick<Asked, "values" | "corrupted">,
  at: number,
): Intervention[] {
  const length = corrupted.ids.length + 1;
  const row = rowsOf(part)[Math.floor((at - FIRST) / length)];
  const tensor = row && values[row.tensor];
  if (!row || !tensor) return [];
  const indices = cellsOf(row, (at - FIRST) % length, length);
  const put = indices.map((index) => Number(tensor.data[index]));
  return [{ tensor: row.tensor, action: "set", indices, values: put }];
}

/** The likeliest token behind the sentence. */
const likeliest = (logits: Tensor, { ids }: Read, but?: number) =>
  ordered(spread(logits, 0, ids.length), 2).find((token) => token !== but) ?? 0;

const fitsOf = (clean: Read, corrupted: Read): Asked["fits"] => {
  if (clean.ids.length !== corrupted.ids.length) return "length";
  return clean.ids.every((id, at) => id === corrupted.ids[at]) ? "same" : "yes";
};

async function ask(model: Transformer, state: PatchState, signal: AbortSignal): Promise<Asked> {
  const [clean, corrupted] = await Promise.all([
    read(model, state.clean, LONGEST),
    read(model, state.corrupted, LONGEST),
  ]);
  const inspect = { record: "inspect", signal } as const;
  const names = [...tensorsOf(state.part), "logits"];
  const { logits: first, ...values } = await tensorsIn(model, clean, names, inspect);
  const { logits: second } = await tensorsIn(model, corrupted, ["logits"], inspect);
  const fits = fitsOf(clean, corrupted);
  const position = Math.min(state.position, corrupted.ids.length);
  const at = runOf(state.row, position, corrupted.ids.length + 1);
  const interventions = fits === "yes" ? patchOf(state, { values, corrupted }, at) : [];
  const patched = await tensorsIn(model, corrupted, ["logits"], { ...inspect, interventions });
  const named = (word: string) =>
    word.trim() === "" ? undefined : tokenNamed(model.vocabulary ?? [], word.trim());
  const token = named(state.token) ?? likeliest(first as Tensor, clean, named(state.against));
  return {
    ...{ clean, corrupted, fits, position, values, token },
    against: named(state.against) ?? likeliest(second as Tensor, corrupted, token),
    refused: [state.token, state.against].filter(
      (word) => word.trim() !== "" && named(word) === undefined,
    ),
    logits: fits === "yes" ? ([first, second, patched.logits] as Tensor[]) : [],
  };
}

/** The two sentences as they are, then the second with every patch of the map. */
function further(model: Transformer, state: PatchState, asked: Asked): Further | undefined {
  const { clean, corrupted, fits, token, against } = asked;
  if (fits !== "yes") return undefined;
  const last = corrupted.ids.length;
  return {
    count: FIRST + rowsOf(state.part).length * (last + 1),
    key: keyOf([state.part, clean.ids, corrupted.ids, token, against]),
    start: (at, options) =>
      model.run(
        { target: at === CLEAN ? clean.ids : corrupted.ids },
        { ...options, interventions: at < FIRST ? [] : patchOf(state, asked, at) },
      ),
    numbers: [
      { name: "token", tensor: "logits", index: [0, last, token] },
      { name: "against", tensor: "logits", index: [0, last, against] },
    ],
  };
}

provide("depths", { en: depthsEn, zh: depthsZh });
provide("patch", { en, zh });
export const patch = modelView(patchFigure, ask, further);
