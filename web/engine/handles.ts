// Model, Run and Gradients as callers see them: thin objects that hold an id.

import { checkKeys, signalOf, words } from "./arguments.js";
import type { Client } from "./client.js";
import { DisposedError } from "./errors.js";
import { question, recorded, target, text } from "./requests.js";
import type {
  CallOptions,
  CatalogueEntry,
  ExplainOptions,
  Explanation,
  Gradients,
  GradientTarget,
  Model,
  ModelConfig,
  Run,
  RunInput,
  RunOptions,
  Tensor,
} from "./types.js";

/** Of the gradient map in one call, so that others, and an end, may come between. */
const MAP_ROWS = 8;

/** Frees in the engine what the page has dropped without dispose(). */
const dropped = new FinalizationRegistry<{ client: Client; id: number }>(({ client, id }) => {
  client.release(id).catch(() => {});
});

/** Something that lives in the engine under an id. */
export class Handle {
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

export class ModelObject extends Handle implements Model {
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
      ...recorded(options),
    };
    const { id, answer } = await this.client.make("run", [this.id, request], this.id, signal);
    return new RunObject(this.client, id, this, answer);
  }
}

export class RunObject extends Handle implements Run {
  readonly catalogue: CatalogueEntry[];
  readonly bytes: number;

  constructor(
    client: Client,
    id: number,
    model: Handle | undefined,
    made: { catalogue: CatalogueEntry[]; bytes: number },
  ) {
    super(client, id, "run", model);
    this.catalogue = made.catalogue;
    this.bytes = made.bytes;
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
    const rows = (row: number) =>
      this.client.call("gradientMap", [this.id, row, row + MAP_ROWS], signal);
    const first = await rows(0);
    const [, positions = 0] = first.shape;
    const data = new Float32Array(positions ** 2);
    data.set(first.data);
    for (let row = MAP_ROWS; row < positions; row += MAP_ROWS) {
      data.set((await rows(row)).data, row * positions);
    }
    return { shape: [positions, positions], data };
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
