// One engine a page: all its figures, however many, share a worker and a core.
import { createEngine } from "../../engine/index.js";
import type { Engine } from "../../engine/types.js";

let shared: Promise<Engine> | undefined;

export function sharedEngine(): Promise<Engine> {
  shared ??= createEngine().catch((error: unknown) => {
    // The next figure, or "Try again", starts afresh.
    shared = undefined;
    throw error;
  });
  return shared;
}
