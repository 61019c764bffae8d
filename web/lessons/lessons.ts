// The lesson steps in the order of the gallery, each loaded by itself when its place comes
// into view.
import type { Lesson, LessonName } from "./lesson.js";

export const lessons: Readonly<Record<LessonName, () => Promise<Lesson>>> = {
  vectors: async () => (await import("./vectors.js")).vectors,
  recurrent: async () => (await import("./recurrent.js")).recurrent,
  projections: async () => (await import("./projections.js")).projections,
  scaling: async () => (await import("./scaling.js")).scaling,
  seeds: async () => (await import("./seeds.js")).seeds,
  mask: async () => (await import("./mask.js")).mask,
  context: async () => (await import("./context.js")).context,
  fill: async () => (await import("./fill.js")).fill,
  gradient: async () => (await import("./gradient.js")).gradient,
  positions: async () => (await import("./positions.js")).positions,
  rotary: async () => (await import("./rotary.js")).rotary,
  stretch: async () => (await import("./stretch.js")).stretch,
  alibi: async () => (await import("./alibi.js")).alibi,
  heads: async () => (await import("./heads.js")).heads,
  rank: async () => (await import("./rank.js")).rank,
  parameters: async () => (await import("./parameters.js")).parameters,
  sharing: async () => (await import("./sharing.js")).sharing,
  cache: async () => (await import("./cache.js")).cache,
  layer: async () => (await import("./layer.js")).layer,
  blueprint: async () => (await import("./blueprint.js")).blueprint,
  cost: async () => (await import("./cost.js")).cost,
  information: async () => (await import("./information.js")).information,
  sense: async () => (await import("./sense.js")).sense,
  prune: async () => (await import("./prune.js")).prune,
  translate: async () => (await import("./translate.js")).translate,
  lens: async () => (await import("./lens.js")).lens,
  patch: async () => (await import("./patch.js")).patch,
  train: async () => (await import("./train.js")).train,
  families: async () => (await import("./families.js")).families,
};

export const lessonNames = Object.keys(lessons) as LessonName[];
