// A run of training as callers see it. Every call is short, so that others, and an end, may
// come between; and what was learnt outlives an engine that has to start again.

import { checkKind, count, signalOf } from "./arguments.js";
import type { CoreAnswer } from "./calls.js";
import type { Client } from "./client.js";
import { OutOfRangeError } from "./errors.js";
import type { Arguments } from "./handlers.js";
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

  /** `model` gives the model's id while it is alive. */
  constructor(client: Client, model: () => number, started: CoreAnswer<"train">) {
    this.#client = client;
    this.#model = model;
    this.form = started.form;
    this.vocabulary = started.vocabulary;
    this.joints = { source: started.source_joint, target: started.target_joint };
    this.steps = started.step;
  }

  async step(options: CallOptions = {}): Promise<TrainingStep> {
    const signal = signalOf(options);
    const id = this.#model();
    const report = await this.#client.call("trainStep", [id], signal, { id, moves: true });
    this.steps = report.step;
    if (this.#client.behind(id) >= KEPT_AFTER) await keep(this.#client, id);
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
    const signal = signalOf(options);
    const { data } = await this.#client.call("checkpoint", [this.#model()], signal);
    return data as Uint8Array;
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
}

/** A new engine has the model as it is now. */
export async function keep(client: Client, id: number, signal?: AbortSignal): Promise<void> {
  await client.call("checkpoint", [id], signal, {
    id,
    keeps: true,
    again: ([, made]: Arguments<"transformer">, { data }) => {
      const { training } = made;
      if (!training) return [id, made];
      return [id, { ...made, training: { ...training, checkpoint: data as Uint8Array } }];
    },
  });
}
