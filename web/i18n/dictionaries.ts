// Where the texts are: all at once, for programs and for single.html. The release's
// pages load one language at a time: the build puts dictionaries.lazy.ts in the place of this.
import { en } from "./en/index.js";
import { join } from "./join.js";
import { more } from "./more.js";
import type { Language, Texts } from "./types.js";
import { zh } from "./zh/index.js";

export const words: Partial<Record<Language, Record<string, Texts>>> = {
  en: join(en, more.en),
  zh: join(zh, more.zh),
};

/** Resolves when `t` has the texts of this language that a figure needs first. */
export async function loadWords(_language: Language): Promise<void> {}

/** Resolves when `t` has the other texts too. */
export async function loadMore(): Promise<void> {}
