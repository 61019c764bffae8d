// The figure `train`, joined with the engine: each update trains for a slice, then looks into the
// model as it is by now.
import type { Engine, ExplainOptions, Explanation, RunOptions, Tensor } from "../engine/types.js";
import { type TrainData, trainFigure } from "../figures/train/figure.js";
import { valuesIn } from "../figures/train/files.js";
import { inputOf, type Looked } from "../figures/train/looked.js";
import { type TrainState, trainTable } from "../figures/train/parameters.js";
import { REPORT, reportsOf } from "../figures/train/reports.js";
import { requestsOf } from "../figures/train/requests.js";
import { isAnswered, tasks } from "../figures/train/tasks.js";
import { train as en } from "../i18n/en/train.js";
import { provide } from "../i18n/t.js";
import { train as zh } from "../i18n/zh/train.js";
import type { Cell } from "../state/cells.js";
import { parse } from "../state/codec.js";
import { Course, type Learner } from "./course.js";
import { Held, keyOf } from "./held.js";
import { DrawnSession, drawnView } from "./program.js";
import { collect } from "./session.js";
import type { View } from "./view.js";
import { written } from "./writing.js";

/** What comes along with a mean and is drawn as a part of another list. */
const BESIDE = /\.(?:variance|least|largest|share)$/;
/** Questions that are shown, texts that are written, and the most tokens of one. */
const [QUESTIONS, TEXTS, LONGEST] = [6, 3, 16];

class TrainSession extends DrawnSession<TrainState, TrainData> {
  #training: { key: string; course: Course } | undefined;
  /** What is trained next: that of a file. */
  #brought: { key: string; course: Course } | undefined;
  #reports: Held | undefined;
  /** What the model gave when it was asked last. */
  #looked: { key: string; looked: Looked } | undefined;

  constructor(private readonly engine: Engine) {
    super(engine, trainFigure);
  }

  override explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const reports = this.#reports;
    if (!reports || !cell.tensor.startsWith(REPORT)) return super.explain(cell, options);
    return reports.run.explain(cell.tensor, [...cell.index], options);
  }

  override tensor(name: string, gradient = false): Promise<Tensor> {
    const reports = this.#reports;
    if (!reports || !name.startsWith(REPORT)) return super.tensor(name, gradient);
    return reports.tensor(name);
  }

  /** The first model with all that it needs to go on. */
  async save(): Promise<{ name: string; data: Uint8Array<ArrayBuffer> }> {
    const [first] = this.#training?.course.learners ?? [];
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
    const requests = requestsOf(state);
    const course = await Course.begin(this.engine, requests, file).catch((error: unknown) => {
      throw wrong(error);
    });
    await this.#brought?.course.dispose();
    this.#brought = { key: keyOf(requests), course };
    const { against, seeds, shown } = state;
    const read = Object.keys(values).map((name) => [name, state[name as keyof TrainState]]);
    return { ...Object.fromEntries(read), against, seeds, shown };
  }

  protected override async release(): Promise<void> {
    const held = [this.#training?.course, this.#brought?.course, this.#reports];
    this.#training = this.#brought = this.#reports = undefined;
    await Promise.all([...held.map((one) => one?.dispose()), super.release()]);
  }

  protected async compute(state: TrainState, signal: AbortSignal): Promise<TrainData> {
    const course = await this.#courseOf(state, signal);
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
    const { reached, ahead, learners } = course;
    const reports = await this.#report(course, signal);
    return {
      ...{ state, tokens: [], truncated: undefined, looked, learners },
      ...drawn,
      catalogue: [...drawn.catalogue, ...reports.catalogue],
      tensors: { ...drawn.tensors, ...reports.tensors },
      progress: { reached, ahead: reached < state.steps ? Math.min(ahead, state.steps) : reached },
      unfinished,
    };
  }

  async #ask(state: TrainState, learner: Learner, key: string, signal: AbortSignal) {
    if (this.#looked?.key === key) return this.#looked.looked;
    const looked = await look(state, learner, signal);
    this.#looked = { key, looked };
    return looked;
  }

  /** The course of this state, which begins anew where it is further than that. */
  async #courseOf(state: TrainState, signal: AbortSignal): Promise<Course> {
    const requests = requestsOf(state);
    const key = keyOf(requests);
    const brought = this.#brought?.key === key ? this.#brought : undefined;
    const known = brought ?? this.#training;
    const fits = known?.key === key && known.course.furthest <= state.steps;
    if (fits && !brought) return known.course;
    const old = this.#training?.course;
    const course = fits ? known.course : await Course.begin(this.engine, requests);
    if (signal.aborted && !fits) await course.dispose();
    signal.throwIfAborted();
    if (brought) this.#brought = undefined;
    this.#training = { key, course };
    await old?.dispose();
    return course;
  }

  async #report(course: Course, signal: AbortSignal) {
    const program = reportsOf(course.learners, course.reached);
    const key = keyOf(program);
    const old = this.#reports;
    const held =
      old?.key === key
        ? old
        : new Held(key, await this.engine.compute(program, { record: "inspect" }));
    const names = held.run.catalogue.flatMap(({ name }) => (BESIDE.test(name) ? [] : [name]));
    const tensors = await collect(names, (name) => held.tensor(name));
    if (signal.aborted && held !== old) await held.dispose();
    signal.throwIfAborted();
    this.#reports = held;
    if (old !== held) old?.dispose().catch(() => undefined);
    return { catalogue: held.run.catalogue, tensors };
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
  (engine) => new TrainSession(engine),
);
