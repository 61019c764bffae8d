// dist/worker.js in one of Node's threads, looking like a browser's Worker.

import { Worker } from "node:worker_threads";
import type { WorkerLike } from "clearhead/engine.js";
import { distribution } from "./distribution.js";

const script = `
  import { parentPort } from "node:worker_threads";
  import { attach } from ${JSON.stringify(new URL("worker.js", distribution).href)};
  attach({
    postMessage: (message, transfer) => parentPort.postMessage(message, transfer),
    addEventListener: (type, listener) => parentPort.on(type, (data) => listener({ data })),
  });
`;

/** Every worker started, so that a test can stop one as a crash would. */
export const started: Worker[] = [];

export function startNodeWorker(): WorkerLike {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  started.push(worker);
  worker.unref();
  const heard = new Map<unknown, { event: string; act: (value?: unknown) => void }[]>();
  return {
    postMessage: (message, transfer) => worker.postMessage(message, transfer as undefined),
    addEventListener(type, listener) {
      const tell = (event: object): void => listener(event as Event);
      const message = (data?: unknown): void => tell({ data });
      const failed = (error?: unknown): void =>
        tell({ message: error instanceof Error ? error.message : "" });
      const acts =
        type === "message"
          ? [{ event: "message", act: message }]
          : ["error", "exit"].map((event) => ({ event, act: failed }));
      heard.set(listener, acts);
      for (const { event, act } of acts) worker.on(event, act);
    },
    removeEventListener(_, listener) {
      for (const { event, act } of heard.get(listener) ?? []) worker.off(event, act);
    },
    terminate: () => worker.terminate(),
  };
}
