// The two ways to reach an engine: in this thread, or in a worker. A connection
// carries one call at a time; once it has crashed it stays dead.

import { type Endpoint, releaseProxy, wrap } from "comlink";
import {
  ClearheadError,
  EngineCrashedError,
  errorOf,
  failureOf,
  LoadError,
  type Outcome,
  unwrap,
} from "./errors.js";
import {
  type Answer,
  type Arguments,
  Handlers,
  type Method,
  perform,
  type Started,
} from "./handlers.js";
import { loadCore, type WasmSource } from "./load.js";

export interface Connection {
  call<M extends Method>(method: M, args: Arguments<M>): Promise<Answer<M>>;
  close(): void;
}

export type Connect = () => Promise<Connection>;

/** A started worker.js: a browser's Worker, or one of Node's worker_threads behind an adapter. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  /** "message" brings answers; "error" says that the worker is no more. */
  addEventListener(type: string, listener: (event: Event) => void): void;
  removeEventListener(type: string, listener: (event: Event) => void): void;
  terminate(): unknown;
}

/** The engine in this thread. */
export function connectHere(wasm?: WasmSource): Connect {
  return async () => {
    const handlers = await typed(async () => new Handlers(await loadCore(wasm)));
    return {
      call: (method, args) => typed(() => perform(handlers, method, args)),
      close: () => handlers.close(),
    };
  };
}

/** What `act` gives; what it throws as one of our errors. */
async function typed<T>(act: () => T): Promise<Awaited<T>> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof ClearheadError ? error : errorOf(failureOf(error));
  }
}

/** The engine in a worker that `start` makes. */
export function connectWorker(start: () => WorkerLike, wasm?: WasmSource): Connect {
  return async () => {
    const connection = new WorkerConnection(start());
    try {
      await connection.start(wasm);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
}

/** The worker's Host (worker.ts) from this side. */
interface RemoteHost {
  start(wasm: WasmSource | undefined): Promise<Outcome<Started>>;
  call(method: Method, args: unknown[]): Promise<Outcome<unknown>>;
  [releaseProxy](): void;
}

class WorkerConnection implements Connection {
  readonly #worker: WorkerLike;
  readonly #host: RemoteHost;
  #dead: Error | undefined;
  /** Rejects the call under way when the worker dies. */
  #interrupt: (error: Error) => void = () => {};
  readonly #died = (event: Event): void => {
    event.preventDefault?.();
    const { message } = event as ErrorEvent;
    this.#dead = crash(message || "its worker ended");
    this.#interrupt(this.#dead);
  };

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    this.#host = wrap(worker as Endpoint) as unknown as RemoteHost;
    worker.addEventListener("error", this.#died);
  }

  async start(wasm: WasmSource | undefined): Promise<void> {
    try {
      const source = wasm instanceof URL ? wasm.href : wasm;
      unwrap(await this.#live(this.#host.start(source)));
    } catch (error) {
      if (!this.#dead) throw error;
      throw new LoadError(`the engine's worker did not start (${this.#dead.message})`);
    }
  }

  async call<M extends Method>(method: M, args: Arguments<M>): Promise<Answer<M>> {
    if (this.#dead) throw this.#dead;
    const outcome = await this.#live(this.#host.call(method, args));
    return unwrap(outcome) as Answer<M>;
  }

  close(): void {
    this.#worker.removeEventListener("error", this.#died);
    this.#dead ??= crash("it was closed");
    this.#host[releaseProxy]();
    this.#worker.terminate();
  }

  #live<T>(answer: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      answer.then(resolve, reject);
    });
  }
}

function crash(reason: string): EngineCrashedError {
  return new EngineCrashedError(`the engine stopped (${reason})`);
}

/** The release folder's worker.js, also from another origin's folder. */
export function startWorker(): WorkerLike {
  const url = new URL("./worker.js", import.meta.url);
  try {
    return new Worker(url, { type: "module" });
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // A worker script must be of the page's origin, what it imports need not be.
    const source = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
    const here = URL.createObjectURL(source);
    try {
      return new Worker(here, { type: "module" });
    } finally {
      // The worker has its script once it runs; the address need not live longer than that.
      setTimeout(() => URL.revokeObjectURL(here), 60_000);
    }
  }
}
