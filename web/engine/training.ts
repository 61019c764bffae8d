// A run of training as callers see it. Every call is short, so that others, and an end, may
// come between; and what was learnt outlives an engine that has to start again.

import { checkKind, count, signalOf } from "./arguments.js";
import type { CoreAnswer } from "./calls.js";
import type { Client } from "./client.js";
import { OutOfRangeError } from "./errors.js";
import type { Answer, CallOptions, Cloze, Score, Training, TrainingStep } from "./types.js";

/** Steps after which the client keeps what was learnt. */
const KEPT_AFTER = 50;
/** Held-out examples of one call. */
const AT_ONCE = 64;
/** How many there are. */
const HELD_OUT = 65536;

export class TrainingObject implements Training {
  readonly form: string;
  readonly vocabulary: string[];
  readonly joints: { source: string; target: string };
  steps: number;
  readonly #client: Client;
  readonly #model: () => number;
  #kept: number;

  /** `model` gives the model's id while it is alive. */
  constructor(client: Client, model: () => number, started: CoreAnswer<"train">) {
    this.#client = client;
    this.#model = model;
    this.form = started.form;
    this.vocabulary = started.vocabulary;
    this.joints = { source: started.source_joint, target: started.target_joint };
    this.steps = started.step;
    this.#kept = started.step;
  }

  async step(options: CallOptions = {}): Promise<TrainingStep> {
    const signal = signalOf(options);
    const report = await this.#client.call("trainStep", [this.#model()], signal);
    this.steps = report.step;
    if (report.step >= this.#kept + KEPT_AFTER || report.step < this.#kept) await this.#keep();
    return report;
  }

  async evaluate(examples: number, options: CallOptions & { first?: number } = {}): Promise<Score> {
    let [losses, right, labels] = [0, 0, 0];
    for await (const part of this.#parts(examples, options, "evaluate")) {
      losses += part.loss * part.labels;
      right += part.accuracy * part.labels;
      labels += part.labels;
    }
    const share = Math.max(labels, 1);
    return { loss: losses / share, accuracy: right / share, labels };
  }

  async answers(
    examples: number,
    options: CallOptions & { first?: number } = {},
  ): Promise<Answer[]> {
    const answers: Answer[] = [];
    for await (const part of this.#parts(examples, options, "answers")) answers.push(...part);
    return answers;
  }

  async clozes(
    examples: number,
    options: CallOptions & { first?: number; after?: boolean } = {},
  ): Promise<Cloze[]> {
    const { after = true, ...others } = options;
    const asked = checkKind("options.after", after, "boolean") as boolean;
    const clozes: Cloze[] = [];
    for await (const part of this.#parts(examples, others, "clozes", asked)) clozes.push(...part);
    return clozes;
  }

  async checkpoint(options: CallOptions = {}): Promise<Uint8Array> {
    return this.#checkpoint(signalOf(options));
  }

  async *#parts<M extends "evaluate" | "answers" | "clozes">(
    examples: number,
    options: CallOptions & { first?: number },
    method: M,
    ...rest: boolean[]
  ): AsyncGenerator<CoreAnswer<M>> {
    const signal = signalOf(options, ["first"]);
    const first = count("options.first", options.first ?? 0);
    const end = first + count("count", examples);
    if (end > HELD_OUT) {
      throw new OutOfRangeError(
        `${examples} held-out examples from number ${first} on are asked for; there are ${HELD_OUT}`,
      );
    }
    // Also of none, which the core refuses.
    for (let at = first; at === first || at < end; at += AT_ONCE) {
      const args = [this.#model(), at, Math.min(AT_ONCE, end - at), ...rest];
      yield (await this.#client.call(method, args as never, signal)) as CoreAnswer<M>;
    }
  }

  async #checkpoint(signal?: AbortSignal): Promise<Uint8Array> {
    const { data } = await this.#client.call("checkpoint", [this.#model()], signal);
    return data as Uint8Array;
  }

  async #keep(): Promise<void> {
    const checkpoint = await this.#checkpoint();
    this.#kept = this.steps;
    this.#client.amend<"transformer">(this.#model(), ([id, made]) => [
      id,
      made.training ? { ...made, training: { ...made.training, checkpoint } } : made,
    ]);
  }
}
