// The figure `translate`, joined with the engine: what its model is asked is asked once, so that a
// step or another length penalty writes nothing again.
import { EOS } from "../engine/tokens.js";
import type { BeamStep, Generation, Transformer } from "../engine/types.js";
import { asked as sourceOf } from "../figures/directions.js";
import type { Asked, Written } from "../figures/translate/asked.js";
import { translateFigure } from "../figures/translate/figure.js";
import { idsIn, LONGEST, type TranslateState } from "../figures/translate/parameters.js";
import { translate as en } from "../i18n/en/translate.js";
import { provide } from "../i18n/t.js";
import { translate as zh } from "../i18n/zh/translate.js";
import { Answer } from "./answer.js";
import { modelView } from "./model.js";

/** Tokens told of every step. */
const CHOICES = 8;
/** Milliseconds from one token to the next, where several are written by themselves. */
const PACE = 600;

/** A finished search, which ranks what it found under any penalty. */
interface Search {
  readonly generation: Generation;
  readonly nodes: BeamStep["nodes"];
}

/** What a model was asked. */
class Kept {
  readonly greedy = new Answer<Written>();
  readonly forced = new Answer<Written>();
  readonly #searched = new Answer<Search>();
  #search: Search | undefined;
  /** The text that is shown, and how far it is. */
  #shown: { text: Written; step: number } | undefined;

  async search(request: { source: number[]; forced: number[]; beams: number }, model: Transformer) {
    const found = await this.#searched.once(request, (signal) => search(model, request, signal));
    const old = this.#search;
    this.#search = found;
    if (old && old !== found) await old.generation.dispose();
    return found;
  }

  /** One token nearer to `goal`, after a while; another text is there at once, as is the way back. */
  async pace(text: Written, goal: number, signal: AbortSignal): Promise<number> {
    const before = this.#shown?.text === text ? this.#shown.step : goal;
    const step = Math.min(goal, before + 1);
    if (step < goal) await pause(PACE, signal);
    this.#shown = { text, step };
    return step;
  }
}

/** Rejects as soon as nobody waits for it. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const kept = new WeakMap<Transformer, Kept>();

function keptOf(model: Transformer): Kept {
  const known = kept.get(model) ?? new Kept();
  kept.set(model, known);
  return known;
}

async function write(
  model: Transformer,
  source: number[],
  forced: number[],
  signal: AbortSignal,
): Promise<Written> {
  const request = { source, forced, maxLength: LONGEST.target, choices: CHOICES };
  const generation = await model.generate(request);
  try {
    const choices: Written["choices"][number][] = [];
    const log_probabilities: number[] = [];
    for (;;) {
      const step = await generation.step({ signal });
      const token = step.tokens.at(-1);
      const chosen = step.choices.find((choice) => choice.token === token);
      choices.push(step.choices);
      log_probabilities.push(chosen?.log_probability ?? Number.NaN);
      if (!step.done) continue;
      return { tokens: step.tokens, choices, log_probabilities, sum: step.log_probability };
    }
  } finally {
    await generation.dispose();
  }
}

async function search(
  model: Transformer,
  request: { source: number[]; forced: number[]; beams: number },
  signal: AbortSignal,
): Promise<Search> {
  const generation = await model.generate({ ...request, maxLength: LONGEST.target });
  try {
    let step = await generation.beamStep({ signal });
    while (!step.done) step = await generation.beamStep({ signal });
    return { generation, nodes: step.nodes };
  } catch (error) {
    await generation.dispose();
    throw error;
  }
}

/** The ids that are forced: up to EOS, unless one of them is no token. */
function forcedIn({ forced }: TranslateState, vocabulary: readonly string[]) {
  const given = idsIn(forced);
  if (given.some((id) => id >= vocabulary.length)) return { forced: [], refused: true };
  const end = given.indexOf(EOS);
  return { forced: end < 0 ? given : given.slice(0, end + 1), refused: false };
}

async function ask(model: Transformer, state: TranslateState, signal: AbortSignal): Promise<Asked> {
  const { direction, text, beams, penalty } = state;
  const { tokens } = await model.encode(sourceOf(direction, text));
  const pieces = tokens.slice(0, LONGEST.source);
  const source = pieces.map(({ id }) => id);
  const { forced, refused } = forcedIn(state, model.vocabulary ?? []);
  const answers = keptOf(model);
  const greedy = await answers.greedy.once(source, (given) => write(model, source, [], given));
  const written =
    forced.length === 0
      ? greedy
      : await answers.forced.once([source, forced], (given) => write(model, source, forced, given));
  const { generation, nodes } = await answers.search({ source, forced, beams }, model);
  const ranked = await generation.ranked({ exponent: penalty });
  const goal = Math.min(state.step, written.tokens.length - 1);
  const step = await answers.pace(written, goal, signal);
  const said = (ids: readonly number[]) => model.decode(ids);
  return {
    ...{ source: pieces, truncated: tokens.length > pieces.length, forced, refused },
    unknown: pieces.flatMap((piece) => (piece.unknown ? [piece.text.trim()] : [])),
    ...{ greedy, written, nodes, step, goesOn: step < goal },
    ranked: await Promise.all(
      ranked.map(async (one) => ({ ...one, text: await said(one.tokens) })),
    ),
    texts: {
      greedy: await said(greedy.tokens),
      written: await said(written.tokens),
      forced: await said(forced),
    },
  };
}

provide("translate", { en, zh });
export const translate = modelView(translateFigure, ask);
