// One engine a page: all its figures, however many, share a worker and a core.
import { createEngine } from "../../engine/index.js";
import type { Part } from "../../engine/load.js";
import type { Engine } from "../../engine/types.js";
import { modelViews, type ViewName } from "../../figures/common.js";

let shared: Promise<Engine> | undefined;

/** The engine with what the figure that first asks for it needs. */
export function sharedEngine(view: ViewName | undefined): Promise<Engine> {
  const ahead = partOf(view);
  shared ??= createEngine({ ahead }).catch((error: unknown) => {
    // The next figure, or "Try again", starts afresh.
    shared = undefined;
    throw error;
  });
  return shared;
}

function partOf(view: ViewName | undefined): Part | undefined {
  if (view === "attention") return undefined;
  return view && modelViews.includes(view) ? "models" : "more";
}
