// What a matrix takes from the page around it: the width it may have, the printer, and
// that its cells move under the pointer.

export interface Surroundings {
  resized(width: number): void;
  /** For paper, or for the screen again. */
  paintFor(paper: boolean): void;
  scrolled(): void;
}

/** Watches the surroundings of `element`; the result stops watching. */
export function watch(element: Element, surroundings: Surroundings): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const resize = new ResizeObserver(([entry]) => {
    if (entry) surroundings.resized(Math.floor(entry.contentRect.width));
  });
  const parent = element.parentElement ?? (element.getRootNode() as ShadowRoot).host;
  if (parent) {
    // The first paint has the right size already; the observer follows.
    surroundings.resized(parent.clientWidth);
    resize.observe(parent);
  }
  window.addEventListener("beforeprint", () => surroundings.paintFor(true), { signal });
  window.addEventListener("afterprint", () => surroundings.paintFor(false), { signal });
  const quietly = { passive: true, capture: true, signal };
  window.addEventListener("scroll", () => surroundings.scrolled(), quietly);
  return () => {
    stop.abort();
    resize.disconnect();
  };
}
