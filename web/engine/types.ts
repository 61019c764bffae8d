// The public types of the engine: what crosses the border between the core and
// everything else. No DOM, no worker, no wasm here.

import type {
  ModelFile,
  ModelTables,
  ShippedModel,
  Transformer,
  TransformerConfig,
} from "./transformer-types.js";

export type * from "./transformer-types.js";

/** A row-major tensor. Masks are Uint8Array (1 = visible), token ids Int32Array. */
export interface Tensor {
  shape: number[];
  data: Float32Array | Int32Array | Uint8Array;
}

export type DataType = "f32" | "f64" | "f16" | "i32" | "i64" | "u8" | "bool";

/** What a caller may pass: a Tensor, or numbers with a dtype, converted once at the border. */
export type TensorInput =
  | Tensor
  | {
      shape: number[];
      dtype: DataType;
      data: ArrayLike<number> | ArrayLike<bigint>;
    };

export type AttributeValue = number | boolean | string | number[];

/** One operation of the core's table; validation, types and documentation come from it. */
export interface OperationSchema {
  name: string;
  /** One sentence with the equation. */
  summary: string;
  /** Where the equation comes from (paper and equation number). */
  source: string;
  inputs: {
    name: string;
    axes: string[];
    dtype: "f32" | "i32" | "u8";
    optional: boolean;
    broadcast: boolean;
    differentiable: boolean;
  }[];
  attributes: {
    name: string;
    type: "number" | "integer" | "boolean" | "string" | "integers";
    required: boolean;
    default?: AttributeValue;
    minimum?: number;
    maximum?: number;
    /** The allowed words of a string attribute. */
    values?: string[];
    summary: string;
  }[];
  outputs: { name: string; axes: string[]; dtype: "f32" | "i32" | "u8" }[];
}

/** Of every call but dispose(), which always goes through. */
export interface CallOptions {
  /**
   * Rejects the call with AbortError at once. One that waits never reaches the engine. One under way
   * holds the others up no longer than half a second where the engine is in a worker, else until it
   * is done; a gradient map only for some rows of it.
   */
  signal?: AbortSignal;
}

export interface ApplyOptions extends CallOptions {
  /** Also return the inner tensors of a composite operation (attention: scores, scaled, masked, weights). */
  stages?: boolean;
  /** dL/d(output): asks for the gradient of every differentiable input. */
  outputGradient?: TensorInput;
}

export interface ApplyResult {
  /** The first output. */
  output: Tensor;
  /** Every output and, with `stages`, every inner tensor, by name. */
  tensors: Record<string, Tensor>;
  /** Present when `outputGradient` was given: by input name. */
  gradients?: Record<string, Tensor>;
}

export interface Token {
  text: string;
  /** UTF-16 offsets into the given string. */
  start: number;
  end: number;
  kind: "word" | "number" | "han" | "punctuation" | "emoji" | "other";
}

export interface Tokens {
  tokens: Token[];
  /** True when the text had more tokens than `limit`; the first `limit` are returned. */
  truncated: boolean;
  limit: number;
}

/** The self-attention of the chapter, over a sentence: tokens → … → output. */
export interface SelfAttentionConfig {
  kind: "self_attention";
  /** C, width of the embeddings. 1…256 */
  d_model: number;
  /** D, width of a head. 1…256 */
  d_k: number;
  /** H, number of heads. 1…16 */
  heads: number;
  /** 0…2^32−1; draws embeddings (with the word's hash) and weights. */
  seed: number;
  /** How W_Q, W_K, W_V are made. `exact` is the example worked by hand and fixes d_model 4, d_k 4, heads 1. */
  weights: "random" | "identity" | "previous-token" | "same-word" | "exact";
  mask: "none" | "causal" | "padding" | "combined" | "prefix" | "window";
  /**
   * Visible keys of the padding and combined masks; keys that all see under the prefix mask; keys
   * up to the query, itself included, in the window. Clamped to the sentence.
   */
  length: number;
  /** Divide the scores by √d_k. */
  scaling: boolean;
  /** Add the sinusoidal positions to the embeddings. */
  positions: boolean;
}

export type ModelConfig = SelfAttentionConfig;
export type AnyTransformer = TransformerConfig | ModelFile | ShippedModel;

export interface RunInput {
  /** The tokens, already split (see Engine.tokenize). 1…64 tokens. */
  tokens: string[];
}

/** A change made to a named tensor when it is recorded. */
export interface Intervention {
  tensor: string;
  action: "set" | "replace" | "add" | "scale";
  /** set: one flat row-major index a value. */
  indices?: number[];
  /** set: values at `indices`; replace: the whole tensor, row-major; add/scale: one value a cell or one for all. */
  values: number[];
}

export interface RunOptions extends CallOptions {
  /** `inspect` keeps every stage; `train` only what backward needs; `none` only the output. Default inspect. */
  record?: "inspect" | "train" | "none";
  interventions?: Intervention[];
}

export type AxisRole =
  | "batch"
  | "head"
  | "query"
  | "key"
  | "position"
  | "feature"
  | "model"
  | "vocabulary";

export interface Axis {
  role: AxisRole;
  size: number;
  /** Tokens of the axis, where it has them. */
  labels?: string[];
}

export interface CatalogueEntry {
  name: string;
  shape: number[];
  axes: Axis[];
  dtype: "f32" | "i32" | "u8";
  /** The operation that made it; "input" for tokens, tables and weights; "view" for another reading of `base`. */
  operation: string;
  /** Names of the tensors it was computed from. */
  inputs: string[];
  /** For a view: the tensor whose cells it shows. */
  base?: string;
  /** Flat indices that an intervention changed, with the value there before. */
  edits: { index: number; was: number }[];
}

export type TermKind =
  | "operand" // a cell of a tensor: tensor, index, derivative
  | "constant"
  | "sum"
  | "difference" // children[0] − children[1]
  | "product"
  | "quotient" // children[0] ÷ children[1]
  | "negative"
  | "exponential"
  | "logarithm"
  | "square_root"
  | "maximum"
  | "sine"
  | "cosine"
  | "power" // children[0] ^ children[1]
  | "hyperbolic_tangent"
  | "float32" // rounded to that precision
  | "float16"
  | "error_function";

/** One node of an explanation. Children are indices into `terms`; a node may have several parents. */
export interface Term {
  kind: TermKind;
  value: number;
  children: number[];
  /** A named intermediate ("Σ", "max", "μ", "σ", "angle", "θ", "√d_k", "q·k"), written on a line of its own. */
  name?: string;
  /** Operands only. */
  tensor?: string;
  index?: number[];
  /** True when the operand is a cell of the gradient of `tensor`. */
  gradient?: boolean;
  /** Of a gradient that is a slope ∂output/∂tensor: the index of the cell of `output`. */
  of?: number[];
  /** ∂out/∂operand in total. */
  derivative?: number;
  /** Sums of more than the page's limit: how many terms are not among the children, and their sum. */
  omitted?: { count: number; value: number };
}

/** How one stored number came about. */
export interface Explanation {
  /** What holds the number: of a view, as `x` where nothing is added to the embeddings, its base. */
  tensor: string;
  index: number[];
  /** True when this explains a cell of the gradient of `tensor`. */
  gradient: boolean;
  /** As in Term; set by those who differentiate one cell of `output`. */
  of?: number[];
  /** The stored value, which is the one drawn. */
  value: number;
  operation: string;
  /**
   * For an input cell, where it comes from: a token's id, a drawn number (word, its hash, the seed),
   * a constant of the example, a rule of the mask.
   */
  origin?: {
    kind: "token" | "drawn" | "constructed" | "rule" | "given";
    text?: string;
    word?: string;
    hash?: string;
    seed?: number;
  };
  /** Set by an intervention: what the value was before. The terms then explain the former value. */
  was?: number;
  /** Index of the root in `terms`; absent for inputs. */
  root?: number;
  terms: Term[];
}

export interface ExplainOptions extends CallOptions {
  /** Largest terms shown of every sum and every maximum. Default 64; 0 = all. */
  limit?: number;
}

/** What is differentiated: the sum of a tensor, or one cell of it. */
export type GradientTarget =
  | { tensor: string; reduce: "sum" }
  | { tensor: string; index: number[] };

export interface Gradients {
  of: GradientTarget;
  /** The value of the target. */
  value: number;
  /** Names that have a gradient. */
  names: string[];
  tensor(name: string, options?: CallOptions): Promise<Tensor>;
  /** The chain rule of one cell: Σ over consumers o of d_o · ∂o/∂x. */
  explain(name: string, index: number[], options?: ExplainOptions): Promise<Explanation>;
  dispose(): Promise<void>;
}

export interface Run {
  catalogue: CatalogueEntry[];
  /** Bytes that this run holds. */
  bytes: number;
  tensor(name: string, options?: CallOptions): Promise<Tensor>;
  /** `name`: a tensor of the catalogue, or "gradient_map", whose cell opens as the root of its squares. */
  explain(name: string, index: number[], options?: ExplainOptions): Promise<Explanation>;
  gradients(request: { of: GradientTarget }, options?: CallOptions): Promise<Gradients>;
  /**
   * ‖∂out_i/∂x_j‖_F as a T×T map: row = output position i, column = input position j. What the run
   * did not keep is computed again for it.
   */
  gradientMap(options?: CallOptions): Promise<Tensor>;
  dispose(): Promise<void>;
}

export interface Model {
  config: ModelConfig;
  run(input: RunInput, options?: RunOptions): Promise<Run>;
  dispose(): Promise<void>;
}

/** One operation of a program, on the program's inputs and the results before it. */
export interface Step {
  /** Of its first output; a name of its own in the program. */
  name: string;
  operation: string;
  /** Input of the operation → name of a tensor. */
  inputs?: Record<string, string>;
  attributes?: Record<string, AttributeValue>;
}

/** Operations of the table, one after another. */
export interface Program {
  inputs?: Record<string, TensorInput>;
  /** 1…2048 */
  steps: Step[];
}

export interface Engine {
  version: string;
  operations(options?: CallOptions): Promise<OperationSchema[]>;
  /** Runs one operation of the table. */
  apply(
    operation: string,
    inputs: Record<string, TensorInput>,
    attributes?: Record<string, AttributeValue>,
    options?: ApplyOptions,
  ): Promise<ApplyResult>;
  /**
   * Runs a program and keeps it as a run: its tensors are read, explained and differentiated by
   * name. What lies within a composite (multi_head_attention: query, key, …; attention at level
   * `inspect`: scores, …, weights) begins with what the step's name has up to its last dot: steps
   * called "first.output" and "second.output" record "first.weights" and "second.weights".
   */
  compute(program: Program, options?: RunOptions): Promise<Run>;
  /** The core's rule: one token a Chinese character, words and punctuation elsewhere, never bytes. */
  tokenize(text: string, options?: CallOptions): Promise<Tokens>;
  /** The chapter's self-attention over a sentence. */
  model(config: ModelConfig, options?: CallOptions): Promise<Model>;
  /** A Transformer: of settings and a seed, of a file, or one that the release has. */
  model(config: AnyTransformer, options?: CallOptions): Promise<Transformer>;
  /** What Transformers, their training and its tasks may be told. */
  modelTables(options?: CallOptions): Promise<ModelTables>;
  /** Bytes of tensor memory in use, at peak, and allowed. */
  memory(options?: CallOptions): Promise<{ used: number; peak: number; budget: number }>;
  dispose(): Promise<void>;
}
