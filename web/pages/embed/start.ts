// One figure that fills the page, the state behind `#`, messages to the host page.
import "../../elements/clearhead.js";
import type { ClearheadFigure } from "../../elements/figure.js";
import { connect } from "./messages.js";

export function start(): void {
  const figure = document.querySelector<ClearheadFigure>("clearhead-figure");
  if (!figure) return;
  figure.setState(location.hash);
  // From now on it says by itself what did not come.
  figure.addEventListener("ch-error", () => document.querySelector(".wait")?.remove());
  // The page around the figure, which shows through, has the figure's theme.
  figure.addEventListener("ch-change", () => {
    document.documentElement.dataset.theme = String(figure.getState().theme);
  });
  window.addEventListener("hashchange", () => figure.setState(location.hash));
  connect(figure);
}
