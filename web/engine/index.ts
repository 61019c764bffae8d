// dist/engine.js: the engine for browsers, workers and Node. No DOM.

import { checkKeys, signalOf } from "./arguments.js";
import { Client } from "./client.js";
import {
  type Connect,
  connectEither,
  connectHere,
  connectWorker,
  startWorker,
  type WorkerLike,
} from "./connection.js";
import { EngineObject } from "./engine.js";
import { ArgumentError, UnsupportedError } from "./errors.js";
import type { ShippedFile } from "./files.js";
import { type Part, parts, type Sources, type WasmSource } from "./load.js";
import type { Operations } from "./operations.gen.js";
import { addShortcuts } from "./shortcuts.js";
import { show } from "./tensors.js";
import type { CallOptions, Engine } from "./types.js";

export * from "./errors.js";
export { latest } from "./latest.js";
export type * from "./operations.gen.js";
export type * from "./types.js";
export type { Part, ShippedFile, WasmSource, WorkerLike };

export interface EngineOptions {
  /** The bytes of core.wasm or its URL. Default: beside engine.js. */
  wasm?: WasmSource;
  /**
   * The bytes of more.wasm or its URL: operations that the attention laboratory does not need, loaded
   * with the first call that needs it. Default: beside core.wasm, or engine.js where that is bytes.
   */
  more?: WasmSource;
  /**
   * The same of models.wasm, which has what only Transformers need: their layers, training, decoding
   * and files.
   */
  models?: WasmSource;
  /**
   * Loads more.wasm, or both it and models.wasm, together with core.wasm, for a caller who will need
   * them. Default: neither.
   */
  ahead?: Part;
  /**
   * The file of a shipped model by its name, for a page that has it already. Default: fetched from
   * models/ beside engine.js.
   */
  shipped?: ShippedFile;
  /**
   * true: in a worker; false: in this thread; a function: in the worker it starts. Default: a page
   * uses one worker for all its engines; Node and workers compute in their own thread. Unless this
   * is true, a page computes in its own thread where the worker does not start.
   */
  worker?: boolean | (() => WorkerLike);
}

/** The engine with one method per operation. */
export type FullEngine = Engine & Operations;

const optionNames = ["wasm", ...parts, "ahead", "shipped", "worker"];
let defaults: EngineOptions = {};

/** Sets what createEngine() uses for options that it is not given, in this page. */
export function configure(options: EngineOptions): void {
  checkKeys("options", options, optionNames);
  defaults = { ...defaults, ...options };
}

/** Engines with the same options share one client, and so one worker. */
const shared: { given: readonly unknown[]; client: Client; users: number }[] = [];

export async function createEngine(options: EngineOptions & CallOptions = {}): Promise<FullEngine> {
  const signal = signalOf(options, optionNames);
  checkWorker(options.worker);
  checkAhead(options.ahead);
  const { ahead, worker, shipped, ...files } = { ...defaults, ...options };
  const { wasm, more, models } = files;
  const given = [worker, wasm, more, models];
  const known = shared.find((entry) => entry.given.every((one, at) => one === given[at]));
  const client = known?.client ?? new Client(connect(worker, { wasm, more, models, ahead }));
  const entry = known ?? { given, client, users: 0 };
  if (!known) shared.push(entry);
  entry.users += 1;
  const leave = (): void => {
    entry.users -= 1;
    if (entry.users > 0) return;
    shared.splice(shared.indexOf(entry), 1);
    entry.client.close();
  };
  try {
    const started = await entry.client.start(signal);
    const engine = new EngineObject(entry.client, started, leave, shipped);
    addShortcuts(engine, started.operations);
    return engine as unknown as FullEngine;
  } catch (error) {
    leave();
    throw error;
  }
}

function checkAhead(ahead: Part | undefined): void {
  if (ahead === undefined || parts.includes(ahead)) return;
  throw new ArgumentError(`ahead is ${show(ahead)}; give ${parts.map(show).join(" or ")}`);
}

function checkWorker(worker: unknown): void {
  if (worker === true && !("Worker" in globalThis)) {
    throw new UnsupportedError(
      "worker is true, but there is no Worker here: give a function that starts one, or leave it out",
    );
  }
  if (worker === undefined || typeof worker === "boolean" || typeof worker === "function") return;
  throw new ArgumentError(`worker is ${show(worker)}; give true, false or a function`);
}

function connect(worker: EngineOptions["worker"], sources: Sources): Connect {
  const page = "document" in globalThis;
  if (worker === false || (worker === undefined && !page)) return connectHere(sources);
  const start = typeof worker === "function" ? worker : startWorker;
  const either = page && worker !== true;
  return either ? connectEither(start, sources) : connectWorker(start, sources);
}
