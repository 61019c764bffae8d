// The two ways to reach an engine: in this thread, or in a worker. A connection
// carries one call at a time; once it has crashed it stays dead.

import {
  ArgumentError,
  ClearheadError,
  EngineCrashedError,
  errorOf,
  failureOf,
  LoadError,
  type Outcome,
  unwrap,
} from "./errors.js";
import { type Answer, type Arguments, Handlers, type Method, perform } from "./handlers.js";
import { loadCore, type Sources, type WasmSource } from "./load.js";
import { show } from "./tensors.js";
import type { Call } from "./worker.js";

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
export function connectHere(sources: Sources): Connect {
  return async () => {
    const handlers = await typed(async () => new Handlers(await loadCore(sources)));
    return {
      call: async <M extends Method>(method: M, args: Arguments<M>) => {
        await turn();
        return (await typed(() => perform(handlers, method, args))) as Answer<M>;
      },
      close: () => handlers.close(),
    };
  };
}

/** Lets this thread do what else it has to: paint, answer a click, cancel. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** What `act` gives; what it throws as one of our errors. */
async function typed<T>(act: () => T): Promise<Awaited<T>> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof ClearheadError ? error : errorOf(failureOf(error));
  }
}

/** No worker is to be had here: another origin, a sandbox, a policy. */
class NoWorkerError extends LoadError {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the engine's worker did not start (${reason})`, { cause });
  }
}

/** The engine in a worker that `start` makes, or where that does not start in this thread. */
export function connectEither(start: () => WorkerLike, sources: Sources): Connect {
  const [there, here] = [connectWorker(start, sources), connectHere(sources)];
  return () =>
    there().catch((error: unknown) => {
      if (error instanceof NoWorkerError) return here();
      throw error;
    });
}

/** The engine in a worker that `start` makes. */
export function connectWorker(start: () => WorkerLike, sources: Sources): Connect {
  return async () => {
    const connection = new WorkerConnection(workerOf(start));
    try {
      await connection.start(sources);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
}

function workerOf(start: () => WorkerLike): WorkerLike {
  let given: WorkerLike;
  try {
    given = start();
  } catch (cause) {
    throw new NoWorkerError(cause);
  }
  const { postMessage, addEventListener } = Object(given) as Partial<WorkerLike>;
  if (typeof postMessage === "function" && typeof addEventListener === "function") return given;
  throw new ArgumentError(`worker() gives ${show(given)}; it must give a started Worker`);
}

class WorkerConnection implements Connection {
  readonly #worker: WorkerLike;
  #dead: Error | undefined;
  /** Settles the call under way. */
  #answer: (outcome: Outcome<unknown>) => void = () => {};
  #interrupt: (error: Error) => void = () => {};
  readonly #answered = (event: Event): void => this.#answer((event as MessageEvent).data);
  readonly #died = (event: Event): void => {
    event.preventDefault?.();
    const { message } = event as ErrorEvent;
    this.#dead = crash(message || "its worker ended");
    this.#interrupt(this.#dead);
  };

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener("message", this.#answered);
    worker.addEventListener("error", this.#died);
  }

  async start({ wasm, more, models, ahead }: Sources): Promise<void> {
    const files = { wasm: plain(wasm), more: plain(more), models: plain(models) };
    try {
      await this.#ask({ start: { ...files, ahead } });
    } catch (error) {
      if (!this.#dead) throw error;
      throw new NoWorkerError(this.#dead);
    }
  }

  async call<M extends Method>(method: M, args: Arguments<M>): Promise<Answer<M>> {
    if (this.#dead) throw this.#dead;
    return (await this.#ask({ method, args })) as Answer<M>;
  }

  close(): void {
    this.#worker.removeEventListener("message", this.#answered);
    this.#worker.removeEventListener("error", this.#died);
    this.#dead ??= crash("it was closed");
    this.#interrupt(this.#dead);
    this.#worker.terminate();
  }

  async #ask(call: Call): Promise<unknown> {
    const outcome = await new Promise<Outcome<unknown>>((resolve, reject) => {
      this.#answer = resolve;
      this.#interrupt = reject;
      this.#worker.postMessage(call);
    });
    return unwrap(outcome);
  }
}

/** As it crosses: a URL does not. */
function plain(source: WasmSource | undefined): WasmSource | undefined {
  return source instanceof URL ? source.href : source;
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
