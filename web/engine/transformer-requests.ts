// What callers give to Transformers, read into requests of the core.

import { checkKeys, checkKind, checkLength, count, integers, plain, seed } from "./arguments.js";
import { ArgumentError } from "./errors.js";
import { settings, text } from "./requests.js";
import { show, tagOf } from "./tensors.js";
import { BOS, EOS } from "./tokens.js";
import type { TrainingRequest, TransformerRequest, WriteRequest } from "./transformer-handlers.js";
import type {
  GenerateRequest,
  LengthPenalty,
  ModelFile,
  ModelTables,
  ScoreProcessor,
  TrainRequest,
  TransformerConfig,
} from "./types.js";

const LONGEST = 64;
const CHOICES = 8;

export function transformerRequest(
  given: TransformerConfig | ModelFile,
  tables: ModelTables,
): TransformerRequest {
  if ("file" in given) {
    checkKeys("config", given, ["file"]);
    return { file: bytes("config.file", given.file), preset: "", settings: {}, seed: 1 };
  }
  const config = plain("config", given);
  checkKeys("config", config, ["kind", "preset", "settings", "seed"]);
  return {
    preset: text("config.preset", config.preset ?? ""),
    settings: named("model", tables.model, config.settings),
    seed: seed("config.seed", config.seed ?? 1),
  };
}

export function trainingRequest(given: TrainRequest, tables: ModelTables): TrainingRequest {
  checkKeys("request", given, ["task", "parameters", "settings", "checkpoint"]);
  const task = text("request.task", given.task);
  // What no task is called the core refuses, naming those that there are.
  const known = tables.tasks.find(({ name }) => name === task)?.attributes ?? [];
  return {
    task,
    parameters: named(task, known, given.parameters),
    settings: named("training", tables.training, given.settings),
    ...(given.checkpoint !== undefined && {
      checkpoint: bytes("request.checkpoint", given.checkpoint),
    }),
  };
}

/** Settings by name, of the right kinds. */
function named(
  name: string,
  attributes: ModelTables["model"],
  given: TransformerConfig["settings"] = {},
): TransformerRequest["settings"] {
  return settings({ name, attributes }, plain(`${name}.settings`, given));
}

/** `source` and `forced` are read by the model, which has room for `room` tokens of an output. */
export function writeRequest(
  given: GenerateRequest,
  source: number[],
  forced: number[],
  room: number,
): WriteRequest {
  const {
    maxLength = Math.max(1, Math.min(LONGEST, room)),
    processors = [],
    sample = false,
    beams,
  } = given;
  const { penalty = {}, stopping = "when_better", choices = CHOICES } = given;
  if (!Array.isArray(processors)) {
    throw new ArgumentError(`processors is ${show(processors)}; give an array`);
  }
  checkLength("processors", processors.length);
  return {
    ...{ source, prompt: [BOS], forced, ends: [EOS] },
    maxLength: checkKind("maxLength", maxLength, "integer") as number,
    processors: Array.from(processors, processor),
    sample: checkKind("sample", sample, "boolean") as boolean,
    seed: seed("seed", given.seed ?? 0),
    ...(beams !== undefined && { beams: checkKind("beams", beams, "integer") as number }),
    penalty: penaltyOf(penalty),
    stopping: text("stopping", stopping),
    choices: count("choices", choices),
  };
}

/** Processors that read a value; the others read phrases. */
const VALUED = new Set([
  ...["temperature", "top_k", "top_p", "min_p", "typical", "repetition_penalty"],
  ...["no_repeat_ngram", "min_length", "forced_begin", "forced_end"],
]);

function processor(given: ScoreProcessor, at: number): WriteRequest["processors"][number] {
  const what = `processors[${at}]`;
  checkKeys(what, given, ["kind", "value", "keep", "phrases"]);
  const { kind, value, keep = 1, phrases = [] } = plain(what, given);
  if (!Array.isArray(phrases)) {
    throw new ArgumentError(`${what}.phrases is ${show(phrases)}; give an array`);
  }
  checkLength(`${what}.phrases`, phrases.length);
  const read = VALUED.has(kind) ? value : (value ?? 1);
  return [
    text(`${what}.kind`, kind),
    checkKind(`${what}.value`, read, "number") as number,
    checkKind(`${what}.keep`, keep, "integer") as number,
    Array.from(phrases, (one, i) => phrase(`${what}.phrases[${i}]`, one)),
  ];
}

function phrase(
  what: string,
  given: NonNullable<ScoreProcessor["phrases"]>[number],
): [tokens: number[], bias: number] {
  checkKeys(what, given, ["tokens", "bias"]);
  const { tokens, bias = Number.NEGATIVE_INFINITY } = given;
  return [integers(`${what}.tokens`, tokens), checkKind(`${what}.bias`, bias, "number") as number];
}

export function penaltyOf(given: LengthPenalty): [form: string, exponent: number] {
  checkKeys("penalty", given, ["form", "exponent"]);
  const { form = "power", exponent = 1 } = given;
  return [text("penalty.form", form), checkKind("penalty.exponent", exponent, "number") as number];
}

/** A copy: a file of the caller's may change or move to another thread. */
export function bytes(what: string, given: unknown): Uint8Array<ArrayBuffer> {
  try {
    if (tagOf(given) === "ArrayBuffer") return new Uint8Array((given as ArrayBuffer).slice(0));
    if (tagOf(given) === "Uint8Array") return Uint8Array.from(given as Uint8Array);
  } catch {
    throw new ArgumentError(
      `${what} is detached: its bytes were handed over elsewhere; give a copy`,
    );
  }
  throw new ArgumentError(`${what} is ${show(given)}; give an ArrayBuffer or a Uint8Array`);
}
