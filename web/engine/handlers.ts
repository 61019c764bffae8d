// The engine's calls against the wasm Session: in the page, in a worker and in
// Node alike.

import { type CoreAnswer, type CoreOperation, change, type RecordRequest } from "./calls.js";
import type { Part } from "./load.js";
import type { Message } from "./message.js";
import { TransformerHandlers } from "./transformer-handlers.js";
import type {
  AttributeValue,
  CatalogueEntry,
  Explanation,
  GradientTarget,
  SelfAttentionConfig,
  Tensor,
  Tokens,
} from "./types.js";

export type { CoreOperation } from "./calls.js";

export interface ApplyRequest {
  operation: string;
  inputs: Record<string, Tensor>;
  /** Undefined where the operation has no attribute of that name. */
  attributes: Record<string, AttributeValue | undefined>;
  stages: boolean;
  outputGradient?: Tensor;
}

export interface RunRequest extends RecordRequest {
  tokens: string[];
}

export interface StepRequest {
  name: string;
  operation: string;
  inputs: Record<string, string>;
  attributes: ApplyRequest["attributes"];
}

export interface ComputeRequest extends RecordRequest {
  inputs: Record<string, Tensor>;
  steps: StepRequest[];
}

export interface Started {
  version: string;
  operations: CoreOperation[];
}

export class Handlers extends TransformerHandlers {
  started(): Started {
    return { version: this.ask("version"), operations: this.ask("operations") };
  }

  memory(): CoreAnswer<"memory"> {
    return this.ask("memory");
  }

  apply(request: ApplyRequest): CoreAnswer<"apply"> {
    const { operation, stages, attributes, inputs, outputGradient } = request;
    const gradient = outputGradient && pair(outputGradient);
    return this.ask("apply", operation, stages, attributes, pairs(inputs), gradient);
  }

  tokenize(text: string): Tokens {
    return this.ask("tokenize", text);
  }

  model(id: number, config: SelfAttentionConfig): SelfAttentionConfig {
    const { d_model, d_k, heads, seed, weights, mask, length, scaling, positions } = config;
    const made = this.ask(
      "model",
      ...[d_model, d_k, heads, seed, weights, mask, length, scaling, positions],
    );
    this.keep(id, "model", made);
    return { ...config };
  }

  run(
    id: number,
    model: number,
    { tokens, record, interventions }: RunRequest,
  ): { bytes: number; catalogue: CatalogueEntry[] } {
    const changes = interventions.map(change);
    const made = this.ask("run", this.find(model, "model"), tokens, record, changes);
    return this.keepRun(id, made);
  }

  compute(
    id: number,
    { inputs, steps, record, interventions }: ComputeRequest,
  ): { bytes: number; catalogue: CatalogueEntry[] } {
    const taken = steps.map((step) => [step.name, step.operation, step.inputs, step.attributes]);
    return this.keepRun(
      id,
      this.ask("compute", pairs(inputs), taken, record, interventions.map(change)),
    );
  }

  gradients(id: number, run: number, of: GradientTarget): { value: number; names: string[] } {
    const index = "index" in of ? of.index : undefined;
    const made = this.ask("gradients", this.find(run, "run"), of.tensor, index);
    this.keep(id, "gradients", made.id);
    return { value: made.value, names: made.names };
  }

  tensor(run: number, name: string): Tensor {
    return this.ask("tensor", false, this.find(run, "run"), name);
  }

  explain(run: number, name: string, index: number[], limit: number): Explanation {
    return this.ask("explain", false, this.find(run, "run"), name, index, limit);
  }

  /** The rows `begin` … `end` − 1 of the map, those that there are. */
  gradientMap(run: number, begin: number, end: number): Tensor {
    return this.ask("gradientMap", this.find(run, "run"), begin, end);
  }

  gradient(gradients: number, name: string): Tensor {
    return this.ask("tensor", true, this.find(gradients, "gradients"), name);
  }

  explainGradient(gradients: number, name: string, index: number[], limit: number): Explanation {
    return this.ask("explain", true, this.find(gradients, "gradients"), name, index, limit);
  }
}

function pairs(tensors: Record<string, Tensor>): Record<string, Message> {
  return Object.fromEntries(Object.entries(tensors).map(([name, one]) => [name, pair(one)]));
}

/** How a tensor crosses. */
function pair({ shape, data }: Tensor): Message {
  return [shape, data];
}

/** What the laboratory calls, for which core.wasm suffices (scripts/web/laboratory.mjs). */
const laboratory: ReadonlySet<string> = new Set<Method>([
  ...(["started", "memory", "tokenize", "model", "run", "tensor", "explain", "dispose"] as const),
  ...(["gradientMap", "gradients", "gradient", "explainGradient"] as const),
]);

/** What figures of operations call, for which more.wasm suffices (scripts/web/operators.mjs). */
const operators: ReadonlySet<string> = new Set<Method>(["apply", "compute"]);

/** The last part of the core that a call needs; undefined: core.wasm suffices. */
export function partFor(method: Method, args: readonly unknown[]): Part | undefined {
  // Attention without its stages is another code.
  if (method === "run" && (args as Arguments<"run">)[2].record !== "inspect") return "more";
  if (laboratory.has(method)) return undefined;
  return operators.has(method) ? "more" : "models";
}

/** Calls one handler by name. */
export async function perform<M extends Method>(
  handlers: Handlers,
  method: M,
  args: Arguments<M>,
): Promise<Answer<M>> {
  const act = handlers[method] as (...values: Arguments<M>) => Answer<M> | Promise<Answer<M>>;
  return act.apply(handlers, args);
}

/** What a call names, and what it takes and gives. */
export type Method = Exclude<keyof Handlers, "close">;
export type Arguments<M extends Method> = Parameters<Handlers[M]>;
export type Answer<M extends Method> = Awaited<ReturnType<Handlers[M]>>;

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
