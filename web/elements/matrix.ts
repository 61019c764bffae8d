import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { tokens, widgets } from "../controls/style.js";
import { styleMap } from "../controls/style-map.js";
import { mathml } from "../formulas/formulas.gen.js";
import type { FormulaKey } from "../formulas/formulas.js";
import { type Key, t } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import { canvasScale, paintMatrix } from "../scene/canvas.js";
import { type Geometry, geometry, SMALLEST_CELL, TEXT_CELL } from "../scene/geometry.js";
import { formatValue } from "../scene/numbers.js";
import type { Matrix } from "../scene/scene.js";
import type { Theme } from "../scene/theme.js";
import { readCell } from "./matrix/edit.js";
import { clamp, move, type Position, startsNumber } from "./matrix/keys.js";
import { labels } from "./matrix/labels.js";
import { legend } from "./matrix/legend.js";
import { announce } from "./matrix/live.js";
import { loupe } from "./matrix/loupe.js";
import { style } from "./matrix/style.js";
import { table } from "./matrix/table.js";

/** Detail of `ch-open` and `ch-hover`: the cell of a tensor. */
export interface CellDetail {
  tensor: string;
  index: number[];
  gradient: boolean;
}

export interface EditDetail {
  tensor: string;
  index: number[];
  value: number;
}

interface Editing {
  at: Position;
  text: string;
  /** Begun by a letter of the new value, which stands in `text`. */
  typed: boolean;
  error: Key | null;
}

const EDITOR_WIDTH = 76;
const icons = {
  table: html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 2.5h13v11h-13zM1.5 6h13M1.5 9.8h13M6 2.5v11" /></svg>`,
  pencil: html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 13.5l.8-3.3 7.6-7.6 2.5 2.5-7.6 7.6zM9.5 4l2.5 2.5" /></svg>`,
};

/**
 * A matrix of the scene: a canvas under an accessible grid with one tab stop.
 * Fires `ch-open`, `ch-hover` (null when nothing is pointed at) and `ch-edit`.
 */
export class MatrixElement extends LitElement {
  static override styles = [tokens, widgets, style];
  static override properties = {
    matrix: { attribute: false },
    language: { type: String },
    geometry: { attribute: false },
    highlight: { attribute: false },
    active: { state: true },
    pointed: { state: true },
    editing: { state: true },
    tabular: { state: true },
    magnified: { state: true },
    available: { state: true },
    theme: { state: true },
  };

  declare matrix: Matrix | undefined;
  declare language: Language;
  /** From `layout`; without it the matrix measures its parent. */
  declare geometry: Geometry | undefined;
  /** Cells to ring: the operands of the opened number. */
  declare highlight: readonly Position[];

  declare private active: Position;
  declare private pointed: Position | null;
  declare private editing: Editing | null;
  declare private tabular: boolean;
  declare private magnified: boolean;
  declare private available: number;
  declare private theme: Theme;
  private used: Geometry | undefined;
  private resize: ResizeObserver | undefined;

  constructor() {
    super();
    this.language = "en";
    this.highlight = [];
    this.active = { row: 0, column: 0 };
    this.pointed = null;
    this.editing = null;
    this.tabular = false;
    this.magnified = false;
    this.available = 0;
    this.theme = "light";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resize = new ResizeObserver(([entry]) => {
      if (entry !== undefined) this.available = Math.floor(entry.contentRect.width);
    });
    const parent = this.parentElement ?? (this.getRootNode() as ShadowRoot).host;
    if (parent != null) {
      // The first paint has the right size already; the observer follows.
      this.available = parent.clientWidth;
      this.resize.observe(parent);
    }
    window.addEventListener("beforeprint", this.paintForPrint);
    window.addEventListener("afterprint", this.paint);
    window.addEventListener("scroll", this.hideTip, { passive: true, capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize?.disconnect();
    window.removeEventListener("beforeprint", this.paintForPrint);
    window.removeEventListener("afterprint", this.paint);
    window.removeEventListener("scroll", this.hideTip, { capture: true });
  }

  protected override willUpdate(changed: PropertyValues): void {
    const matrix = this.matrix;
    if (matrix === undefined) return;
    if (changed.has("matrix")) this.follow(matrix, changed.get("matrix") as Matrix | undefined);
    if (changed.has("matrix") || changed.has("geometry") || changed.has("available")) {
      const width = this.available || 640;
      this.used = this.geometry ?? geometry(matrix, width, this.language, SMALLEST_CELL);
    }
  }

  /** Keeps the active cell from one matrix to the next unless the figure moves it. */
  private follow(matrix: Matrix, before: Matrix | undefined): void {
    const { active } = matrix;
    const moved = active?.row !== before?.active?.row || active?.column !== before?.active?.column;
    if (active !== undefined && moved) this.active = active;
    this.active = clamp(this.active, matrix.rows, matrix.columns);
    if (
      before?.id === matrix.id &&
      before.rows === matrix.rows &&
      before.columns === matrix.columns
    ) {
      return;
    }
    this.pointed = null;
    this.editing = null;
  }

  protected override updated(changed: PropertyValues): void {
    if (this.canvas !== undefined) this.theme = this.resolveTheme();
    const drawn = ["matrix", "geometry", "available", "theme"];
    if (drawn.some((name) => changed.has(name)) || !this.hasUpdated) this.paint();
    if (changed.has("pointed") || changed.has("matrix")) this.placeTip();
    const { editing } = this;
    if (editing !== null && changed.get("editing") === null) this.startEditor(editing.typed);
  }

  private get canvas(): HTMLCanvasElement | undefined {
    return this.renderRoot.querySelector("canvas") ?? undefined;
  }

  private get tip(): HTMLElement | undefined {
    return this.renderRoot.querySelector<HTMLElement>(".tip") ?? undefined;
  }

  /** The theme that `color-scheme` gives here, read from a colour that depends on it. */
  private resolveTheme(): Theme {
    const { canvas } = this;
    if (canvas === undefined) return "light";
    return getComputedStyle(canvas).color === "rgb(255, 255, 255)" ? "dark" : "light";
  }

  private paint = (): void => this.paintIn(this.theme);
  private paintForPrint = (): void => this.paintIn("light");

  private paintIn(theme: Theme): void {
    const { canvas, matrix, used: g } = this;
    if (canvas === undefined || matrix === undefined || g === undefined) return;
    const scale = canvasScale(g, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(g.cell * g.columns * scale));
    const height = Math.max(1, Math.round(g.cell * g.rows * scale));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext("2d");
    if (context === null) return;
    const contrast = window.matchMedia("(prefers-contrast: more)").matches;
    paintMatrix(context, matrix, g, { theme, scale, contrast });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { matrix, used: g } = this;
    if (matrix === undefined || g === undefined) return nothing;
    const lang = this.language === "zh" ? "zh-Hans" : "en";
    const width = `${g.width}px`;
    return html`<figure aria-labelledby="title" lang=${lang} style=${styleMap({ minWidth: `min(100%, ${width})` })}>
      ${this.caption(matrix)}
      <div class="box">
        <div class="plot" style=${styleMap({ width, height: `${g.height}px` })}>
          ${labels(g, this.pointed ?? this.active)}
          ${this.cells(matrix, g)}
          ${this.editing === null ? nothing : this.editor(matrix, g, this.editing)}
        </div>
      </div>
      ${this.problem()}
      ${legend(matrix, this.language)}
      ${this.magnified && g.cell < TEXT_CELL ? this.glass(matrix) : nothing}
      ${this.tabular ? table(matrix, this.active.row, this.language) : nothing}
      <div class="tip" popover="manual" aria-hidden="true"
        @pointerleave=${this.leave}>${this.tipText(matrix)}</div>
    </figure>`;
  }

  private caption(matrix: Matrix): TemplateResult {
    const formula = matrix.formula === undefined ? undefined : mathml[matrix.formula as FormulaKey];
    const open = this.tabular;
    const label = t(this.language, open ? "controls.matrix.table.close" : "controls.matrix.table");
    return html`<figcaption>
      <span id="title" class="title ${matrix.role}">${matrix.title}</span>
      <span class="tools">
        ${
          matrix.editable
            ? html`<button type="button" @click=${() => this.edit()}
                title=${t(this.language, "controls.matrix.edit")}
                aria-label="${t(this.language, "controls.matrix.edit")}: ${matrix.title}"
              >${icons.pencil}</button>`
            : nothing
        }
        <button type="button" aria-expanded=${open} title=${label} aria-label="${label}: ${matrix.title}"
          @click=${this.toggleTable}>${icons.table}</button>
      </span>
      ${formula === undefined ? nothing : html`<span class="formula">${unsafeHTML(formula)}</span>`}
    </figcaption>`;
  }

  private cells(matrix: Matrix, g: Geometry): TemplateResult {
    const { row, column } = this.active;
    const id = `cell-${row}-${column}`;
    const size = { width: `${g.cell * g.columns}px`, height: `${g.cell * g.rows}px` };
    const corner = { left: `${g.left}px`, top: `${g.top}px`, ...size };
    const quiet = matrix.active === undefined ? "" : " quiet";
    return html`<canvas aria-hidden="true" style=${styleMap(corner)}
        @transitionend=${this.themeChanged}></canvas>
      <div class="grid" role="grid" tabindex="0" style=${styleMap(corner)}
        aria-labelledby="title" aria-describedby="size keys"
        aria-rowcount=${matrix.rows} aria-colcount=${matrix.columns}
        aria-readonly=${!matrix.editable} aria-activedescendant=${id}
        @keydown=${this.keyDown} @click=${this.press}
        @dblclick=${() => matrix.editable && this.edit()}
        @pointermove=${this.hover} @pointerleave=${this.leave} @blur=${this.hideTip}>
        ${this.highlight.map(
          (at) => html`<div class="operand" style=${styleMap(this.cellBox(at, g))}></div>`,
        )}
        <div role="row" aria-rowindex=${row + 1}>
          <div role="gridcell" id=${id} aria-colindex=${column + 1}
            class="ring${quiet}" style=${styleMap(this.cellBox(this.active, g))}
            ><span class="clip">${matrix.speak(row, column)}</span></div>
        </div>
      </div>
      <span class="clip" id="size">${t(this.language, "controls.matrix.size", {
        rows: matrix.rows,
        columns: matrix.columns,
      })}</span>
      <span class="clip" id="keys">${t(this.language, "controls.matrix.keys")}
        ${matrix.editable ? t(this.language, "controls.matrix.keys.edit") : ""}</span>`;
  }

  private cellBox(at: Position, g: Geometry): Record<string, string> {
    const gap = g.cell >= 8 ? 1 : 0;
    const side = `${g.cell - gap}px`;
    return {
      left: `${at.column * g.cell}px`,
      top: `${at.row * g.cell}px`,
      width: side,
      height: side,
    };
  }

  private editor(matrix: Matrix, g: Geometry, editing: Editing): TemplateResult {
    const { at, text, error } = editing;
    const width = Math.max(g.cell, EDITOR_WIDTH);
    const left = g.left + at.column * g.cell - (width - g.cell) / 2;
    const height = Math.max(g.cell, 28);
    const place = {
      left: `${Math.max(0, Math.min(left, g.width - width))}px`,
      top: `${g.top + at.row * g.cell - (height - g.cell) / 2}px`,
      width: `${width}px`,
      height: `${height}px`,
    };
    const cell = matrix.speak(at.row, at.column);
    return html`<input class="editor" type="text" inputmode="text" autocomplete="off"
      style=${styleMap(place)} .value=${text}
      aria-label=${t(this.language, "controls.matrix.edit.label", { cell })}
      aria-invalid=${error !== null} aria-errormessage="error"
      @keydown=${this.editorKey} @blur=${this.leaveEditor} />`;
  }

  private problem(): TemplateResult | typeof nothing {
    const error = this.editing?.error ?? null;
    if (error === null) return nothing;
    const given = this.editorInput()?.value ?? "";
    return html`<p class="error" id="error" role="alert">${t(this.language, error, { given })}</p>`;
  }

  private glass(matrix: Matrix): TemplateResult {
    return loupe(matrix, this.active, this.language, this.theme, {
      move: (key) => this.step(key),
      open: () => this.open(this.active),
    });
  }

  // What the reader does.

  private keyDown(event: KeyboardEvent): void {
    const { matrix } = this;
    if (matrix === undefined || event.isComposing || event.altKey) return;
    const control = event.ctrlKey || event.metaKey;
    const to = move(event.key, control, this.active, matrix.rows, matrix.columns);
    if (to !== null) this.activate(to);
    else if (event.key === "Enter" || event.key === " ") this.open(this.active);
    else if (event.key === "Escape" && this.pointed !== null) this.leave();
    else if (event.key === "F2" && matrix.editable) this.edit();
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

  private step(key: string): void {
    const { matrix } = this;
    if (matrix === undefined) return;
    const to = move(key, false, this.active, matrix.rows, matrix.columns) ?? this.active;
    this.activate(to);
    this.pointed = null;
    announce(matrix.speak(to.row, to.column), this.language);
  }

  private press(event: PointerEvent): void {
    const at = this.cellAt(event);
    if (at === null || this.used === undefined) return;
    this.active = at;
    if (event.pointerType === "touch" && this.used.cell < TEXT_CELL) {
      this.magnified = true;
      this.fire("ch-hover", this.detail(at));
      const { matrix } = this;
      if (matrix !== undefined) announce(matrix.speak(at.row, at.column), this.language);
    } else this.open(at);
  }

  private hover(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    const at = this.cellAt(event);
    if (at?.row === this.pointed?.row && at?.column === this.pointed?.column) return;
    this.point(at);
  }

  private leave(event?: PointerEvent): void {
    // The tip may be pointed at without going away.
    const towards = event?.relatedTarget;
    if (towards instanceof Node && this.tip !== undefined && this.tip.contains(towards)) return;
    if (this.pointed !== null) this.point(null);
  }

  private point(at: Position | null): void {
    this.pointed = at;
    this.fire("ch-hover", at === null ? null : this.detail(at));
  }

  private open(at: Position): void {
    this.fire("ch-open", this.detail(at));
  }

  private toggleTable(): void {
    this.tabular = !this.tabular;
  }

  private cellAt(event: PointerEvent): Position | null {
    const { used: g } = this;
    const grid = this.renderRoot.querySelector(".grid");
    if (g === undefined || grid === null) return null;
    const box = grid.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * g.columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * g.rows);
    return clamp({ row, column }, g.rows, g.columns);
  }

  private detail(at: Position): CellDetail | null {
    const { matrix } = this;
    if (matrix === undefined) return null;
    const index = matrix.index(at.row, at.column);
    return { tensor: matrix.tensor, index, gradient: matrix.gradient };
  }

  private fire(name: string, detail: CellDetail | EditDetail | null): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // Editing in place.

  private edit(text?: string): void {
    const { matrix } = this;
    if (matrix === undefined) return;
    const { row, column } = this.active;
    const value = matrix.values[row * matrix.columns + column] ?? 0;
    const shown = formatValue(value, this.language, 6);
    const typed = text !== undefined;
    this.editing = { at: this.active, text: text ?? shown, typed, error: null };
    this.hideTip();
  }

  private startEditor(typed: boolean): void {
    const input = this.editorInput();
    input?.focus();
    // A typed digit is continued; a value that was there is replaced.
    if (typed) input?.setSelectionRange(1, 1);
    else input?.select();
  }

  private editorInput(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>(".editor");
  }

  private editorKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.commit(true);
    } else if (event.key === "Escape") this.endEditor(true);
  }

  private leaveEditor(): void {
    // Leaving with something wrong gives up the change, never the reader's place.
    if (this.editing !== null && !this.commit(false)) this.endEditor(false);
  }

  private commit(focus: boolean): boolean {
    const { matrix, editing } = this;
    const input = this.editorInput();
    if (matrix === undefined || editing === null || input === null) return false;
    const read = readCell(matrix, input.value);
    if ("error" in read) {
      this.editing = { ...editing, text: input.value, error: read.error };
      return false;
    }
    const { row, column } = editing.at;
    const untouched = input.value === formatValue(this.valueAt(editing.at), this.language, 6);
    this.endEditor(focus);
    if (untouched) return true;
    const index = matrix.index(row, column);
    this.fire("ch-edit", { tensor: matrix.tensor, index, value: read.value });
    const places = [matrix.rowAxis.labels[row], matrix.columnAxis.labels[column]];
    const said = { cell: [matrix.title, ...places].join(", "), value: input.value.trim() };
    announce(t(this.language, "controls.matrix.edit.done", said), this.language);
    return true;
  }

  private valueAt(at: Position): number {
    const { matrix } = this;
    return matrix?.values[at.row * matrix.columns + at.column] ?? 0;
  }

  private endEditor(focus: boolean): void {
    this.editing = null;
    if (focus) this.renderRoot.querySelector<HTMLElement>(".grid")?.focus({ preventScroll: true });
  }

  // The tip.

  private tipText(matrix: Matrix): string {
    return this.pointed === null ? "" : matrix.speak(this.pointed.row, this.pointed.column);
  }

  private hideTip = (): void => {
    if (this.tip?.matches(":popover-open")) this.tip.hidePopover();
  };

  private placeTip(): void {
    const { tip, pointed, used: g } = this;
    const grid = this.renderRoot.querySelector(".grid");
    if (tip === undefined || g === undefined || grid === null) return;
    if (pointed === null || this.editing !== null) {
      this.hideTip();
      return;
    }
    if (!tip.matches(":popover-open")) tip.showPopover();
    const box = grid.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const middle = box.left + (pointed.column + 0.5) * g.cell;
    const above = box.top + pointed.row * g.cell - size.height - 6;
    const below = box.top + (pointed.row + 1) * g.cell + 6;
    const most = document.documentElement.clientWidth - size.width - 4;
    tip.style.left = `${Math.max(4, Math.min(most, middle - size.width / 2))}px`;
    tip.style.top = `${above < 4 ? below : above}px`;
  }

  private themeChanged(event: TransitionEvent): void {
    if (event.propertyName === "color") this.theme = this.resolveTheme();
  }
}

if (!customElements.get("ch-matrix")) customElements.define("ch-matrix", MatrixElement);

declare global {
  interface HTMLElementTagNameMap {
    "ch-matrix": MatrixElement;
  }
}
