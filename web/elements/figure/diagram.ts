// A diagram of the scene; what is inside of the box that is chosen stands in the band below.
import "../diagram.js";
import { html, type TemplateResult } from "lit";
import type { Diagram } from "../../scene/scene.js";
import type { ClearheadFigure } from "../figure.js";

export function diagramOf(figure: ClearheadFigure, diagram: Diagram): TemplateResult {
  return html`<ch-diagram
    .diagram=${diagram}
    .language=${figure.language}
    @ch-change=${() => reveal(figure)}
  ></ch-diagram>`;
}

/** Scrolls no farther than the first panel inside needs, once it is drawn. */
async function reveal(figure: ClearheadFigure): Promise<void> {
  await Promise.resolve();
  await figure.run();
  await figure.updateComplete;
  const inside = figure.renderRoot.querySelector(".band:has(ch-diagram) + .band .step");
  inside?.scrollIntoView({ block: "nearest" });
}
