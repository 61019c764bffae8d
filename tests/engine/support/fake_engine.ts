// An engine that remembers what it was asked and stops when told to: for the
// client's queue, cancellation and recovery, without a core.

import type { Connect, Connection } from "../../../web/engine/connection.js";
import { EngineCrashedError, ShapeError } from "../../../web/engine/errors.js";
import type { Arguments, Method } from "../../../web/engine/handlers.js";

export class FakeEngine {
  /** Every call that reached an engine: "1 model 7" is the first engine making model 7. */
  readonly log: string[] = [];
  starts = 0;
  /** Calls (as in the log, without the engine's number) that stop the engine, as often as listed. */
  readonly crashes: string[] = [];
  /** Calls that fail with an ordinary error. */
  readonly failures = new Set<string>();
  /** While set, calls wait for it. */
  gate: Promise<void> | undefined;
  /** While set, the rest of an engine is not there. */
  loading: Promise<void> | undefined;
  /** Engines that were asked for the rest. */
  readonly completed: number[] = [];
  closed = 0;
  /** Told of each call that reached an engine, as the log has it. */
  heard: (call: string) => void = () => {};

  readonly connect: Connect = async () => {
    this.starts += 1;
    const engine = this.starts;
    let close = (): void => {};
    const stopped = new Promise<never>((_, reject) => {
      close = () => reject(new EngineCrashedError("the engine stopped (it was closed)"));
    });
    stopped.catch(() => {});
    return {
      call: (method, args) => Promise.race([this.#answer(engine, method, args), stopped]),
      close: () => {
        this.closed += 1;
        close();
      },
    } satisfies Connection;
  };

  async #answer<M extends Method>(engine: number, method: M, args: Arguments<M>): Promise<never> {
    if (method === "complete") {
      this.completed.push(engine);
      await this.loading;
      return undefined as never;
    }
    const name = [method, ...args.filter((value) => typeof value !== "object")].join(" ");
    this.log.push(`${engine} ${name}`);
    this.heard(`${engine} ${name}`);
    await this.gate;
    const crash = this.crashes.indexOf(name);
    if (crash >= 0) {
      this.crashes.splice(crash, 1);
      throw new EngineCrashedError("the engine stopped (told to)");
    }
    if (this.failures.has(name)) throw new ShapeError("told to fail");
    return { name } as never;
  }
}
