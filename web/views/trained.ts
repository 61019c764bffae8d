// A session whose models train while they are looked at: each update trains for a slice, and what
// the models report is a run of its own, whose numbers open beside those of the drawn run.
import type { Engine, ExplainOptions, Explanation, Program, Tensor } from "../engine/types.js";
import type { Drawing, ProgramData } from "../figures/program.js";
import type { Request } from "../figures/train/requests.js";
import { learning as en } from "../i18n/en/learning.js";
import { provide } from "../i18n/t.js";
import { learning as zh } from "../i18n/zh/learning.js";
import type { Cell } from "../state/cells.js";
import type { State } from "../state/table.js";
import { Course } from "./course.js";
import { Held, keyOf } from "./held.js";
import { DrawnSession } from "./program.js";
import { collect } from "./session.js";

provide("learning", { en, zh });

/** What comes along with a mean and is drawn as a part of another list. */
const BESIDE = /\.(?:variance|least|largest|share)$/;

interface Kept {
  readonly key: string;
  readonly course: Course;
}

export abstract class CourseSession<S extends State, D extends ProgramData<S>> extends DrawnSession<
  S,
  D
> {
  #training: Kept | undefined;
  /** What is trained next: that of a file. */
  #brought: Kept | undefined;
  #reports: Held | undefined;
  #reported: ReadonlySet<string> = new Set();

  constructor(
    private readonly engine: Engine,
    drawing: Drawing<S>,
  ) {
    super(engine, drawing);
  }

  override explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const reports = this.#reports;
    if (!reports || !this.#reported.has(cell.tensor)) return super.explain(cell, options);
    return reports.run.explain(cell.tensor, [...cell.index], options);
  }

  override tensor(name: string, gradient = false): Promise<Tensor> {
    const reports = this.#reports;
    if (!reports || !this.#reported.has(name)) return super.tensor(name, gradient);
    return reports.tensor(name);
  }

  protected override async release(): Promise<void> {
    const held = [this.#training?.course, this.#brought?.course, this.#reports];
    this.#training = this.#brought = this.#reports = undefined;
    await Promise.all([...held.map((one) => one?.dispose()), super.release()]);
  }

  /** What is in training. */
  protected get course(): Course | undefined {
    return this.#training?.course;
  }

  /** Takes over the run of a file, which goes on when these requests come. */
  protected async bring(requests: readonly Request[], file: Uint8Array): Promise<void> {
    const course = await Course.begin(this.engine, requests, file);
    await this.#brought?.course.dispose();
    this.#brought = { key: keyOf(requests), course };
  }

  /** The course of these models, which begins anew where it is further than `steps`. */
  protected async courseOf(
    requests: readonly Request[],
    steps: number,
    signal: AbortSignal,
  ): Promise<Course> {
    const key = keyOf(requests);
    const brought = this.#brought?.key === key ? this.#brought : undefined;
    const known = brought ?? this.#training;
    const fits = known?.key === key && known.course.furthest <= steps;
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

  /** What the models reported: a program, which `others` decide beside what was trained. */
  protected async report(make: () => Program, signal: AbortSignal, others?: unknown) {
    const { key: trained, course } = this.#training ?? {};
    const { reached, learners = [] } = course ?? {};
    const told = learners.map(({ from, looks, exam }) => [from, looks.length, exam.right.length]);
    const key = keyOf([trained, reached, told, others]);
    const old = this.#reports;
    const held =
      old?.key === key
        ? old
        : new Held(key, await this.engine.compute(make(), { record: "inspect" }));
    const names = held.run.catalogue.flatMap(({ name }) => (BESIDE.test(name) ? [] : [name]));
    const tensors = await collect(names, (name) => held.tensor(name));
    if (signal.aborted && held !== old) await held.dispose();
    signal.throwIfAborted();
    this.#reports = held;
    this.#reported = new Set(held.run.catalogue.map(({ name }) => name));
    if (old !== held) old?.dispose().catch(() => undefined);
    return { catalogue: held.run.catalogue, tensors };
  }
}

/** Steps that all models have done, and where the slice under way to `steps` ends at the latest. */
export function progressOf({ reached, ahead }: Course, steps: number) {
  return { reached, ahead: reached < steps ? Math.min(ahead, steps) : reached };
}
