// The engine in a worker of its own: loads the core on the first message and
// answers calls. Importing this module elsewhere attaches nothing.

import { type Endpoint, expose, transfer } from "comlink";
import { failureOf, type Outcome } from "./errors.js";
import {
  type Answer,
  type Arguments,
  buffersOf,
  Handlers,
  type Method,
  perform,
} from "./handlers.js";
import { loadCore, type WasmSource } from "./load.js";

/** What the client calls across the boundary. Errors cross as values, ids and data alone. */
export class Host {
  #handlers: Promise<Handlers> | undefined;

  start(wasm?: WasmSource): Promise<Outcome<Answer<"started">>> {
    this.#handlers = loadCore(wasm).then((core) => new Handlers(core));
    return this.call("started", []);
  }

  async call<M extends Method>(method: M, args: Arguments<M>): Promise<Outcome<Answer<M>>> {
    try {
      const value = perform((await this.#handlers) as Handlers, method, args);
      return transfer({ value }, buffersOf(value));
    } catch (error) {
      return { error: failureOf(error) };
    }
  }
}

/** Serves one engine on `endpoint`. */
export function attach(endpoint: Endpoint): void {
  expose(new Host(), endpoint);
}

if ("WorkerGlobalScope" in globalThis) attach(globalThis as unknown as Endpoint);
