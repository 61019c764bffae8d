// The figure `families`, joined with the engine: each update trains all three for a slice, then
// looks into one of them.
import type { RunOptions } from "../engine/types.js";
import { type FamiliesData, familiesFigure } from "../figures/families/figure.js";
import { beginningOf, inputOf, type Looked } from "../figures/families/looked.js";
import { type FamiliesState, type Family, families } from "../figures/families/parameters.js";
import { programOf } from "../figures/families/reports.js";
import { requestsOf } from "../figures/families/requests.js";
import { families as en } from "../i18n/en/families.js";
import { provide } from "../i18n/t.js";
import { families as zh } from "../i18n/zh/families.js";
import type { Learner } from "./course.js";
import { keyOf } from "./held.js";
import { drawnView } from "./program.js";
import { collect } from "./session.js";
import { CourseSession, progressOf } from "./trained.js";
import type { View } from "./view.js";
import { written } from "./writing.js";

/** The most tokens that the decoder goes on with. */
const LONGEST = 16;

class FamiliesSession extends CourseSession<FamiliesState, FamiliesData> {
  /** What the models gave when they were asked last. */
  #looked: { key: string; looked: Looked } | undefined;

  protected async compute(state: FamiliesState, signal: AbortSignal): Promise<FamiliesData> {
    const course = await this.courseOf(requestsOf(state), state.steps, signal);
    await course.advance(state.steps, 0, signal);
    const unfinished = !course.done(state.steps, 0);
    const { reached, learners } = course;
    const first = (family: Family) => learners.find(({ side }) => side === family) as Learner;
    const shown = first(state.shown);
    // While they train, now and then is often enough.
    const at = unfinished ? shown.looks.at(-1)?.step : reached;
    const looked = await this.#ask(state, first, at, signal);
    const input = inputOf(state.shown, looked.asked[state.shown]);
    const source = {
      key: keyOf([shown.request, shown.steps, input]),
      run: (options: RunOptions) => shown.model.run(input, options),
    };
    const drawn = await this.draw(state, source, signal);
    const reports = await this.report(
      () => programOf(learners, reached, looked),
      signal,
      looked.asked,
    );
    return {
      ...{ state, tokens: [], truncated: undefined, looked, learners },
      ...drawn,
      catalogue: [...drawn.catalogue, ...reports.catalogue],
      tensors: { ...drawn.tensors, ...reports.tensors },
      progress: progressOf(course, state.steps),
      unfinished,
    };
  }

  async #ask(
    { example }: FamiliesState,
    first: (family: Family) => Learner,
    at: number | undefined,
    signal: AbortSignal,
  ): Promise<Looked> {
    const key = keyOf([families.map((family) => first(family).request), at, example]);
    if (this.#looked?.key === key) return this.#looked.looked;
    const asked = await collect(families, (family) => ask(family, first(family), example, signal));
    const { training } = first("encoder_decoder");
    const looked = {
      vocabulary: training.vocabulary,
      joint: training.joints.target,
      asked,
      parameters: Object.fromEntries(
        families.map((family) => [family, first(family).model.parameters]),
      ) as Looked["parameters"],
    };
    this.#looked = { key, looked };
    return looked;
  }
}

/** Held-out sentence `first` as the family is asked about it, and what it answers by now. */
async function ask(
  family: Family,
  { model, training }: Learner,
  first: number,
  signal: AbortSignal,
): Promise<Looked["asked"][Family]> {
  if (family !== "decoder") {
    const [answer] = await training.answers(1, { first, signal });
    return answer ?? { source: [], target: [], given: [] };
  }
  const [cloze] = await training.clozes(1, { first, signal });
  const target = cloze?.text ?? [];
  const forced = beginningOf(target);
  const given = await written(model, { forced, maxLength: LONGEST }, signal);
  return { source: [], target, given: given.slice(forced.length) };
}

provide("families", { en, zh });
export const familiesView: View<FamiliesState, FamiliesData> = drawnView(
  familiesFigure,
  familiesFigure.describe,
  (engine) => new FamiliesSession(engine, familiesFigure),
);
