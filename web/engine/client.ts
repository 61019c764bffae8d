// Keeps one engine at work: calls wait in a queue, a cancelled one leaves it, and
// an engine that stopped, or does not come back from a cancelled call, is started
// again with everything that was alive in it.

import type { Connect, Connection } from "./connection.js";
import { abortError, DisposedError, EngineCrashedError } from "./errors.js";
import { type Answer, type Arguments, type Method, partFor, type Started } from "./handlers.js";
import { type Part, parts, upTo } from "./load.js";

/** What makes something that lives in the engine; its first argument is the id. */
type Maker = "model" | "run" | "compute" | "gradients" | "transformer" | "record" | "write";

interface Recipe {
  method: Maker;
  args: Arguments<Maker>;
  parent: number | undefined;
}

interface Job {
  method: Method;
  args: Arguments<Method>;
  /** Set by makers: kept for replay once it succeeded. */
  makes?: { id: number; parent: number | undefined };
  /** True once its caller was told that it is cancelled. */
  abandoned: boolean;
  /** True once the engine is at it, with all that it needs. */
  begun: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

const CRASH_LIMIT = 2;
/** How long a cancelled call may keep the others waiting, in ms. */
const PATIENCE = 500;

export class Client {
  readonly #connect: Connect;
  #connection: Connection | undefined;
  /** The last part that the engine has, or that the next one will start with. */
  #part: Part | undefined;
  #closed = false;
  /** The call under way. */
  #job: Job | undefined;
  #lastId = 0;
  readonly #queue: Job[] = [];
  /** Everything alive, parents before children. */
  readonly #recipes = new Map<number, Recipe>();

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  start(signal?: AbortSignal): Promise<Started> {
    return this.call("started", [], signal);
  }

  call<M extends Method>(method: M, args: Arguments<M>, signal?: AbortSignal): Promise<Answer<M>> {
    return this.#enqueue(method, args, signal);
  }

  /** Makes something with an id of its own; `parent` is the id of what it lives in. */
  async make<M extends Maker>(
    method: M,
    args: Arguments<M> extends [number, ...infer Rest] ? Rest : never,
    parent?: number,
    signal?: AbortSignal,
  ): Promise<{ id: number; answer: Answer<M> }> {
    const id = ++this.#lastId;
    const all = [id, ...args] as unknown as Arguments<M>;
    return { id, answer: await this.#enqueue(method, all, signal, { id, parent }) };
  }

  /** Says how something that has changed since is made again; what is gone stays gone. */
  amend<M extends Maker>(id: number, change: (args: Arguments<M>) => Arguments<M>): void {
    const recipe = this.#recipes.get(id);
    if (recipe) recipe.args = change(recipe.args as Arguments<M>) as Arguments<Maker>;
  }

  /** Lets go of something and of all that lives in it. */
  async release(id: number): Promise<void> {
    if (this.#closed) return;
    const gone = this.#forget(id);
    if (gone.length > 0 && this.#connection) await this.call("dispose", [gone]);
  }

  close(): void {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(closed());
    this.#recipes.clear();
    if (!this.#job) this.#disconnect();
  }

  #enqueue<M extends Method>(
    method: M,
    args: Arguments<M>,
    signal: AbortSignal | undefined,
    makes?: Job["makes"],
  ): Promise<Answer<M>> {
    if (this.#closed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const promise = new Promise<unknown>((resolve, reject) => {
      const job: Job = { method, args, abandoned: false, begun: false, resolve, reject };
      if (makes) job.makes = makes;
      if (signal) this.#watch(job, signal);
      this.#queue.push(job);
    });
    void this.#pump();
    return promise as Promise<Answer<M>>;
  }

  /** Cancels `job` when `signal` says so, until the job is settled. */
  #watch(job: Job, signal: AbortSignal): void {
    const { resolve, reject } = job;
    const cancel = (): void => {
      job.abandoned = true;
      const waiting = this.#queue.indexOf(job);
      if (waiting >= 0) this.#queue.splice(waiting, 1);
      else this.#expire(job);
      reject(abortError(signal));
    };
    signal.addEventListener("abort", cancel, { once: true });
    job.resolve = (answer) => {
      signal.removeEventListener("abort", cancel);
      resolve(answer);
    };
    job.reject = (error) => {
      signal.removeEventListener("abort", cancel);
      reject(error);
    };
  }

  /** Stops the engine if it is still at this call after a while. */
  #expire(job: Job): void {
    setTimeout(() => {
      if (this.#job === job && job.begun) this.#disconnect();
    }, PATIENCE);
  }

  async #pump(): Promise<void> {
    if (this.#job) return;
    while (true) {
      this.#job = this.#queue.shift();
      if (!this.#job) break;
      await this.#perform(this.#job);
    }
    if (this.#closed) this.#disconnect();
  }

  async #perform(job: Job): Promise<void> {
    for (let crashes = 0; ; ) {
      try {
        const connection = await this.#ready();
        await this.#complete(connection, partFor(job.method, job.args));
        if (job.abandoned) return;
        job.begun = true;
        return await this.#settle(job, await connection.call(job.method, job.args), connection);
      } catch (error) {
        if (!(error instanceof EngineCrashedError)) return job.reject(error);
        this.#disconnect();
        // Should it have called what a part has that was not there, the next one has all.
        this.#part = parts.at(-1);
        if (this.#closed) return job.reject(closed());
        if (job.abandoned) return;
        if (++crashes < CRASH_LIMIT) continue;
        return job.reject(
          new EngineCrashedError(
            `${error.message} in "${job.method}" and again after a new start; this call was given ` +
              "up, models and runs made before are kept",
            { cause: error },
          ),
        );
      }
    }
  }

  async #settle(job: Job, answer: unknown, connection: Connection): Promise<void> {
    if (job.makes && (job.abandoned || this.#closed)) {
      await connection.call("dispose", [[job.makes.id]]);
    } else if (job.makes) {
      const { id, parent } = job.makes;
      this.#recipes.set(id, {
        method: job.method as Maker,
        args: job.args as Arguments<Maker>,
        parent,
      });
    }
    job.resolve(answer);
  }

  /** A living connection; after a crash, a new one with everything replayed. */
  async #ready(): Promise<Connection> {
    while (!this.#connection) {
      const connection = await this.#connect();
      try {
        if (this.#part) await connection.call("complete", [this.#part]);
      } catch (error) {
        connection.close();
        throw error;
      }
      if (await this.#replay(connection)) this.#connection = connection;
    }
    return this.#connection;
  }

  async #complete(connection: Connection, part: Part | undefined): Promise<void> {
    if (!part || upTo(this.#part).includes(part)) return;
    await connection.call("complete", [part]);
    this.#part = part;
  }

  async #replay(connection: Connection): Promise<boolean> {
    for (const [id, { method, args }] of [...this.#recipes]) {
      try {
        await connection.call(method, args);
      } catch (error) {
        // What cannot be rebuilt is dropped, so that it can stop the engine only once.
        this.#forget(id);
        if (!(error instanceof EngineCrashedError)) continue;
        connection.close();
        return false;
      }
    }
    return true;
  }

  /** Removes the recipe of `id` and of what lives in it; answers with their ids, children first. */
  #forget(id: number): number[] {
    if (!this.#recipes.delete(id)) return [];
    const children = [...this.#recipes].filter(([, recipe]) => recipe.parent === id);
    return [...children.flatMap(([child]) => this.#forget(child)), id];
  }

  #disconnect(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    try {
      connection?.close();
    } catch {
      // A trapped core may trap again while it closes; its memory goes with it.
    }
  }
}

function closed(): DisposedError {
  return new DisposedError("the engine was disposed; make one with createEngine()");
}
