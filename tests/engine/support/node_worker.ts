// dist/worker.js in one of Node's threads, looking like a browser's Worker.

import { Worker } from "node:worker_threads";
import type { WorkerLike } from "clearhead/engine.js";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { distribution } from "./distribution.js";

const script = `
  import { parentPort } from "node:worker_threads";
  import nodeEndpoint from ${JSON.stringify(import.meta.resolve("comlink/dist/esm/node-adapter.mjs"))};
  import { attach } from ${JSON.stringify(new URL("worker.js", distribution).href)};
  attach(nodeEndpoint(parentPort));
`;

/** Every worker started, so that a test can stop one as a crash would. */
export const started: Worker[] = [];

export function startNodeWorker(): WorkerLike {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  started.push(worker);
  worker.unref();
  const endpoint = nodeEndpoint(worker);
  const failures = new Map<unknown, (error?: unknown) => void>();
  return {
    postMessage: (message, transfer) => endpoint.postMessage(message, transfer),
    addEventListener(type, listener) {
      if (type === "message") endpoint.addEventListener(type, listener);
      if (type !== "error") return;
      const failed = (error?: unknown): void =>
        listener({ message: error instanceof Error ? error.message : "" } as unknown as Event);
      failures.set(listener, failed);
      worker.on("error", failed);
      worker.on("exit", failed);
    },
    removeEventListener(type, listener) {
      if (type === "message") endpoint.removeEventListener(type, listener);
      const failed = failures.get(listener);
      if (type !== "error" || !failed) return;
      worker.off("error", failed);
      worker.off("exit", failed);
    },
    terminate: () => worker.terminate(),
  };
}
