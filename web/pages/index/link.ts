// The state of the page lives behind `#`: written when the figure changes, read on
// load, on paste and on back and forward.
import type { ClearheadFigure } from "../../elements/figure.js";

/** Browsers allow about a hundred changes of the address in half a minute. */
const PAUSE = 300;

export function keepLink(figure: ClearheadFigure, open: (hash: string) => void): void {
  let written = location.hash;
  let timer = 0;
  let last = Number.NEGATIVE_INFINITY;
  const write = (link: string) => {
    timer = 0;
    // Another link is there already, and its event is on its way.
    if (location.hash !== written) return;
    last = performance.now();
    const hash = link === "v=1" ? "" : `#${link}`;
    if (hash === location.hash) return;
    history.replaceState(history.state, "", hash || location.pathname + location.search);
    written = location.hash;
  };
  // The first change at once, so that a reload keeps it; those that follow quickly together.
  figure.addEventListener("ch-change", (event) => {
    const { link } = (event as CustomEvent<{ link: string }>).detail;
    clearTimeout(timer);
    timer = window.setTimeout(write, Math.max(0, last + PAUSE - performance.now()), link);
  });
  window.addEventListener("hashchange", () => {
    if (location.hash === written) return;
    written = location.hash;
    if (!isPlace(written)) open(written);
  });
  open(isPlace(location.hash) ? "" : location.hash);
}

/** `#figure` leads to a place on the page and is no state. */
function isPlace(hash: string): boolean {
  return document.getElementById(hash.slice(1)) !== null;
}
