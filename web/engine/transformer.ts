// Transformers, their training and the texts that they write, as callers see them. Loaded by
// the first that is made: most figures have none.

import { checkKeys, checkKind, checkLength, integers, signalOf } from "./arguments.js";
import type { CoreAnswer } from "./calls.js";
import type { Client } from "./client.js";
import { ArgumentError, DisposedError, MemoryError } from "./errors.js";
import type { ShippedFile } from "./files.js";
import type { Arguments } from "./handlers.js";
import { Handle, RunObject } from "./handles.js";
import { recorded, text } from "./requests.js";
import { shippedFile } from "./shipped.js";
import { keep, TrainingObject } from "./training.js";
import type { WriteRequest } from "./transformer-handlers.js";
import {
  penaltyOf,
  trainingRequest,
  transformerRequest,
  writeRequest,
} from "./transformer-requests.js";
import type {
  AnyTransformer,
  BeamStep,
  CallOptions,
  GenerateRequest,
  Generation,
  GenerationStep,
  LengthPenalty,
  Pieces,
  Run,
  RunOptions,
  ShippedModel,
  TextInput,
  TextRunInput,
  Training,
  TrainRequest,
  Transformer,
} from "./types.js";

const FIELDS = ["source", "forced", "maxLength", "processors", "sample", "seed"];
const BEAM_FIELDS = ["beams", "penalty", "stopping", "choices"];

export async function makeTransformer(
  client: Client,
  given: AnyTransformer,
  file: ShippedFile = shippedFile,
  signal: AbortSignal | undefined,
): Promise<TransformerObject> {
  const config = "shipped" in given ? { file: await file(shipped(given)) } : given;
  const request = transformerRequest(config, await client.call("modelTables", [], signal));
  const { id, answer } = await client.make("transformer", [request], undefined, signal);
  return new TransformerObject(client, id, answer);
}

function shipped(given: ShippedModel): string {
  checkKeys("config", given, ["shipped"]);
  return text("config.shipped", given.shipped);
}

class TransformerObject extends Handle implements Transformer {
  readonly kind = "transformer";
  readonly settings: Transformer["settings"];
  readonly parameters: number;
  readonly vocabulary: string[] | undefined;
  #trained = false;
  /** The newest training, which takes the place of one before. */
  #training: symbol | undefined;

  constructor(client: Client, id: number, made: Omit<CoreAnswer<"transformer">, "id">) {
    super(client, id, "model");
    this.settings = made.settings;
    this.parameters = made.parameters;
    this.vocabulary = made.vocabulary;
  }

  async encode(given: string, options: CallOptions = {}): Promise<Pieces> {
    return this.#pieces("text", given, signalOf(options));
  }

  async decode(tokens: readonly number[], options: CallOptions = {}): Promise<string> {
    return this.client.call("decode", [this.id, integers("tokens", tokens)], signalOf(options));
  }

  async run(input: TextRunInput | readonly TextRunInput[], options: RunOptions = {}): Promise<Run> {
    const signal = signalOf(options, ["record", "interventions"]);
    const many = Array.isArray(input);
    const inputs: readonly TextRunInput[] = many ? input : [input];
    const texts = inputs.map((one, at) => {
      return this.#text(many ? `input[${at}]` : "input", one, signal);
    });
    const request = { texts: await Promise.all(texts), ...recorded(options) };
    await this.#keep(signal);
    const { id, answer } = await this.client.make("record", [this.id, request], this.id, signal);
    return new RunObject(this.client, id, this, answer);
  }

  async generate(request: GenerateRequest, options: CallOptions = {}): Promise<Generation> {
    checkKeys("request", request, [...FIELDS, ...BEAM_FIELDS]);
    const signal = signalOf(options);
    const source = await this.#tokens("request.source", request.source, signal);
    const forced = await this.#tokens("request.forced", request.forced, signal);
    const { kind, max_length } = this.settings;
    const alone = kind === "decoder" || kind === "recurrent";
    const room = Number(max_length) - (alone ? source.length : 0);
    const asked = writeRequest(request, source, forced, room);
    await this.#keep(signal);
    const { id } = await this.client.make("write", [this.id, asked, 0], this.id, signal);
    return new GenerationObject(this.client, id, this, asked);
  }

  async train(request: TrainRequest, options: CallOptions = {}): Promise<Training> {
    const signal = signalOf(options);
    const asked = trainingRequest(request, await this.client.call("modelTables", [], signal));
    const { id } = this;
    if (this.#trained && !asked.checkpoint) await this.#keepLearnt(signal);
    this.#trained = true;
    const before = this.#training;
    const training = Symbol("training");
    // A call that is cancelled may have begun it all the same.
    this.#training = training;
    const call = this.client.call("train", [id, asked], signal, {
      id,
      // A checkpoint brings the parameters with it.
      ...(asked.checkpoint && { moves: true, keeps: true }),
      again: ([, made]: Arguments<"transformer">) => [id, { ...made, training: asked }],
    });
    const started = await call.catch((error: unknown) => {
      if (!signal?.aborted && this.#training === training) this.#training = before;
      throw error;
    });
    return new TrainingObject(this.client, () => this.#idFor(training), started);
  }

  async file(options: CallOptions & { half?: boolean } = {}): Promise<Uint8Array> {
    const signal = signalOf(options, ["half"]);
    const half = checkKind("options.half", options.half ?? false, "boolean") as boolean;
    const { data } = await this.client.call("file", [this.id, half], signal);
    return data as Uint8Array;
  }

  #idFor(training: symbol): number {
    if (this.#training === training) return this.id;
    throw new DisposedError("another training of the model has begun: go on with that, or train()");
  }

  async #text(
    what: string,
    given: TextRunInput,
    signal: AbortSignal | undefined,
  ): Promise<[source: number[], target: number[]]> {
    checkKeys(what, given, ["source", "target"]);
    return [
      await this.#tokens(`${what}.source`, given.source, signal),
      await this.#tokens(`${what}.target`, given.target, signal),
    ];
  }

  /** What is made of it now can be made again, until it learns on. */
  async #keep(signal: AbortSignal | undefined): Promise<void> {
    if (this.client.behind(this.id) === 0) return;
    try {
      await keep(this.client, this.id, signal);
    } catch (error) {
      // There may be room for what is made all the same.
      if (!(error instanceof MemoryError)) throw error;
    }
  }

  /** What it learnt in a training before is what the next one begins with. */
  async #keepLearnt(signal: AbortSignal | undefined): Promise<void> {
    const { id } = this;
    await this.client.call("file", [id, false], signal, {
      id,
      keeps: true,
      again: ([, { seed }]: Arguments<"transformer">, { data }) => [
        id,
        { file: data as Uint8Array, preset: "", settings: {}, seed },
      ],
    });
  }

  #pieces(what: string, given: string, signal: AbortSignal | undefined): Promise<Pieces> {
    checkLength(what, text(what, given).length);
    return this.client.call("encode", [this.id, given], signal);
  }

  /** Ids as they are, none where nothing is given; a text by the model's vocabulary. */
  async #tokens(
    what: string,
    given: TextInput | undefined,
    signal: AbortSignal | undefined,
  ): Promise<number[]> {
    if (typeof given !== "string") return integers(what, given ?? []);
    const { tokens } = await this.#pieces(what, given, signal);
    return tokens.map(({ id }) => id);
  }
}

class GenerationObject extends Handle implements Generation {
  readonly #asked: WriteRequest;

  constructor(client: Client, id: number, model: TransformerObject, asked: WriteRequest) {
    super(client, id, "text", model);
    this.#asked = asked;
  }

  async step(options: CallOptions = {}): Promise<GenerationStep> {
    if (this.#asked.beams === undefined) return (await this.#step(options)) as GenerationStep;
    throw new ArgumentError("this text is searched with beams: call beamStep()");
  }

  async beamStep(options: CallOptions = {}): Promise<BeamStep> {
    if (this.#asked.beams !== undefined) return (await this.#step(options)) as BeamStep;
    throw new ArgumentError("this is one text: call step(), or give generate() a number of beams");
  }

  async ranked(
    penalty: LengthPenalty = {},
    options: CallOptions = {},
  ): Promise<{ node: number; score: number; tokens: number[] }[]> {
    return this.client.call("rankBeams", [this.id, ...penaltyOf(penalty)], signalOf(options));
  }

  async #step(options: CallOptions): Promise<GenerationStep | BeamStep> {
    const { id } = this;
    return this.client.call("writeStep", [id, this.#asked.choices], signalOf(options), {
      id,
      again: ([, model, asked, steps]: Arguments<"write">) => [id, model, asked, steps + 1],
    });
  }
}
