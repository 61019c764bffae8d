// Where the texts are in the release: a file for each language, loaded when a figure
// speaks it, and one for what its reader asks for later.
import { join } from "./join.js";
import { type Language, languages, type Texts } from "./types.js";

export const words: Partial<Record<Language, Record<string, Texts>>> = {};

const sources: Record<Language, () => Promise<Record<string, Texts>>> = {
  en: async () => (await import("./en/index.js")).en,
  zh: async () => (await import("./zh/index.js")).zh,
};
const loading: Partial<Record<Language, Promise<void>>> = {};

async function load(language: Language): Promise<void> {
  const texts = await sources[language]();
  // A page may have provided words of its own by now.
  words[language] = join(words[language], texts);
}

/** Resolves when `t` has the texts of this language that a figure needs first. */
export function loadWords(language: Language): Promise<void> {
  loading[language] ??= load(language).catch((error: unknown) => {
    delete loading[language];
    throw error;
  });
  return loading[language];
}

/** Resolves when `t` has the other texts too. */
export async function loadMore(): Promise<void> {
  const { more } = await import("./more.js");
  for (const language of languages) words[language] = join(words[language], more[language]);
}
