// One engine a page: all its figures, however many, share a worker and a core.
import { createEngine } from "../../engine/index.js";
import type { Engine } from "../../engine/types.js";

let shared: Promise<Engine> | undefined;

/** `ahead`: for a figure that needs more than core.wasm. */
export function sharedEngine(ahead: boolean): Promise<Engine> {
  shared ??= createEngine({ ahead })
    // A sandbox may refuse the worker: this thread can compute as well.
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== "load") throw error;
      return createEngine({ ahead, worker: false });
    })
    .catch((error: unknown) => {
      // The next figure, or "Try again", starts afresh.
      shared = undefined;
      throw error;
    });
  return shared;
}
