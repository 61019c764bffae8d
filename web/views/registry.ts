// Every figure there is, by the word of the parameter `view`. The first one is there at
// once; another one is loaded when it is first asked for.
import { loaded } from "../engine/errors.js";
import type { ViewName } from "../figures/common.js";
import { attention } from "./attention.js";
import type { View } from "./view.js";

export { isView, type ViewName, viewNames } from "../figures/common.js";

const sources: Readonly<Record<ViewName, View | (() => Promise<View>)>> = {
  attention,
  vectors: async () => (await import("./vectors.js")).vectors,
  mask: async () => (await import("./mask.js")).mask,
  context: async () => (await import("./context.js")).context,
  positions: async () => (await import("./positions.js")).positions,
  rotary: async () => (await import("./rotary.js")).rotary,
  stretch: async () => (await import("./stretch.js")).stretch,
  alibi: async () => (await import("./alibi.js")).alibi,
  information: async () => (await import("./information.js")).information,
  projections: async () => (await import("./projections.js")).projections,
  scaling: async () => (await import("./scaling.js")).scaling,
  seeds: async () => (await import("./seeds.js")).seeds,
  rank: async () => (await import("./rank.js")).rank,
  heads: async () => (await import("./heads.js")).heads,
  sharing: async () => (await import("./sharing.js")).sharing,
  fill: async () => (await import("./fill.js")).fill,
  gradient: async () => (await import("./gradient.js")).gradient,
  parameters: async () => (await import("./parameters.js")).parameters,
  cost: async () => (await import("./cost.js")).cost,
  cache: async () => (await import("./cache.js")).cache,
};

/** The view, or a promise of one that has yet to be loaded. */
export function viewOf(name: ViewName): View | Promise<View> {
  const source = sources[name];
  return typeof source === "function" ? loaded(source()) : source;
}
