// The figure `train`, joined with the engine: each update trains for a slice, then looks into the
// model as it is by now.
import type { RunOptions } from "../engine/types.js";
import { columns, type TrainData, trainFigure } from "../figures/train/figure.js";
import { valuesIn } from "../figures/train/files.js";
import { inputOf, type Looked } from "../figures/train/looked.js";
import { type TrainState, trainTable } from "../figures/train/parameters.js";
import { reportsOf } from "../figures/train/reports.js";
import { requestsOf } from "../figures/train/requests.js";
import { isAnswered, tasks } from "../figures/train/tasks.js";
import { train as en } from "../i18n/en/train.js";
import { provide } from "../i18n/t.js";
import { train as zh } from "../i18n/zh/train.js";
import { parse } from "../state/codec.js";
import type { Learner } from "./course.js";
import { keyOf } from "./held.js";
import { drawnView } from "./program.js";
import { CourseSession, progressOf } from "./trained.js";
import type { View } from "./view.js";
import { written } from "./writing.js";

/** Questions that are shown, texts that are written, and the most tokens of one. */
const [QUESTIONS, TEXTS, LONGEST] = [6, 3, 16];

class TrainSession extends CourseSession<TrainState, TrainData> {
  /** What the model gave when it was asked last. */
  #looked: { key: string; looked: Looked } | undefined;

  /** The first model with all that it needs to go on. */
  async save(): Promise<{ name: string; data: Uint8Array<ArrayBuffer> }> {
    const [first] = this.course?.learners ?? [];
    if (!first) throw Object.assign(new Error("nothing is trained yet"), { code: "empty" });
    const { task } = first.request.training;
    const data = Uint8Array.from(await first.training.checkpoint());
    return { name: `${task}-${first.steps}.safetensors`, data };
  }

  /** Goes on from a file of `save`, in the state that is returned. */
  async restore(file: Uint8Array): Promise<Partial<TrainState>> {
    const values = valuesIn(file);
    const wrong = (cause?: unknown) =>
      Object.assign(new Error("the file holds no run of this figure", { cause }), { code: "run" });
    if (!values) throw wrong();
    const { state, ignored } = parse(trainTable, values);
    if (ignored.length > 0) throw wrong(ignored);
    await this.bring(requestsOf(state), file).catch((error: unknown) => {
      throw wrong(error);
    });
    const { against, seeds, shown } = state;
    const read = Object.keys(values).map((name) => [name, state[name as keyof TrainState]]);
    return { ...Object.fromEntries(read), against, seeds, shown };
  }

  protected async compute(state: TrainState, signal: AbortSignal): Promise<TrainData> {
    const course = await this.courseOf(requestsOf(state), state.steps, signal);
    const questions = state.held === "32" ? 0 : Number(state.held);
    await course.advance(state.steps, questions, signal);
    const unfinished = !course.done(state.steps, questions);
    const learner = course.learners.find(({ side }) => side === state.shown) as Learner;
    // While it trains, now and then is often enough.
    const at = unfinished ? learner.looks.at(-1)?.step : learner.steps;
    const looked = await this.#ask(state, learner, keyOf([learner.request, at]), signal);
    const input = inputOf(state, looked);
    const source = {
      key: keyOf([learner.request, learner.steps, input]),
      run: (options: RunOptions) => learner.model.run(input, options),
    };
    const drawn = await this.draw(state, source, signal);
    const { reached, learners } = course;
    const reports = await this.report(() => reportsOf(learners, reached, columns), signal);
    return {
      ...{ state, tokens: [], truncated: undefined, looked, learners },
      ...drawn,
      catalogue: [...drawn.catalogue, ...reports.catalogue],
      tensors: { ...drawn.tensors, ...reports.tensors },
      progress: progressOf(course, state.steps),
      unfinished,
    };
  }

  async #ask(state: TrainState, learner: Learner, key: string, signal: AbortSignal) {
    if (this.#looked?.key === key) return this.#looked.looked;
    const looked = await look(state, learner, signal);
    this.#looked = { key, looked };
    return looked;
  }
}

/** Asks a model questions, or lets it write. */
async function look(state: TrainState, learner: Learner, signal: AbortSignal): Promise<Looked> {
  const { model, training } = learner;
  const { vocabulary, joints } = training;
  const answers = isAnswered(state.task) ? await training.answers(QUESTIONS, { signal }) : [];
  const texts: number[][] = [];
  const writes = tasks[state.task].form === "sentence" && model.settings.mask === "causal";
  for (let seed = 1; writes && seed <= TEXTS; seed++) {
    texts.push(await written(model, { sample: true, seed, maxLength: LONGEST }, signal));
  }
  return { vocabulary, joints, answers, written: texts, parameters: model.parameters };
}

provide("train", { en, zh });
export const train: View<TrainState, TrainData> = drawnView(
  trainFigure,
  trainFigure.describe,
  (engine) => new TrainSession(engine, trainFigure),
);
