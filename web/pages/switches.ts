// The words of a page in the reader's language, and its two switches: language and theme.
// Both are remembered.
import { markup } from "../i18n/symbols.js";
import { type Key, type Language, t } from "../i18n/t.js";
import { remember } from "../state/storage.js";

export const THEMES = ["auto", "light", "dark"] as const;
export const LANGUAGES = ["en", "zh"] as const;

export function element<E extends Element>(selector: string): E {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Words of the page: `data-t` holds a key, of the text or of a meta tag's content. */
export function translate(language: Language): void {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  element<HTMLSelectElement>("#language").value = language;
  for (const place of document.querySelectorAll<HTMLElement>("[data-t]")) {
    const text = t(language, `page.${place.dataset.t}` as Key);
    if (place instanceof HTMLMetaElement) place.content = text;
    else place.innerHTML = markup(text);
  }
  for (const place of document.querySelectorAll<HTMLElement>("[data-t-label]")) {
    place.setAttribute("aria-label", t(language, `page.${place.dataset.tLabel}` as Key));
  }
}

export function paint(theme: string): void {
  document.documentElement.dataset.theme = theme;
  element<HTMLSelectElement>("#theme").value = theme;
}

/** Shows the switches; `language` and `theme` are told what the reader chose. */
export function bindSwitches(chosen: {
  language(language: Language): void;
  theme(theme: string): void;
}): void {
  const language = element<HTMLSelectElement>("#language");
  language.addEventListener("change", () => {
    remember("language", language.value);
    chosen.language(language.value as Language);
  });
  const theme = element<HTMLSelectElement>("#theme");
  theme.addEventListener("change", () => {
    remember("theme", theme.value === "auto" ? undefined : theme.value);
    chosen.theme(theme.value);
    paint(theme.value);
  });
  element<HTMLElement>(".switches").hidden = false;
}
