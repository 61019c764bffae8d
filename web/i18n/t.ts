// Texts by key. A text may hold
//   {name}                 a parameter
//   {count|token|tokens}   the form for `count`, in the order of the language's plural
//                          categories (en: one, other; zh has only one form)
//
// The words of a page, and of a figure that is loaded when it is asked for, are no part of
// the dictionaries: they are brought by provide().

import { words } from "./dictionaries.js";
import type { en } from "./en/index.js";
import type { more } from "./en/more.js";
import { join } from "./join.js";
import type { Provided } from "./provided.js";
import type { Language, Parameters } from "./types.js";

export { loadMore, loadWords } from "./dictionaries.js";
export type { Language } from "./types.js";
export { wordless } from "./wordless.js";

type Dictionary = typeof en & typeof more & Provided;
export type Section = keyof Dictionary;

/** `section.key` of every text there is. */
export type Key = { [S in Section]: `${S}.${keyof Dictionary[S] & string}` }[Section];

const plurals: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  zh: new Intl.PluralRules("zh"),
};
const numbers: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat("en", { maximumSignificantDigits: 6 }),
  zh: new Intl.NumberFormat("zh", { maximumSignificantDigits: 6 }),
};
const categories = ["one", "other"];

/** Adds a section that only some pages or figures have. */
export function provide<S extends keyof Provided>(
  section: S,
  texts: Record<Language, { readonly [K in keyof Provided[S]]: string }>,
): void {
  // A part of it may be there already: see loadMore.
  words.en = join(words.en, { [section]: texts.en });
  words.zh = join(words.zh, { [section]: texts.zh });
}

function fill(language: Language, text: string, parameters: Parameters): string {
  return text.replace(/\{([a-z_0-9]+)((?:\|[^{}|]*)*)\}/g, (whole, name: string, forms: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (value === undefined) return whole;
    if (forms === "") {
      return typeof value === "number" ? numbers[language].format(value) : value;
    }
    const choices = forms.slice(1).split("|");
    const category = categories.indexOf(plurals[language].select(Number(value)));
    return choices[Math.min(category < 0 ? 1 : category, choices.length - 1)] ?? "";
  });
}

/** True when there is a text for this key: for keys put together from a value at run time. */
export function has(key: string): key is Key {
  const dot = key.indexOf(".");
  const sections = [words.en, words.zh].map((all) => all?.[key.slice(0, dot)] ?? {});
  return sections.some((section) => Object.hasOwn(section, key.slice(dot + 1)));
}

/** True when the texts of figures are there in this language: see loadWords. */
export function speaks(language: Language): boolean {
  // Not the section alone: loadMore may have brought a part of it.
  return words[language]?.common?.labelled !== undefined;
}

/** The text of `key` in `language` with its placeholders filled. */
export function t(language: Language, key: Key, parameters: Parameters = {}): string {
  const dot = key.indexOf(".");
  const text = words[language]?.[key.slice(0, dot)]?.[key.slice(dot + 1)];
  if (text === undefined) throw new Error(`no text "${key}" in "${language}"`);
  return fill(language, text, parameters);
}

/** Of a `lang` attribute or a browser's language; undefined when it is neither Chinese nor English. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const primary = tag?.toLowerCase().split(/[-_]/)[0];
  return primary === "zh" || primary === "en" ? primary : undefined;
}
