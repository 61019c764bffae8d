// The lesson steps in the order of the gallery.
import { alibi } from "./alibi.js";
import { cache } from "./cache.js";
import { fill } from "./fill.js";
import { gradient } from "./gradient.js";
import { information } from "./information.js";
import type { Lesson } from "./lesson.js";
import { mask } from "./mask.js";
import { positions } from "./positions.js";
import { rank } from "./rank.js";
import { rotary } from "./rotary.js";
import { sharing } from "./sharing.js";
import { stretch } from "./stretch.js";

export type { Lesson } from "./lesson.js";
export const lessons: readonly Lesson[] = [mask, fill, gradient, positions, rotary, stretch, alibi, sharing, cache, rank, information];
