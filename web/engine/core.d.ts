// The shape of core.js and core.wasm, which the build makes from wasm/. One
// member here is one line in wasm/bindings.cc; a test compares the two.

import type { Outcome } from "./errors.js";
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

/** Every member answers with a value or an error and copies what it gives. */
export interface CoreSession {
  version(): string;
  memory(): { used: number; peak: number; budget: number };
  operations(): OperationSchema[];
  apply(request: {
    operation: string;
    inputs: Record<string, Tensor>;
    attributes: Record<string, AttributeValue>;
    stages: boolean;
    outputGradient?: Tensor;
  }): Outcome<{ tensors: Record<string, Tensor>; gradients?: Record<string, Tensor> }>;
  tokenize(text: string): Outcome<Tokens>;
  createModel(config: ModelConfig): Outcome<{ id: number; config: ModelConfig }>;
  run(
    model: number,
    request: { tokens: string[]; record: string; interventions: Intervention[] },
  ): Outcome<{ id: number; bytes: number; catalogue: CatalogueEntry[] }>;
  tensor(run: number, name: string): Outcome<Tensor>;
  explain(run: number, name: string, index: number[], limit: number): Outcome<Explanation>;
  differentiate(
    run: number,
    of: GradientTarget,
  ): Outcome<{ id: number; value: number; names: string[] }>;
  gradient(gradients: number, name: string): Outcome<Tensor>;
  explainGradient(
    gradients: number,
    name: string,
    index: number[],
    limit: number,
  ): Outcome<Explanation>;
  gradientMap(run: number): Outcome<Tensor>;
  disposeModel(model: number): void;
  disposeRun(run: number): void;
  disposeGradients(gradients: number): void;
  delete(): void;
}

export interface CoreModule {
  Session: new () => CoreSession;
}

/** Emscripten's factory. The loader hands over the compiled module; the glue fetches nothing. */
export default function create(options: {
  locateFile?(name: string): string;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  print?(text: string): void;
  printErr?(text: string): void;
  onAbort?(reason: unknown): void;
}): Promise<CoreModule>;
