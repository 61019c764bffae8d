// clearhead.js: registers <clearhead-figure>. Two copies on a page do not collide: the
// first one counts.
import "./matrix.js";
import { ClearheadFigure } from "./figure.js";

if (!customElements.get("clearhead-figure")) {
  customElements.define("clearhead-figure", ClearheadFigure);
}

declare global {
  interface HTMLElementTagNameMap {
    "clearhead-figure": ClearheadFigure;
  }
}

export type { ViewName } from "../views/registry.js";
export type { RunHandle } from "./figure.js";
export { ClearheadFigure };
