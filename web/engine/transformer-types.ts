// The public types of Transformers: models that are trained and that write.

import type { AttributeValue, CallOptions, OperationSchema, Run, RunOptions } from "./types.js";

/** What a model may be told; names, ranges and defaults are those of `engine.modelTables()`. */
export interface TransformerConfig {
  kind: "transformer";
  /** "transformer", "bert", "gpt", "t5", "llama", "deepseek", "recurrent" (a small one of its kind). */
  preset?: string;
  /** What differs from the preset. */
  settings?: Record<string, AttributeValue>;
  /** Of the parameters. 0…2^32−1, default 1 */
  seed?: number;
}

/** A model of a file that `file()` or `checkpoint()` gave. */
export interface ModelFile {
  file: ArrayBuffer | Uint8Array;
}

/** A trained model of the release folder: "translate", "language" or "bank". */
export interface ShippedModel {
  shipped: string;
}

type Parameters = Omit<OperationSchema["attributes"][number], "summary">[];

/** Name, type, range and default of everything that a model, a run of training and a task take. */
export interface ModelTables {
  presets: string[];
  model: Parameters;
  training: Parameters;
  tasks: { name: string; attributes: Parameters }[];
}

/** Token ids, or where the model has a vocabulary a text. */
export type TextInput = string | readonly number[];

export interface Piece {
  id: number;
  /** As typed, with the white space before it. */
  text: string;
  /** Nothing in the vocabulary says this. */
  unknown: boolean;
}

export interface Pieces {
  tokens: Piece[];
  /** The text had more than the 8192 tokens that are given. */
  truncated: boolean;
}

export interface TextRunInput {
  /** What an encoder reads; a decoder alone reads it before BOS. */
  source?: TextInput;
  /**
   * What a decoder reads behind BOS: it is asked for this and EOS, which `loss` measures. Of an
   * encoder alone a label for each token, or nothing.
   */
  target?: TextInput;
}

/** A processor of scores, in order: "temperature", "top_k", "top_p", "min_p", "typical", … */
export interface ScoreProcessor {
  kind: string;
  /** Of all but bad_words and sequence_bias, which read phrases. */
  value?: number;
  /** Tokens left at least. Default 1 */
  keep?: number;
  /** Of bad_words and sequence_bias; the bias −10⁶…10⁶ or −∞, which is the default. */
  phrases?: { tokens: number[]; bias?: number }[];
}

export interface LengthPenalty {
  /** What Σ log p is divided by: length^α, or ((5 + length)/6)^α. Default power */
  form?: "power" | "wu";
  /** α, −10…10. Default 1 */
  exponent?: number;
}

export interface GenerateRequest {
  /** What an encoder reads; a decoder alone reads it before BOS. */
  source?: TextInput;
  /** The first tokens of what is written; nothing else can be chosen there. */
  forced?: TextInput;
  /** Tokens at most, EOS included, 1…4096. Default 64, or what the model has room for */
  maxLength?: number;
  /** At most 64. */
  processors?: ScoreProcessor[];
  /** Draw instead of taking the highest score. */
  sample?: boolean;
  /** Of what is drawn. 0…2^32−1, default 0 */
  seed?: number;
  /** Beam search of this width, 1…64; none: one text. */
  beams?: number;
  penalty?: LengthPenalty;
  /** When a search with enough finished texts stops. Default when_better */
  stopping?: "at_once" | "when_better" | "never";
  /** Tokens told of every choice, beside the chosen one. Default 8 */
  choices?: number;
}

/** A token that might have come next, the likeliest first. */
export interface Choice {
  token: number;
  /** As the model has it, in nats. */
  log_probability: number;
  /** What was chosen by; −∞ where it was removed. */
  score: number;
  /** The processor that removed it, "forced" (another is), "impossible" (its score was −∞). */
  removed_by?: string;
}

/** After a token of one text. */
export interface GenerationStep {
  done: boolean;
  /** What is written so far. */
  tokens: number[];
  /** Σ log p of it. */
  log_probability: number;
  choices: Choice[];
  /** u, and the part of [0, 1) that is the token's. */
  draw?: { uniform: number; low: number; high: number };
}

export interface BeamNode {
  node: number;
  /** −1 at the beginning. */
  parent: number;
  token: number;
  /** Tokens up to here. */
  length: number;
  /**
   * live: continued, or it will be; ended: finished by EOS; longest: finished at the longest output;
   * outranked: `beams` better ones were continued; ended_low: ended, but not among the best;
   * no_choice: every token after it is removed; stopped: live when the search ended.
   */
  fate: "live" | "ended" | "longest" | "outranked" | "ended_low" | "no_choice" | "stopped";
  log_probability: number;
  /** Σ log p up to here. */
  sum: number;
}

/** After a step of beam search. */
export interface BeamStep {
  done: boolean;
  /** The whole tree. */
  nodes: BeamNode[];
  /** The nodes that the next step continues, and those that this one did (−1: the beginning). */
  live: number[];
  continued: number[];
  /** What each of `continued` chose from. */
  choices: Choice[][];
}

/** A text being written. */
export interface Generation {
  /** Of one text; steps until it is done. */
  step(options?: CallOptions): Promise<GenerationStep>;
  /** Of beams. */
  beamStep(options?: CallOptions): Promise<BeamStep>;
  /** What has finished, the best first under this penalty, without searching again. */
  ranked(
    penalty?: LengthPenalty,
    options?: CallOptions,
  ): Promise<{ node: number; score: number; tokens: number[] }[]>;
  dispose(): Promise<void>;
}

export interface TrainRequest {
  /** copy, reverse, sort, addition, … (`engine.modelTables()`). */
  task: string;
  /** Of the task. */
  parameters?: Record<string, AttributeValue>;
  /** Of the training: batch, rate, steps, schedule, optimizer, seed, … */
  settings?: Record<string, AttributeValue>;
  /** Go on from a file of `checkpoint()`, with the same settings. */
  checkpoint?: ArrayBuffer | Uint8Array;
}

export interface Score {
  /** Mean, in nats. */
  loss: number;
  /** Share of the labels that have the highest score. */
  accuracy: number;
  labels: number;
}

export interface TrainingStep extends Score {
  /** Steps done. */
  step: number;
  /** That the model read: of source and input, without padding. */
  tokens: number;
  gradient_norm: number;
  rate: number;
}

/** A held-out question, the right answer, and what the model gives without help. */
export interface Answer {
  source: number[];
  target: number[];
  /** Where the source holds the answer, for each place of the target. */
  reads: number[];
  given: number[];
  right: boolean;
}

/** One token of a held-out text, asked in the way of the task, whatever the family of the model. */
export interface Cloze {
  text: number[];
  /** In the text; neither the first nor the last. */
  place: number;
  /** The likeliest token. */
  given: number;
  /** Of the right one, in nats. */
  log_probability: number;
}

/** A run of training: it changes the model. */
export interface Training {
  /** How the task is asked: sequence, labels, sentence, window. */
  form: string;
  /** A symbol for each token. */
  vocabulary: string[];
  /** What stands between tokens when they are shown. */
  joints: { source: string; target: string };
  /** Steps done, as far as known. */
  steps: number;
  /** One step. An engine that had to start again goes on from its last checkpoint. */
  step(options?: CallOptions): Promise<TrainingStep>;
  /** Over held-out examples, from number `first` on; the right tokens before each are given. */
  evaluate(count: number, options?: CallOptions & { first?: number }): Promise<Score>;
  answers(count: number, options?: CallOptions & { first?: number }): Promise<Answer[]>;
  /**
   * The same question to every family, of tasks over texts: an encoder reads [MASK] there, a
   * decoder what stands before, both together a gap. `after` false: the text ends at that place.
   * Default true
   */
  clozes(
    count: number,
    options?: CallOptions & { first?: number; after?: boolean },
  ): Promise<Cloze[]>;
  /** A file from which the run goes on bit by bit. */
  checkpoint(options?: CallOptions): Promise<Uint8Array>;
}

export interface Transformer {
  kind: "transformer";
  /** All of them. */
  settings: Record<string, AttributeValue>;
  /** How many numbers are learnt. */
  parameters: number;
  /** The pieces of the file's vocabulary, by token. */
  vocabulary: string[] | undefined;
  encode(text: string, options?: CallOptions): Promise<Pieces>;
  decode(tokens: readonly number[], options?: CallOptions): Promise<string>;
  /**
   * Several texts are the rows of one batch, padded to the longest. An engine that had to start again
   * has the newest runs and texts of a model that learns; those of before it learnt on are gone, and
   * answer with DisposedError.
   */
  run(input: TextRunInput | readonly TextRunInput[], options?: RunOptions): Promise<Run>;
  generate(request: GenerateRequest, options?: CallOptions): Promise<Generation>;
  train(request: TrainRequest, options?: CallOptions): Promise<Training>;
  /** A safetensors file that `engine.model({ file })` reads. `half`: float16. */
  file(options?: CallOptions & { half?: boolean }): Promise<Uint8Array>;
  dispose(): Promise<void>;
}
