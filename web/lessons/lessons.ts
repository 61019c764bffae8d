// The lesson steps in the order of the gallery.
import { alibi } from "./alibi.js";
import { cache } from "./cache.js";
import { context } from "./context.js";
import { cost } from "./cost.js";
import { fill } from "./fill.js";
import { gradient } from "./gradient.js";
import { heads } from "./heads.js";
import { information } from "./information.js";
import type { Lesson } from "./lesson.js";
import { mask } from "./mask.js";
import { parameters } from "./parameters.js";
import { positions } from "./positions.js";
import { projections } from "./projections.js";
import { rank } from "./rank.js";
import { rotary } from "./rotary.js";
import { scaling } from "./scaling.js";
import { seeds } from "./seeds.js";
import { sharing } from "./sharing.js";
import { stretch } from "./stretch.js";
import { vectors } from "./vectors.js";

export type { Lesson } from "./lesson.js";
export const lessons: readonly Lesson[] = [
  vectors,
  projections,
  scaling,
  seeds,
  mask,
  context,
  fill,
  gradient,
  positions,
  rotary,
  stretch,
  alibi,
  heads,
  rank,
  parameters,
  sharing,
  cache,
  cost,
  information,
];
