// Where the texts are: all at once, for programs and for single.html. The release's
// pages load one language at a time: the build puts dictionaries.lazy.ts in the place of this.
import { en } from "./en/index.js";
import type { Language, Texts } from "./types.js";
import { zh } from "./zh/index.js";

export const words: Partial<Record<Language, Record<string, Texts>>> = {
  en: { ...en },
  zh: { ...zh },
};

/** Resolves when `t` has the texts of this language. */
export async function loadWords(_language: Language): Promise<void> {}
