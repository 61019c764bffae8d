// The engine in a worker of its own: loads the core on the first message and
// answers calls, one message each. Importing this module elsewhere attaches nothing.

import { failureOf, type Outcome } from "./errors.js";
import { buffersOf, Handlers, type Method, perform } from "./handlers.js";
import { loadCore, type Sources } from "./load.js";

/** The first message, and every other one. Ids and data cross, and errors as values. */
export type Call = { start: Sources } | { method: Method; args: unknown[] };

/** The worker's own side of its messages. */
export interface Endpoint {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: { data: Call }) => void): void;
}

/** Serves one engine on `endpoint`. */
export function attach(endpoint: Endpoint): void {
  let handlers: Promise<Handlers>;
  const answer = async (call: Call): Promise<unknown> => {
    if ("method" in call) return perform(await handlers, call.method, call.args as never);
    handlers = loadCore(call.start).then((core) => new Handlers(core));
    return perform(await handlers, "started", []);
  };
  endpoint.addEventListener("message", async ({ data }) => {
    const outcome: Outcome<unknown> = await answer(data).then(
      (value) => ({ value }),
      (error) => ({ error: failureOf(error) }),
    );
    endpoint.postMessage(outcome, buffersOf(outcome.value));
  });
}

if ("WorkerGlobalScope" in globalThis) attach(globalThis as unknown as Endpoint);
