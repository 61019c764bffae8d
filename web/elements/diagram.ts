// <ch-diagram>: boxes and lines of the scene. Every box is a button over the picture; the arrow keys
// lead from one to the nearest in their direction, and one of them is the tab stop.
//
// Properties  diagram, language
// Events      ch-change { name, value }: the box that was chosen, as a control says it
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { tokens } from "../controls/style.js";
import { styleMap } from "../controls/style-map.js";
import type { Language } from "../i18n/types.js";
import { fillPixels } from "../scene/canvas.js";
import type { Box } from "../scene/geometry.js";
import type { Diagram, DiagramBox, DiagramGeometry, Matrix } from "../scene/scene.js";
import { palettes, type Theme } from "../scene/theme.js";
import { nearest } from "./diagram/nearest.js";
import { style } from "./diagram/style.js";
import { themeAt } from "./matrix/paint.js";
import { watch } from "./matrix/surroundings.js";

type Placed = DiagramGeometry["boxes"][0];

class DiagramElement extends LitElement {
  static override styles = [tokens, style];
  static override properties = {
    diagram: { attribute: false },
    language: { type: String },
    available: { state: true },
    theme: { state: true },
    stop: { state: true },
  };

  declare diagram: Diagram | undefined;
  declare language: Language;
  declare private available: number;
  declare private theme: Theme;
  /** The box of the tab stop, once a key has moved it from the open one. */
  declare private stop: string | undefined;
  private unwatch: (() => void) | undefined;

  constructor() {
    super();
    this.language = "en";
    this.available = 0;
    this.theme = "light";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unwatch = watch(this, {
      resized: (width) => {
        this.available = width;
      },
      paintFor: (paper) => this.paint(paper ? "light" : this.theme),
      scrolled: () => undefined,
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
  }

  protected override updated(changed: PropertyValues): void {
    const [first] = this.canvases;
    if (first && changed.has("diagram")) this.theme = themeAt(first);
    this.paint(this.theme);
  }

  private get canvases(): HTMLCanvasElement[] {
    return [...this.renderRoot.querySelectorAll("canvas")];
  }

  /** A pixel a cell; the browser enlarges them without smoothing. */
  private paint(theme: Theme): void {
    const painted = this.diagram?.boxes.filter(({ matrix }) => matrix.map !== "none") ?? [];
    this.canvases.forEach((canvas, at) => {
      const matrix = painted[at]?.matrix;
      if (matrix) paint(canvas, matrix, theme);
    });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { diagram, language, theme } = this;
    if (!diagram) return nothing;
    const g = diagram.place(this.available || 640, language);
    const { width, height } = g;
    const brush = { palette: palettes[theme], theme, language, id: "diagram" };
    const svg = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${diagram.draw(g, brush, false)}</svg>`;
    const size = { width: `${width}px`, height: `${height}px` };
    const open = diagram.boxes.find((box) => box.open) ?? diagram.boxes[0];
    const stop = diagram.boxes.some(({ id }) => id === this.stop) ? this.stop : open?.id;
    return html`<div class="plot" role="group" aria-label=${diagram.title} style=${styleMap(size)}
      lang=${language === "zh" ? "zh-Hans" : "en"}>
      ${diagram.boxes.map((box, at) => this.map(box, g.boxes[at] as Placed))}
      <div class="picture" aria-hidden="true">${unsafeHTML(svg)}</div>
      ${diagram.boxes.map((box, at) => this.button(box, g.boxes[at] as Placed, box.id === stop))}
    </div>`;
  }

  private map({ id, matrix }: DiagramBox, { map }: Placed): TemplateResult | typeof nothing {
    if (matrix.map === "none") return nothing;
    return html`<canvas data-map=${id} aria-hidden="true" style=${styleMap(boxStyle(map))}
      @transitionend=${this.themeChanged}></canvas>`;
  }

  private button(box: DiagramBox, place: Placed, stop: boolean): TemplateResult {
    return html`<button type="button" data-box=${box.id} tabindex=${stop ? 0 : -1}
      aria-pressed=${box.open} aria-label=${box.spoken} title=${box.matrix.title}
      style=${styleMap(boxStyle(place))} @click=${() => this.choose(box)}
      @keydown=${(event: KeyboardEvent) => this.key(event, box)}></button>`;
  }

  private choose({ id }: DiagramBox): void {
    this.stop = undefined;
    const detail = { name: this.diagram?.parameter, value: id };
    this.dispatchEvent(new CustomEvent("ch-change", { detail, bubbles: true, composed: true }));
  }

  private key(event: KeyboardEvent, from: DiagramBox): void {
    const { diagram } = this;
    if (!diagram || event.ctrlKey || event.metaKey || event.altKey) return;
    const { boxes } = diagram.place(this.available || 640, this.language);
    const to = nearest(boxes, diagram.boxes.indexOf(from), event.key);
    if (to === undefined) return;
    event.preventDefault();
    this.stop = diagram.boxes[to]?.id;
    this.renderRoot.querySelectorAll("button")[to]?.focus();
  }

  private themeChanged(event: TransitionEvent): void {
    if (event.propertyName === "color") this.theme = themeAt(event.target as HTMLCanvasElement);
  }
}

function boxStyle({ x, y, width, height }: Box): Record<string, string> {
  return { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
}

function paint(canvas: HTMLCanvasElement, matrix: Matrix, theme: Theme): void {
  const { rows, columns } = matrix;
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const image = new ImageData(columns, rows);
  fillPixels(new Uint32Array(image.data.buffer), matrix, { rows, columns, cell: 1 }, theme);
  canvas.getContext("2d")?.putImageData(image, 0, 0);
}

if (!customElements.get("ch-diagram")) customElements.define("ch-diagram", DiagramElement);
