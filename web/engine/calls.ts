// What every call of the core goes through: the session, and which of its things is alive
// under which id. Ids are the caller's, so that it can replay them on a new engine.

import type { CoreSession } from "./core.js";
import { DisposedError } from "./errors.js";
import type { Core, Part } from "./load.js";
import { call, type Message } from "./message.js";
import type {
  Answer,
  AttributeValue,
  BeamStep,
  CatalogueEntry,
  Cloze,
  Explanation,
  GenerationStep,
  Intervention,
  OperationSchema,
  Pieces,
  Score,
  Tensor,
  Tokens,
  TrainingStep,
} from "./types.js";

/** An operation as the core tells it: without the words for people (described.ts). */
export interface CoreOperation extends Pick<OperationSchema, "name" | "inputs" | "outputs"> {
  attributes: Omit<OperationSchema["attributes"][number], "summary">[];
}

export interface RecordRequest {
  record: string;
  interventions: Intervention[];
}

type Kind = "model" | "run" | "gradients" | "text";

/** The core's calls and what each gives; wasm/border.cc has what each takes. */
interface Answers {
  version: string;
  memory: { used: number; peak: number; budget: number };
  operations: CoreOperation[];
  apply: { tensors: Record<string, Tensor>; gradients?: Record<string, Tensor> };
  tokenize: Tokens;
  model: number;
  run: { id: number; bytes: number; catalogue: CatalogueEntry[] };
  compute: Answers["run"];
  gradients: { id: number; value: number; names: string[] };
  gradientMap: Tensor;
  tensor: Tensor;
  explain: Explanation;
  dispose: undefined;
  modelTables: {
    presets: string[];
    model: CoreOperation;
    training: CoreOperation;
    tasks: CoreOperation[];
  };
  transformer: {
    id: number;
    settings: Record<string, AttributeValue>;
    parameters: number;
    vocabulary?: string[];
  };
  file: Tensor;
  encode: Pieces;
  decode: string;
  record: Answers["run"];
  train: {
    form: string;
    vocabulary: string[];
    source_joint: string;
    target_joint: string;
    step: number;
  };
  trainStep: TrainingStep;
  evaluate: Score;
  answers: Answer[];
  clozes: Cloze[];
  checkpoint: Tensor;
  write: number;
  writeStep: GenerationStep | BeamStep;
  rankBeams: { node: number; score: number; tokens: number[] }[];
}

export type CoreAnswer<C extends keyof Answers> = Answers[C];

export class Calls {
  readonly #core: Core;
  readonly #session: CoreSession;
  /** Caller's id → the session's. */
  readonly #live = new Map<number, { kind: Kind; id: number }>();

  constructor(core: Core) {
    this.#core = core;
    this.#session = new core.module.Session();
  }

  /** Loads the parts up to the last one that a call needs (`partFor`). */
  complete(last: Part): Promise<void> {
    return this.#core.complete(last);
  }

  /** Ids that are gone already are passed over. */
  dispose(ids: number[]): void {
    for (const id of ids) {
      const entry = this.#live.get(id);
      if (!entry) continue;
      this.#live.delete(id);
      this.ask("dispose", entry.id);
    }
  }

  close(): void {
    this.#session.delete();
  }

  protected ask<C extends keyof Answers>(name: C, ...args: Message[]): Answers[C] {
    return call(this.#core.module, this.#session, [name, ...args]) as Answers[C];
  }

  protected keep(id: number, kind: Kind, made: number): void {
    this.#live.set(id, { kind, id: made });
  }

  protected keepRun(id: number, made: Answers["run"]): Omit<Answers["run"], "id"> {
    this.keep(id, "run", made.id);
    return { bytes: made.bytes, catalogue: made.catalogue };
  }

  protected find(id: number, kind: Kind): number {
    const entry = this.#live.get(id);
    if (entry?.kind === kind) return entry.id;
    throw new DisposedError(
      kind === "gradients"
        ? "these gradients were disposed, with their run or before; ask the run for new ones"
        : `this ${kind} was disposed; make a new one`,
    );
  }
}

/** How an intervention crosses. */
export function change({ tensor, action, indices, values }: Intervention): Message {
  return [tensor, action, indices ?? [], values];
}
