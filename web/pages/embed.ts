// embed.html#v=1&…: one figure, the state behind `#`, messages to the host page.
import "../elements/clearhead.js";
import type { ClearheadFigure } from "../elements/figure.js";
import { connect } from "./embed/messages.js";

const figure = document.querySelector<ClearheadFigure>("clearhead-figure");
if (figure) {
  figure.setState(location.hash);
  window.addEventListener("hashchange", () => figure.setState(location.hash));
  connect(figure);
}
