// The engine's calls against the wasm Session: in the page, in a worker and in
// Node alike. Ids are the caller's, so that it can replay them on a new engine.

import type { CoreModule, CoreSession } from "./core.js";
import { DisposedError, unwrap } from "./errors.js";
import type {
  AttributeValue,
  CatalogueEntry,
  Explanation,
  GradientTarget,
  Intervention,
  ModelConfig,
  OperationSchema,
  Tensor,
  Tokens,
} from "./types.js";

export interface ApplyRequest {
  operation: string;
  inputs: Record<string, Tensor>;
  attributes: Record<string, AttributeValue>;
  stages: boolean;
  outputGradient?: Tensor;
}

export interface RunRequest {
  tokens: string[];
  record: string;
  interventions: Intervention[];
}

export interface Started {
  version: string;
  operations: OperationSchema[];
}

type Kind = "model" | "run" | "gradients";

export class Handlers {
  readonly #session: CoreSession;
  /** Caller's id → the session's. */
  readonly #live = new Map<number, { kind: Kind; id: number }>();

  constructor(core: CoreModule) {
    this.#session = new core.Session();
  }

  started(): Started {
    return { version: this.#session.version(), operations: this.#session.operations() };
  }

  memory(): { used: number; peak: number; budget: number } {
    return this.#session.memory();
  }

  apply(request: ApplyRequest): {
    tensors: Record<string, Tensor>;
    gradients?: Record<string, Tensor>;
  } {
    return unwrap(this.#session.apply(request));
  }

  tokenize(text: string): Tokens {
    return unwrap(this.#session.tokenize(text));
  }

  model(id: number, config: ModelConfig): ModelConfig {
    const made = unwrap(this.#session.createModel(config));
    this.#live.set(id, { kind: "model", id: made.id });
    return made.config;
  }

  run(
    id: number,
    model: number,
    request: RunRequest,
  ): { bytes: number; catalogue: CatalogueEntry[] } {
    const made = unwrap(this.#session.run(this.#find(model, "model"), request));
    this.#live.set(id, { kind: "run", id: made.id });
    return { bytes: made.bytes, catalogue: made.catalogue };
  }

  gradients(id: number, run: number, of: GradientTarget): { value: number; names: string[] } {
    const made = unwrap(this.#session.differentiate(this.#find(run, "run"), of));
    this.#live.set(id, { kind: "gradients", id: made.id });
    return { value: made.value, names: made.names };
  }

  tensor(run: number, name: string): Tensor {
    return unwrap(this.#session.tensor(this.#find(run, "run"), name));
  }

  explain(run: number, name: string, index: number[], limit: number): Explanation {
    return unwrap(this.#session.explain(this.#find(run, "run"), name, index, limit));
  }

  gradientMap(run: number): Tensor {
    return unwrap(this.#session.gradientMap(this.#find(run, "run")));
  }

  gradient(gradients: number, name: string): Tensor {
    return unwrap(this.#session.gradient(this.#find(gradients, "gradients"), name));
  }

  explainGradient(gradients: number, name: string, index: number[], limit: number): Explanation {
    const id = this.#find(gradients, "gradients");
    return unwrap(this.#session.explainGradient(id, name, index, limit));
  }

  /** Ids that are gone already are passed over. */
  dispose(ids: number[]): void {
    for (const id of ids) {
      const entry = this.#live.get(id);
      if (!entry) continue;
      this.#live.delete(id);
      if (entry.kind === "model") this.#session.disposeModel(entry.id);
      else if (entry.kind === "run") this.#session.disposeRun(entry.id);
      else this.#session.disposeGradients(entry.id);
    }
  }

  close(): void {
    this.#session.delete();
  }

  #find(id: number, kind: Kind): number {
    const entry = this.#live.get(id);
    if (entry?.kind === kind) return entry.id;
    throw new DisposedError(
      kind === "gradients"
        ? "these gradients were disposed, with their run or before; ask the run for new ones"
        : `this ${kind} was disposed; make a new one`,
    );
  }
}

/** Calls one handler by name. */
export function perform<M extends Method>(
  handlers: Handlers,
  method: M,
  args: Arguments<M>,
): Answer<M> {
  const act = handlers[method] as (...values: Arguments<M>) => Answer<M>;
  return act.apply(handlers, args);
}

/** What a call names, and what it takes and gives. */
export type Method = Exclude<keyof Handlers, "close">;
export type Arguments<M extends Method> = Parameters<Handlers[M]>;
export type Answer<M extends Method> = ReturnType<Handlers[M]>;

/** The buffers of an answer, to be moved rather than copied out of a worker. */
export function buffersOf(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== "object" || answer === null) return [];
  if (ArrayBuffer.isView(answer)) return [answer.buffer as ArrayBuffer];
  const { data, tensors, gradients } = answer as Record<string, unknown>;
  if (ArrayBuffer.isView(data)) return [data.buffer as ArrayBuffer];
  return [tensors, gradients].flatMap((group) =>
    Object.values((group as Record<string, Tensor> | undefined) ?? {}).flatMap(buffersOf),
  );
}
