// Models in training side by side, step by step: all of them take a step before one takes the
// next. What they report depends on the requests alone, never on how the work was cut into slices.
import type { Engine, Training, Transformer } from "../engine/types.js";
import type { Look, Reported } from "../figures/train/reports.js";
import type { Asking, Request } from "../figures/train/requests.js";

/** Steps between two looks at held-out examples. */
export const EVERY = 20;
/** Held-out examples: of a loss and an accuracy, and those that are answered without help. */
const [SCORED, ANSWERED] = [64, 32];
/** Milliseconds of training of one slice, and held-out answers of one call. */
const [SLICE, AT_ONCE] = [40, 64];

/** What a look takes, one call each: all together would take long. */
const parts: Readonly<Record<Asking, readonly Exclude<keyof Look, "step">[]>> = {
  none: ["score"],
  answers: ["score", "right"],
  clozes: ["score", "around", "before"],
};

/** A model and what it reported. */
export class Learner implements Reported {
  readonly losses: number[] = [];
  readonly labels: number[] = [];
  readonly tokens: number[] = [];
  readonly looks: Look[] = [];
  exam = { step: -1, right: [] as boolean[] };
  #steps: number;
  /** The look that is being taken. */
  #taken: Partial<Look> & { step: number } = { step: -1 };

  private constructor(
    readonly request: Request,
    readonly model: Transformer,
    readonly training: Training,
    readonly from: number,
  ) {
    this.#steps = from;
  }

  /** `checkpoint`: goes on from there. */
  static async begin(engine: Engine, request: Request, checkpoint?: Uint8Array): Promise<Learner> {
    const model = await engine.model(request.model);
    try {
      const asked = { ...request.training, ...(checkpoint && { checkpoint }) };
      const training = await model.train(asked);
      return new Learner(request, model, training, training.steps);
    } catch (error) {
      await model.dispose();
      throw error;
    }
  }

  get side() {
    return this.request.side;
  }

  get steps(): number {
    return this.#steps;
  }

  /** One step, or again one that an engine which had to start again has forgotten. */
  async step(): Promise<void> {
    const { step, loss, labels, tokens } = await this.training.step();
    const at = step - 1 - this.from;
    this.losses[at] = loss;
    this.labels[at] = labels;
    this.tokens[at] = tokens;
    this.#steps = step;
  }

  /** Whether held-out examples are due, now that it is here. */
  get due(): boolean {
    const here = this.#steps % EVERY === 0 || this.#steps === this.from;
    return here && (this.looks.at(-1)?.step ?? -1) < this.#steps;
  }

  /** The next part of the look that is due. */
  async look(): Promise<void> {
    const here = this.#steps;
    const begun = this.#taken.step === here ? this.#taken : { step: here };
    const [next, ...later] = parts[this.request.asks].filter((part) => !(part in begun));
    if (!next) return;
    this.#taken = { ...begun, [next]: await this.#ask(next) };
    if (later.length === 0) this.looks.push(this.#taken as Look);
  }

  async #ask(part: Exclude<keyof Look, "step">): Promise<Look[typeof part]> {
    switch (part) {
      case "score":
        return this.training.evaluate(SCORED);
      case "right":
        return (await this.training.answers(ANSWERED)).map(({ right }) => right);
      default:
        return this.training.clozes(SCORED, { after: part === "around" });
    }
  }

  /** Whether some of so many questions are still to be asked. */
  examined(questions: number): boolean {
    if (questions === 0 || this.request.asks !== "answers") return true;
    return this.exam.step === this.#steps && this.exam.right.length >= questions;
  }

  async examine(questions: number): Promise<void> {
    if (this.exam.step !== this.#steps) this.exam = { step: this.#steps, right: [] };
    const { right } = this.exam;
    const first = right.length;
    const some = Math.min(AT_ONCE, questions - first);
    for (const answer of await this.training.answers(some, { first })) right.push(answer.right);
  }
}

export class Course {
  /** The step where the next slice ends at the latest. */
  ahead: number;
  #working: Promise<void> = Promise.resolve();

  private constructor(readonly learners: readonly Learner[]) {
    this.ahead = this.reached + 1;
  }

  static async begin(
    engine: Engine,
    requests: readonly Request[],
    checkpoint?: Uint8Array,
  ): Promise<Course> {
    const learners: Learner[] = [];
    try {
      for (const one of requests) learners.push(await Learner.begin(engine, one, checkpoint));
    } catch (error) {
      await Promise.all(learners.map(({ model }) => model.dispose()));
      throw error;
    }
    return new Course(learners);
  }

  /** Steps that all of them have done. */
  get reached(): number {
    return Math.min(...this.learners.map(({ steps }) => steps));
  }

  /** Steps that the furthest has done: nothing before it can be shown any more. */
  get furthest(): number {
    return Math.max(...this.learners.map(({ steps }) => steps));
  }

  /** Whether there is something of all of them to be shown. */
  get #begun(): boolean {
    return this.learners.every(({ looks }) => looks.length > 0);
  }

  /** Whether there is nothing left to do up to this step, and of so many questions at its end. */
  done(to: number, questions: number): boolean {
    return this.#next(to, questions) === undefined;
  }

  /**
   * A slice of the way to step `to`; one after another. What `signal` ends has lost nothing: no
   * step is given up that was begun.
   */
  advance(to: number, questions: number, signal: AbortSignal): Promise<void> {
    const slice = this.#working.then(() => this.#slice(to, questions, signal));
    this.#working = slice.catch(() => undefined);
    return slice;
  }

  async #slice(to: number, questions: number, signal: AbortSignal): Promise<void> {
    const [start, before] = [performance.now(), this.reached];
    const end = Math.min(to, this.ahead);
    while (performance.now() - start < SLICE || !this.#begun) {
      signal.throwIfAborted();
      const next = this.#next(end, end === to ? questions : 0);
      if (!next) break;
      await next();
    }
    const pace = (this.reached - before) / (performance.now() - start);
    this.ahead = this.reached + Math.max(1, Math.floor(SLICE * pace));
  }

  /** What comes next: a look that is due, a step of one that is behind, an examination. */
  #next(to: number, questions: number): (() => Promise<void>) | undefined {
    const { reached } = this;
    const here = this.learners.filter(({ steps }) => steps === reached);
    const due = here.find((learner) => learner.due);
    if (due) return () => due.look();
    const behind = here[0];
    if (behind && reached < to) return () => behind.step();
    const left = this.learners.find((learner) => !learner.examined(questions));
    return left && (() => left.examine(questions));
  }

  async dispose(): Promise<void> {
    await this.#working;
    await Promise.all(this.learners.map(({ model }) => model.dispose()));
  }
}
