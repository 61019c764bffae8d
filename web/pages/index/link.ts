// The state of the page lives behind `#`: written when the figure changes, read on
// load, on paste and on back and forward.
import type { ClearheadFigure } from "../../elements/figure.js";

/** Browsers allow about a hundred changes of the address in half a minute. */
const DELAY = 300;

export function keepLink(figure: ClearheadFigure, open: (hash: string) => void): void {
  let written = location.hash;
  let timer = 0;
  const write = () => {
    timer = 0;
    const hash = figure.link === "v=1" ? "" : `#${figure.link}`;
    if (hash === location.hash) return;
    written = hash;
    history.replaceState(history.state, "", hash || location.pathname + location.search);
  };
  figure.addEventListener("ch-change", () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, DELAY);
  });
  // What was done last is in the address even when the page is left at once.
  window.addEventListener("pagehide", () => {
    if (timer) write();
  });
  window.addEventListener("hashchange", () => {
    if (location.hash === written) return;
    written = location.hash;
    open(location.hash);
  });
  open(location.hash);
}
