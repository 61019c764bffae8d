// Keeps one engine at work: calls wait in a queue, a cancelled one leaves it, and
// an engine that stopped, or does not come back from a cancelled call, is started
// again with everything that was alive in it.

import type { Connect, Connection } from "./connection.js";
import { abortError, DisposedError, EngineCrashedError } from "./errors.js";
import { type Answer, type Arguments, type Method, partFor, type Started } from "./handlers.js";
import { type Part, parts, upTo } from "./load.js";
import { type Change, type Maker, Recipes } from "./recipes.js";

interface Job {
  method: Method;
  args: Arguments<Method>;
  /** Set by makers: kept for replay once it succeeded. */
  makes?: { id: number; parent: number | undefined };
  /** What it does to something that is kept, once it succeeded. */
  changes?: Change<Method> | undefined;
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
  readonly #recipes = new Recipes();

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  start(signal?: AbortSignal): Promise<Started> {
    return this.call("started", [], signal);
  }

  call<M extends Method>(
    method: M,
    args: Arguments<M>,
    signal?: AbortSignal,
    changes?: Change<M>,
  ): Promise<Answer<M>> {
    return this.#enqueue(method, args, signal, { changes: changes as Job["changes"] });
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
    return { id, answer: await this.#enqueue(method, all, signal, { makes: { id, parent } }) };
  }

  /** How often something was changed since it was kept: a new engine would have it as it was then. */
  behind(id: number): number {
    return this.#recipes.behind(id);
  }

  /** Lets go of something and of all that lives in it. */
  async release(id: number): Promise<void> {
    if (this.#closed) return;
    const gone = this.#recipes.remove(id);
    // Also while a new engine is at making it again.
    if (gone.length > 0 && (this.#connection || this.#job)) await this.call("dispose", [gone]);
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
    effect: Pick<Job, "makes" | "changes">,
  ): Promise<Answer<M>> {
    if (this.#closed) return Promise.reject(closed());
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const promise = new Promise<unknown>((resolve, reject) => {
      const job: Job = { method, args, ...effect, abandoned: false, begun: false, resolve, reject };
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
        // A new engine will not have what is to go.
        if (job.method === "dispose" && !this.#connection) return job.resolve(undefined);
        const connection = await this.#ready();
        const lost = this.#recipes.lost(job.makes ? job.makes.parent : job.args[0]);
        if (lost) return job.reject(lost);
        await this.#complete(connection, partFor(job.method, job.args));
        if (job.abandoned) return;
        job.begun = true;
        return await this.#settle(job, await connection.call(job.method, job.args), connection);
      } catch (error) {
        if (!(error instanceof EngineCrashedError)) return job.reject(error);
        this.#disconnect();
        if (this.#closed) return job.reject(closed());
        if (job.abandoned) return;
        // Should it have called what a part has that was not there, the next one has all.
        this.#part = parts.at(-1);
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
    if (job.changes) this.#recipes.change(job.changes, answer as never);
    if (job.makes && (job.abandoned || this.#closed)) {
      await connection.call("dispose", [[job.makes.id]]);
    } else if (job.makes) {
      const { id, parent } = job.makes;
      this.#recipes.add(id, job.method as Maker, job.args as Arguments<Maker>, parent);
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
      if (await this.#recipes.replay(connection)) this.#connection = connection;
    }
    return this.#connection;
  }

  async #complete(connection: Connection, part: Part | undefined): Promise<void> {
    if (!part || upTo(this.#part).includes(part)) return;
    await connection.call("complete", [part]);
    this.#part = part;
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
