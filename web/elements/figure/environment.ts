// What a figure takes from the page around it: language, light or dark, and
// whether anybody can see it.
import { type Language, languageOf } from "../../i18n/t.js";

/** attribute > the page's `<html lang>` > the browser > English. */
export function resolveLanguage(chosen: string): Language {
  return (
    languageOf(chosen) ??
    languageOf(document.documentElement.lang) ??
    languageOf(navigator.language) ??
    "en"
  );
}

/** Whether `light-dark()` means dark at this element: its own or inherited color-scheme decides. */
export function isDark(probe: Element): boolean {
  return getComputedStyle(probe).getPropertyValue("outline-color").replaceAll(" ", "") === DARK;
}

/** The style of the probe that isDark reads: see styles/frame.ts. */
export const DARK = "rgb(1,2,3)";

export interface Surroundings {
  /** The page's language or its light or dark changed. */
  changed(): void;
  /** The figure came near the viewport, or left it; or the tab was hidden. */
  seen(visible: boolean): void;
}

/** Watches the surroundings of `element`; the result stops watching. */
export function watch(element: Element, surroundings: Surroundings): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const changed = () => surroundings.changed();
  // Pages switch their theme by an attribute or class of <html> or <body>.
  const attributes = new MutationObserver(changed);
  attributes.observe(document.documentElement, { attributes: true });
  if (document.body) attributes.observe(document.body, { attributes: true });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, { signal });

  let near = false;
  const tell = () => surroundings.seen(near && !document.hidden);
  // One viewport of margin: a figure is ready before it is scrolled to.
  const intersection = new IntersectionObserver(
    (entries) => {
      near = entries.at(-1)?.isIntersecting ?? near;
      tell();
    },
    { rootMargin: "100%" },
  );
  intersection.observe(element);
  document.addEventListener("visibilitychange", tell, { signal });
  return () => {
    stop.abort();
    attributes.disconnect();
    intersection.disconnect();
  };
}
