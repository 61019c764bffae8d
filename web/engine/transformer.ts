// Transformers, their training and the texts that they write, as callers see them. Loaded by
// the first that is made: most figures have none.

import { checkKeys, integers, signalOf } from "./arguments.js";
import type { CoreAnswer } from "./calls.js";
import type { Client } from "./client.js";
import { Handle, RunObject } from "./handles.js";
import type { ShippedFile } from "./load.js";
import { recorded, text } from "./requests.js";
import { TrainingObject } from "./training.js";
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
  file: ShippedFile,
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

  constructor(client: Client, id: number, made: Omit<CoreAnswer<"transformer">, "id">) {
    super(client, id, "model");
    this.settings = made.settings;
    this.parameters = made.parameters;
    this.vocabulary = made.vocabulary;
  }

  async encode(given: string, options: CallOptions = {}): Promise<Pieces> {
    return this.client.call("encode", [this.id, text("text", given)], signalOf(options));
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
    const { id } = await this.client.make("write", [this.id, asked, 0], this.id, signal);
    return new GenerationObject(this.client, id, this, asked.choices);
  }

  async train(request: TrainRequest, options: CallOptions = {}): Promise<Training> {
    const signal = signalOf(options);
    const asked = trainingRequest(request, await this.client.call("modelTables", [], signal));
    const started = await this.client.call("train", [this.id, asked], signal);
    this.client.amend<"transformer">(this.id, ([id, made]) => [id, { ...made, training: asked }]);
    return new TrainingObject(this.client, () => this.id, started);
  }

  async file(options: CallOptions & { half?: boolean } = {}): Promise<Uint8Array> {
    const signal = signalOf(options, ["half"]);
    const { data } = await this.client.call("file", [this.id, options.half === true], signal);
    return data as Uint8Array;
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

  /** Ids as they are, none where nothing is given; a text by the model's vocabulary. */
  async #tokens(
    what: string,
    given: TextInput | undefined,
    signal: AbortSignal | undefined,
  ): Promise<number[]> {
    if (typeof given !== "string") return integers(what, given ?? []);
    const { tokens } = await this.client.call("encode", [this.id, given], signal);
    return tokens.map(({ id }) => id);
  }
}

class GenerationObject extends Handle implements Generation {
  readonly #choices: number;

  constructor(client: Client, id: number, model: TransformerObject, choices: number) {
    super(client, id, "text", model);
    this.#choices = choices;
  }

  async step(options: CallOptions = {}): Promise<GenerationStep> {
    return (await this.#step(options)) as GenerationStep;
  }

  async beamStep(options: CallOptions = {}): Promise<BeamStep> {
    return (await this.#step(options)) as BeamStep;
  }

  async ranked(
    penalty: LengthPenalty = {},
    options: CallOptions = {},
  ): Promise<{ node: number; score: number; tokens: number[] }[]> {
    return this.client.call("rankBeams", [this.id, ...penaltyOf(penalty)], signalOf(options));
  }

  async #step(options: CallOptions): Promise<GenerationStep | BeamStep> {
    const answer = await this.client.call("writeStep", [this.id, this.#choices], signalOf(options));
    this.client.amend<"write">(this.id, ([id, model, asked, steps]) => [
      ...([id, model, asked] as const),
      steps + 1,
    ]);
    return answer;
  }
}
