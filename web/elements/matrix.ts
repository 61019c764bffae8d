// <ch-matrix>: a matrix of the scene, drawn on a canvas under an accessible grid.
//
// Properties  matrix, language, geometry, highlight
// Events      ch-open, ch-hover { tensor, index, gradient } (ch-hover: or null);
//             ch-edit [{ tensor, index, value }, …]: set together; ch-close: Escape
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { tokens, widgets } from "../controls/style.js";
import { styleMap } from "../controls/style-map.js";
import type { Language } from "../i18n/types.js";
import { type Geometry, TEXT_CELL } from "../scene/geometry.js";
import type { Matrix } from "../scene/scene.js";
import type { Theme } from "../scene/theme.js";
import { Brush } from "./matrix/brush.js";
import { caption } from "./matrix/caption.js";
import { Drag } from "./matrix/drag.js";
import { Editor } from "./matrix/editor.js";
import { type CellDetail, detailOf, type EditDetail } from "./matrix/events.js";
import { cellAt, grid } from "./matrix/grid.js";
import { clamp, move, type Position, startsNumber } from "./matrix/keys.js";
import { labels } from "./matrix/labels.js";
import { legend } from "./matrix/legend.js";
import { announce } from "./matrix/live.js";
import { loupe } from "./matrix/loupe.js";
import { paint, themeAt } from "./matrix/paint.js";
import { Recent } from "./matrix/recent.js";
import { style } from "./matrix/style.js";
import { watch } from "./matrix/surroundings.js";
import { table } from "./matrix/table.js";
import { Tip } from "./matrix/tip.js";
import { Zoom, zoomed } from "./matrix/zoom.js";

export class MatrixElement extends LitElement {
  static override styles = [tokens, widgets, style];
  static override properties = {
    matrix: { attribute: false },
    language: { type: String },
    geometry: { attribute: false },
    highlight: { attribute: false },
    active: { state: true },
    pointed: { state: true },
    tabular: { state: true },
    magnified: { state: true },
    available: { state: true },
    zoom: { state: true },
    theme: { state: true },
  };

  declare matrix: Matrix | undefined;
  declare language: Language;
  /** From `layout`; without it the matrix measures its parent. */
  declare geometry: Geometry | undefined;
  /** Cells to ring: the operands of the opened number. */
  declare highlight: readonly Position[];

  /** @internal The cell of the keyboard. */
  declare active: Position;
  /** The cell under the pointer. */
  declare private pointed: Position | null;
  /** @internal Whether the table twin is open. */
  declare tabular: boolean;
  declare private magnified: boolean;
  declare private available: number;
  /** @internal How much larger than they fit the cells are drawn. */
  declare zoom: number;
  /** @internal */
  declare theme: Theme;
  /** @internal */
  readonly tip = new Tip(this);
  /** @internal */
  readonly zooming = new Zoom(this);
  /** @internal */
  readonly recent = new Recent();
  /** @internal */
  readonly brush = new Brush(this);
  /** @internal */
  readonly drag = new Drag(this);
  private readonly editor = new Editor(this);
  /** @internal */
  used: Geometry | undefined;
  private unwatch: (() => void) | undefined;
  /** The canvas whose theme is known. */
  private dressed: HTMLCanvasElement | null = null;

  constructor() {
    super();
    this.language = "en";
    this.highlight = [];
    this.active = { row: 0, column: 0 };
    this.pointed = null;
    this.tabular = false;
    this.magnified = false;
    this.available = 0;
    this.zoom = 1;
    this.theme = "light";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unwatch = watch(this, {
      resized: (width) => {
        this.available = width;
      },
      paintFor: (paper) => this.paint(paper ? "light" : this.theme),
      scrolled: () => this.tip.hide(),
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
  }

  // Drawing.

  protected override willUpdate(changed: PropertyValues): void {
    const matrix = this.matrix;
    if (matrix === undefined) return;
    if (changed.has("matrix")) this.follow(matrix, changed.get("matrix") as Matrix | undefined);
    if (["matrix", "geometry", "available", "zoom"].some((name) => changed.has(name))) {
      this.used = this.geometry ?? zoomed(this, matrix, this.available || 640);
    }
  }

  /** Keeps the active cell from one matrix to the next unless the figure moves it. */
  private follow(matrix: Matrix, before: Matrix | undefined): void {
    const { active, rows, columns } = matrix;
    this.recent.drawn(matrix, before);
    const moved = active?.row !== before?.active?.row || active?.column !== before?.active?.column;
    if (active !== undefined && moved) this.active = active;
    this.active = clamp(this.active, rows, columns);
    if (before?.id === matrix.id && before.rows === rows && before.columns === columns) return;
    this.pointed = null;
    this.editor.close();
  }

  protected override updated(changed: PropertyValues): void {
    const { canvas } = this;
    // Once: reading a style makes the browser lay out the page, and a change announces itself.
    if (canvas && canvas !== this.dressed) this.theme = themeAt(canvas);
    this.dressed = canvas;
    const drawn = ["matrix", "geometry", "available", "zoom", "theme"];
    if (drawn.some((name) => changed.has(name))) this.paint(this.theme);
    if (changed.has("pointed") || changed.has("matrix")) {
      // Over cells to be painted it would be in the way.
      const quiet = this.editor.open || this.painted || this.drag.holds;
      if (this.pointed && this.used && !quiet) this.tip.show(this.pointed, this.used);
      else this.tip.hide();
    }
    this.editor.updated();
    if (changed.has("matrix")) this.drag.drawn(this.renderRoot.querySelector(".grid"));
  }

  private get canvas(): HTMLCanvasElement | null {
    return this.renderRoot.querySelector("canvas");
  }

  private paint(theme: Theme): void {
    const { canvas, matrix, used } = this;
    if (canvas && matrix && used) paint(canvas, matrix, used, theme);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { matrix, used: g, language, active, pointed, editor } = this;
    if (matrix === undefined || g === undefined) return nothing;
    const width = `${g.width}px`;
    return html`<figure aria-labelledby="title" lang=${language === "zh" ? "zh-Hans" : "en"}
      style=${styleMap({ minWidth: `min(100%, ${width})` })}>
      ${caption(this, matrix)}
      <div class="box">
        <div class="plot" style=${styleMap({ width, height: `${g.height}px` })}>
          ${labels(g, pointed ?? active)}
          ${grid(this, matrix, g)}
          ${editor.field(matrix, g)}
        </div>
      </div>
      ${editor.problem()}
      ${legend(matrix, language)}
      ${this.magnified && g.cell < TEXT_CELL ? loupe(this, matrix) : nothing}
      ${this.tabular ? table(this, matrix) : nothing}
      <div class="tip" popover="manual" aria-hidden="true"
        @pointerleave=${this.leave}>${pointed && matrix.speak(pointed.row, pointed.column)}</div>
    </figure>`;
  }

  // What the reader does.

  /** @internal */
  keyDown(event: KeyboardEvent): void {
    const { matrix } = this;
    if (matrix === undefined || event.isComposing) return;
    const control = event.ctrlKey || event.metaKey;
    const zooms = !control && this.zooming.key(event, matrix.editable);
    if (event.altKey && !zooms) return;
    const drags = !zooms && !control && this.drag.key(event);
    const to =
      zooms || drags ? null : move(event.key, control, this.active, matrix.rows, matrix.columns);
    if (to !== null) this.activate(to);
    else if (zooms || drags) this.tip.hide();
    else if (event.key === " " && this.painted) this.turn();
    else if (event.key === "Enter" || event.key === " ") this.open();
    else if (event.key === "Escape") {
      this.dispatchEvent(new CustomEvent("ch-close", { bubbles: true, composed: true }));
      if (this.pointed === null) return;
      this.leave();
    } else if (event.key === "F2" && matrix.editable) this.edit();
    else if (!control && matrix.editable && startsNumber(event.key)) this.edit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private activate(to: Position): void {
    this.active = to;
    this.point(to);
    this.updateComplete.then(() => {
      const cell = this.renderRoot.querySelector(".ring");
      cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  /** @internal Moves as an arrow key does, and says where. */
  step(key: string): void {
    const { matrix } = this;
    if (matrix === undefined) return;
    const to = move(key, false, this.active, matrix.rows, matrix.columns) ?? this.active;
    this.activate(to);
    this.pointed = null;
    announce(matrix.speak(to.row, to.column), this.language);
  }

  /** @internal Whether a pointer paints it. */
  get painted(): boolean {
    return this.matrix?.paints === true && this.matrix.editable;
  }

  private turn(): void {
    this.brush.turn(this.active);
    this.brush.up();
  }

  /** @internal A second click in the same place. */
  again(): void {
    if (this.painted) this.open();
    else if (this.matrix?.editable) this.edit();
  }

  /** @internal */
  press(event: PointerEvent): void {
    const { matrix, used } = this;
    const at = this.cellUnder(event);
    if (!at || !used || !matrix || this.drag.dropped) return;
    this.active = at;
    if (this.painted) {
      if (event.pointerType === "touch") this.turn();
      this.point(at);
    } else if (event.pointerType === "touch" && used.cell < TEXT_CELL) {
      this.magnified = true;
      this.fire("ch-hover", detailOf(matrix, at));
      announce(matrix.speak(at.row, at.column), this.language);
    } else this.open(at);
  }

  /** @internal */
  hover(event: PointerEvent): void {
    if (event.pointerType === "touch" || this.drag.holds) return;
    const at = this.cellUnder(event);
    if (at?.row === this.pointed?.row && at?.column === this.pointed?.column) return;
    this.point(at);
  }

  /** @internal */
  leave(event?: PointerEvent): void {
    if (this.pointed !== null && !this.tip.holds(event?.relatedTarget)) this.point(null);
  }

  /** @internal */
  cellUnder(event: PointerEvent): Position | null {
    const grid = this.renderRoot.querySelector(".grid");
    return this.used && grid ? cellAt(grid, event, this.used) : null;
  }

  private point(at: Position | null): void {
    this.pointed = at;
    const { matrix } = this;
    this.fire("ch-hover", at && matrix ? detailOf(matrix, at) : null);
  }

  /** @internal */
  open(at = this.active): void {
    if (this.matrix) this.fire("ch-open", detailOf(this.matrix, at));
  }

  /** @internal Begins to edit the active cell, with the first letter typed. */
  edit(text?: string): void {
    if (this.matrix) this.editor.start(this.matrix, this.active, text);
    this.tip.hide();
  }

  /** @internal */
  toggleTable(): void {
    this.tabular = !this.tabular;
  }

  /** @internal */
  themeChanged(event: TransitionEvent): void {
    if (event.propertyName === "color" && this.canvas) this.theme = themeAt(this.canvas);
  }

  /** @internal */
  fire(name: string, detail: CellDetail | readonly EditDetail[] | null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("ch-matrix")) customElements.define("ch-matrix", MatrixElement);

declare global {
  interface HTMLElementTagNameMap {
    "ch-matrix": MatrixElement;
  }
}
