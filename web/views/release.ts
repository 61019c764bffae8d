// dist/engine.js: the engine for browsers, workers and Node, and with it the figures
// without a page. No DOM.
import { createEngine } from "../engine/index.js";
import { type Rendered, type RenderOptions, render as renderWith } from "./render.js";

export * from "../engine/index.js";
export type { Rendered, RenderOptions };

/**
 * Draws a figure: an SVG picture, its tables, and the sentence that sums it up. The same state
 * gives the same picture here and in a page.
 *
 * @param view the figure, such as "attention"
 * @param parameters as in links and attributes: an object, or a link's text
 */
export async function render(
  view: string,
  parameters: string | Readonly<Record<string, string | number | boolean>> = {},
  options: RenderOptions = {},
): Promise<Rendered> {
  const engine = await createEngine();
  try {
    return await renderWith(engine, view, parameters, options);
  } finally {
    await engine.dispose();
  }
}
