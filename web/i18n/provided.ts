// The sections that are brought by those who need them: see provide() in t.ts.
import type { alibi } from "./en/alibi.js";
import type { attention } from "./en/attention.js";
import type { cache } from "./en/cache.js";
import type { context } from "./en/context.js";
import type { cost } from "./en/cost.js";
import type { fill } from "./en/fill.js";
import type { gradient } from "./en/gradient.js";
import type { information } from "./en/information.js";
import type { lessons } from "./en/lessons.js";
import type { mask } from "./en/mask.js";
import type { multihead } from "./en/multihead.js";
import type { page } from "./en/page.js";
import type { parameters } from "./en/parameters.js";
import type { positions } from "./en/positions.js";
import type { projections } from "./en/projections.js";
import type { rank } from "./en/rank.js";
import type { rotary } from "./en/rotary.js";
import type { scaling } from "./en/scaling.js";
import type { seeds } from "./en/seeds.js";
import type { sharing } from "./en/sharing.js";
import type { stretch } from "./en/stretch.js";
import type { vectors } from "./en/vectors.js";

export interface Provided {
  page: typeof page;
  attention: typeof attention;
  lessons: typeof lessons;
  multihead: typeof multihead;
  vectors: typeof vectors;
  mask: typeof mask;
  alibi: typeof alibi;
  positions: typeof positions;
  rotary: typeof rotary;
  stretch: typeof stretch;
  projections: typeof projections;
  scaling: typeof scaling;
  seeds: typeof seeds;
  rank: typeof rank;
  sharing: typeof sharing;
  fill: typeof fill;
  gradient: typeof gradient;
  information: typeof information;
  cache: typeof cache;
  context: typeof context;
  cost: typeof cost;
  parameters: typeof parameters;
}
