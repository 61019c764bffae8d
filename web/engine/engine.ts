// The engine as callers see it.

import { checkKeys, checkKind, checkLength, plain, record, signalOf } from "./arguments.js";
import type { Client } from "./client.js";
import { ArgumentError, abortError, DisposedError } from "./errors.js";
import type { ShippedFile } from "./files.js";
import type { CoreOperation, Started } from "./handlers.js";
import { type Handle, ModelObject, RunObject } from "./handles.js";
import { modelConfig, recorded, schemaOf, settings, stepOf } from "./requests.js";
import { show, toTensor, toTensors } from "./tensors.js";
import type {
  AnyTransformer,
  ApplyOptions,
  ApplyResult,
  AttributeValue,
  CallOptions,
  Engine,
  Model,
  ModelConfig,
  ModelTables,
  OperationSchema,
  Program,
  Run,
  RunOptions,
  Tensor,
  TensorInput,
  Tokens,
  Transformer,
} from "./types.js";

export class EngineObject implements Engine {
  readonly version: string;
  readonly #client: Client;
  readonly #operations: CoreOperation[];
  readonly #close: () => void;
  readonly #shipped: ShippedFile | undefined;
  /** Models, and the runs of programs. */
  readonly #held = new Set<WeakRef<Handle>>();
  #disposed = false;

  /** `close` is called once, when the engine is disposed. */
  constructor(client: Client, started: Started, close: () => void, shipped?: ShippedFile) {
    this.version = started.version;
    this.#client = client;
    this.#operations = started.operations;
    this.#close = close;
    this.#shipped = shipped;
  }

  async operations(options: CallOptions = {}): Promise<OperationSchema[]> {
    const signal = signalOf(options);
    if (signal?.aborted) throw abortError(signal);
    const { described } = await import("./described.js");
    return described(this.#operations);
  }

  async apply(
    operation: string,
    inputs: Record<string, TensorInput>,
    attributes: Record<string, AttributeValue> = {},
    options: ApplyOptions = {},
  ): Promise<ApplyResult> {
    const signal = signalOf(options, ["stages", "outputGradient"]);
    const schema = schemaOf(this.#operations, operation);
    const { outputGradient } = options;
    const request = {
      operation,
      inputs: toTensors(record("inputs", inputs)),
      attributes: settings(schema, plain("attributes", attributes)),
      stages: checkKind("options.stages", options.stages ?? false, "boolean") as boolean,
      ...(outputGradient && { outputGradient: toTensor("outputGradient", outputGradient) }),
    };
    const answer = await this.#live.call("apply", [request], signal);
    return { output: answer.tensors[schema.outputs[0]?.name ?? ""] as Tensor, ...answer };
  }

  async compute(program: Program, options: RunOptions = {}): Promise<Run> {
    checkKeys("program", program, ["inputs", "steps"]);
    const signal = signalOf(options, ["record", "interventions"]);
    const { inputs = {}, steps } = program;
    if (!Array.isArray(steps)) {
      throw new ArgumentError(`program.steps is ${show(steps)}; give an array`);
    }
    checkLength("program.steps", steps.length);
    const request = {
      inputs: toTensors(record("program.inputs", inputs)),
      steps: steps.map((step: unknown, at) =>
        stepOf(`program.steps[${at}]`, step, this.#operations),
      ),
      ...recorded(options),
    };
    const { id, answer } = await this.#live.make("compute", [request], undefined, signal);
    return this.#hold(new RunObject(this.#client, id, undefined, answer));
  }

  async tokenize(text: string, options: CallOptions = {}): Promise<Tokens> {
    const signal = signalOf(options);
    if (typeof text !== "string") {
      throw new ArgumentError(`text is ${show(text)}; give a string`);
    }
    checkLength("text", text.length);
    return this.#live.call("tokenize", [text], signal);
  }

  model(config: ModelConfig, options?: CallOptions): Promise<Model>;
  model(config: AnyTransformer, options?: CallOptions): Promise<Transformer>;
  async model(
    config: ModelConfig | AnyTransformer,
    options: CallOptions = {},
  ): Promise<Model | Transformer> {
    const signal = signalOf(options);
    if (!isSelfAttention(config)) {
      const { makeTransformer } = await import("./transformer.js");
      return this.#hold(await makeTransformer(this.#live, config, this.#shipped, signal));
    }
    const made = await this.#live.make("model", [modelConfig(config)], undefined, signal);
    const { id, answer } = made;
    return this.#hold(new ModelObject(this.#client, id, answer));
  }

  async modelTables(options: CallOptions = {}): Promise<ModelTables> {
    return this.#live.call("modelTables", [], signalOf(options));
  }

  /** What is alive goes with the engine. */
  #hold<Held extends Handle>(made: Held): Held {
    for (const known of this.#held) if (known.deref()?.alive !== true) this.#held.delete(known);
    this.#held.add(new WeakRef(made));
    return made;
  }

  async memory(options: CallOptions = {}): Promise<{ used: number; peak: number; budget: number }> {
    return this.#live.call("memory", [], signalOf(options));
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const held of this.#held) await held.deref()?.dispose();
    this.#close();
  }

  get #live(): Client {
    if (this.#disposed) throw new DisposedError("the engine was disposed; make a new one");
    return this.#client;
  }
}

/** What is neither a Transformer's configuration nor a file is told what self-attention takes. */
function isSelfAttention(config: ModelConfig | AnyTransformer): config is ModelConfig {
  const { kind, file, shipped } = Object(config) as Record<string, unknown>;
  return kind !== "transformer" && file === undefined && shipped === undefined;
}
