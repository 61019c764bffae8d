// Engine, Model, Run and Gradients as callers see them: thin objects that hold an
// id. Arguments are checked for their kind here and for their meaning in the core.

import {
  cell,
  checkFields,
  checkKeys,
  checkKind,
  checkLength,
  checkWord,
  count,
  integers,
  type Kind,
  numbers,
  plain,
  record,
  signalOf,
  words,
} from "./arguments.js";
import type { Client } from "./client.js";
import {
  ArgumentError,
  abortError,
  DisposedError,
  OutOfRangeError,
  UnknownNameError,
} from "./errors.js";
import type { ApplyRequest, Started } from "./handlers.js";
import { show, toTensor, toTensors } from "./tensors.js";
import type {
  ApplyOptions,
  ApplyResult,
  AttributeValue,
  CallOptions,
  CatalogueEntry,
  Engine,
  ExplainOptions,
  Explanation,
  Gradients,
  GradientTarget,
  Intervention,
  Model,
  ModelConfig,
  OperationSchema,
  Run,
  RunInput,
  RunOptions,
  Tensor,
  TensorInput,
  Tokens,
} from "./types.js";

const DEFAULT_LIMIT = 64;
/** Of the gradient map in one call, so that others, and an end, may come between. */
const MAP_ROWS = 8;

/** Frees in the engine what the page has dropped without dispose(). */
const dropped = new FinalizationRegistry<{ client: Client; id: number }>(({ client, id }) => {
  client.release(id).catch(() => {});
});

/** Something that lives in the engine under an id. */
class Handle {
  protected readonly client: Client;
  readonly #id: number;
  readonly #kind: string;
  #disposed = false;
  readonly #parent: Handle | undefined;

  constructor(client: Client, id: number, kind: string, parent?: Handle) {
    this.client = client;
    this.#id = id;
    this.#kind = kind;
    this.#parent = parent;
    dropped.register(this, { client, id }, this);
  }

  /** The id, unless this or what it lives in was disposed. */
  protected get id(): number {
    for (let handle: Handle | undefined = this; handle; handle = handle.#parent) {
      if (handle.#disposed) {
        throw new DisposedError(`the ${handle.#kind} was disposed; make a new one`);
      }
    }
    return this.#id;
  }

  get alive(): boolean {
    return !this.#disposed;
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    dropped.unregister(this);
    await this.client.release(this.#id);
  }
}

export class EngineObject implements Engine {
  readonly version: string;
  readonly #client: Client;
  readonly #operations: OperationSchema[];
  readonly #close: () => void;
  readonly #models = new Set<WeakRef<ModelObject>>();
  #disposed = false;

  /** `close` is called once, when the engine is disposed. */
  constructor(client: Client, started: Started, close: () => void) {
    this.version = started.version;
    this.#client = client;
    this.#operations = started.operations;
    this.#close = close;
  }

  async operations(options: CallOptions = {}): Promise<OperationSchema[]> {
    const signal = signalOf(options);
    if (signal?.aborted) throw abortError(signal);
    return structuredClone(this.#operations);
  }

  async apply(
    operation: string,
    inputs: Record<string, TensorInput>,
    attributes: Record<string, AttributeValue> = {},
    options: ApplyOptions = {},
  ): Promise<ApplyResult> {
    const signal = signalOf(options, ["stages", "outputGradient"]);
    const schema = this.#operations.find(({ name }) => name === operation);
    if (!schema) {
      const names = this.#operations.map(({ name }) => name).join(", ");
      throw new UnknownNameError(
        `there is no operation ${show(operation)}; the operations are ${names}`,
      );
    }
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

  async tokenize(text: string, options: CallOptions = {}): Promise<Tokens> {
    const signal = signalOf(options);
    if (typeof text !== "string") {
      throw new ArgumentError(`text is ${show(text)}; give a string`);
    }
    checkLength("text", text.length);
    return this.#live.call("tokenize", [text], signal);
  }

  async model(config: ModelConfig, options: CallOptions = {}): Promise<Model> {
    const signal = signalOf(options);
    const made = await this.#live.make("model", [modelConfig(config)], undefined, signal);
    const { id, answer } = made;
    const model = new ModelObject(this.#client, id, answer);
    for (const known of this.#models) if (known.deref()?.alive !== true) this.#models.delete(known);
    this.#models.add(new WeakRef(model));
    return model;
  }

  async memory(options: CallOptions = {}): Promise<{ used: number; peak: number; budget: number }> {
    return this.#live.call("memory", [], signalOf(options));
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const model of this.#models) await model.deref()?.dispose();
    this.#close();
  }

  get #live(): Client {
    if (this.#disposed) throw new DisposedError("the engine was disposed; make a new one");
    return this.#client;
  }
}

/** The attributes, those of the schema checked; what else there is the core refuses by name. */
function settings(
  { name, attributes }: OperationSchema,
  given: Record<string, AttributeValue>,
): ApplyRequest["attributes"] {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      const known = attributes.find((attribute) => attribute.name === key);
      return [key, known && checkKind(`${name}: ${key}`, value, known.type)];
    }),
  );
}

const CONFIG = {
  kind: "string",
  d_model: "integer",
  d_k: "integer",
  heads: "integer",
  seed: "integer",
  weights: "string",
  mask: "string",
  length: "integer",
  scaling: "boolean",
  positions: "boolean",
} satisfies Record<keyof ModelConfig, Kind>;

/** A copy of the configuration, its fields of the right kinds; the core checks their ranges. */
function modelConfig(given: ModelConfig): ModelConfig {
  const config = plain("config", given);
  checkFields("config", config, CONFIG);
  checkWord("config.kind", config.kind, "self_attention");
  if (config.seed >= 0 && config.seed < 2 ** 32) return config;
  throw new OutOfRangeError(`config.seed is ${config.seed}; it may be from 0 to ${2 ** 32 - 1}`);
}

class ModelObject extends Handle implements Model {
  readonly config: ModelConfig;

  constructor(client: Client, id: number, config: ModelConfig) {
    super(client, id, "model");
    this.config = config;
  }

  async run(input: RunInput, options: RunOptions = {}): Promise<Run> {
    checkKeys("input", input, ["tokens"]);
    const signal = signalOf(options, ["record", "interventions"]);
    const request = {
      tokens: words("tokens", input.tokens),
      record: text("record", options.record ?? "inspect"),
      interventions: interventions(options.interventions ?? []),
    };
    const { id, answer } = await this.client.make("run", [this.id, request], this.id, signal);
    return new RunObject(this.client, id, this, request.tokens.length, answer);
  }
}

function interventions(given: unknown): Intervention[] {
  if (!Array.isArray(given)) {
    throw new ArgumentError(`interventions is ${show(given)}; give an array`);
  }
  checkLength("interventions", given.length);
  return given.map((item: unknown, i) => {
    const at = `interventions[${i}]`;
    checkKeys(at, item, ["tensor", "action", "indices", "values"]);
    const { tensor, action, indices, values } = item as Intervention;
    return {
      tensor: text(`${at}.tensor`, tensor),
      action: text(`${at}.action`, action) as Intervention["action"],
      ...(indices !== undefined && { indices: integers(`${at}.indices`, indices) }),
      values: numbers(`${at}.values`, values),
    };
  });
}

class RunObject extends Handle implements Run {
  readonly catalogue: CatalogueEntry[];
  readonly bytes: number;
  readonly #tokens: number;

  constructor(
    client: Client,
    id: number,
    model: ModelObject,
    tokens: number,
    made: { catalogue: CatalogueEntry[]; bytes: number },
  ) {
    super(client, id, "run", model);
    this.catalogue = made.catalogue;
    this.bytes = made.bytes;
    this.#tokens = tokens;
  }

  async tensor(name: string, options: CallOptions = {}): Promise<Tensor> {
    const signal = signalOf(options);
    return this.client.call("tensor", [this.id, text("name", name)], signal);
  }

  async explain(name: string, index: number[], options: ExplainOptions = {}): Promise<Explanation> {
    const signal = signalOf(options, ["limit"]);
    const asked = question(name, index, options.limit);
    return this.client.call("explain", [this.id, ...asked], signal);
  }

  async gradients(request: { of: GradientTarget }, options: CallOptions = {}): Promise<Gradients> {
    checkKeys("request", request, ["of"]);
    const of = target(request.of);
    const signal = signalOf(options);
    const { id, answer } = await this.client.make("gradients", [this.id, of], this.id, signal);
    return new GradientsObject(this.client, id, this, of, answer);
  }

  async gradientMap(options: CallOptions = {}): Promise<Tensor> {
    const signal = signalOf(options);
    const data = new Float32Array(this.#tokens ** 2);
    for (let row = 0; row < this.#tokens; row += MAP_ROWS) {
      const end = row + MAP_ROWS;
      const part = await this.client.call("gradientMap", [this.id, row, end], signal);
      data.set(part.data, row * this.#tokens);
    }
    return { shape: [this.#tokens, this.#tokens], data };
  }
}

class GradientsObject extends Handle implements Gradients {
  readonly of: GradientTarget;
  readonly value: number;
  readonly names: string[];

  constructor(
    client: Client,
    id: number,
    run: RunObject,
    of: GradientTarget,
    made: { value: number; names: string[] },
  ) {
    super(client, id, "gradients", run);
    this.of = of;
    this.value = made.value;
    this.names = made.names;
  }

  async tensor(name: string, options: CallOptions = {}): Promise<Tensor> {
    const signal = signalOf(options);
    return this.client.call("gradient", [this.id, text("name", name)], signal);
  }

  async explain(name: string, index: number[], options: ExplainOptions = {}): Promise<Explanation> {
    const signal = signalOf(options, ["limit"]);
    const asked = question(name, index, options.limit);
    return this.client.call("explainGradient", [this.id, ...asked], signal);
  }
}

/** A copy of what is to be differentiated. */
function target(given: GradientTarget): GradientTarget {
  const of = plain("of", given);
  checkKeys("of", of, ["tensor", "reduce", "index"]);
  const { reduce, index } = of as { reduce?: unknown; index?: unknown };
  const tensor = text("of.tensor", of.tensor);
  if ((reduce === undefined) === (index === undefined)) {
    throw new ArgumentError('of needs either reduce: "sum" or an index');
  }
  if (index !== undefined) return { tensor, index: cell("of.index", index) };
  checkWord("of.reduce", text("of.reduce", reduce), "sum");
  return { tensor, reduce: "sum" };
}

function text(what: string, given: unknown): string {
  if (typeof given === "string") return given;
  throw new ArgumentError(`${what} is ${show(given)}; give a string`);
}

function question(
  name: string,
  index: number[],
  limit = DEFAULT_LIMIT,
): [name: string, index: number[], limit: number] {
  return [text("name", name), cell("index", index), count("limit", limit)];
}
