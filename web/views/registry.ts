// Every figure there is, by the word of the parameter `view`: each is loaded when it is first
// asked for.
import { loaded } from "../engine/errors.js";
import type { ViewName } from "../figures/common.js";
import type { View } from "./view.js";

export { isView, type ViewName, viewNames } from "../figures/common.js";

const sources: Readonly<Record<ViewName, () => Promise<View>>> = {
  attention: async () => (await import("./attention.js")).attention,
  vectors: async () => (await import("./vectors.js")).vectors,
  recurrent: async () => (await import("./recurrent.js")).recurrent,
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
  layer: async () => (await import("./layer.js")).layer,
  blueprint: async () => (await import("./blueprint.js")).blueprint,
  cost: async () => (await import("./cost.js")).cost,
  cache: async () => (await import("./cache.js")).cache,
  families: async () => (await import("./families.js")).familiesView,
  train: async () => (await import("./train.js")).train,
  translate: async () => (await import("./translate.js")).translate,
  lens: async () => (await import("./lens.js")).lens,
  patch: async () => (await import("./patch.js")).patch,
  prune: async () => (await import("./prune.js")).prune,
  sense: async () => (await import("./sense.js")).sense,
};

export function viewOf(name: ViewName): Promise<View> {
  return loaded(sources[name]());
}
