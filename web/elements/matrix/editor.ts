// Editing in place: a field over the active cell. Enter and leaving take the value, Escape
// gives it up.
import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import { spoken } from "../../i18n/symbols.js";
import { type Key, t } from "../../i18n/t.js";
import { boxOf, type Geometry } from "../../scene/geometry.js";
import { type Matrix, settable } from "../../scene/scene.js";
import type { MatrixElement } from "../matrix.js";
import type { Position } from "./keys.js";
import { announce } from "./live.js";
import { readCell } from "./read.js";

const WIDTH = 76;
const HEIGHT = 28;

export class Editor {
  #editing: { at: Position; text: string; error: Key | undefined } | undefined;
  /** How a field that is not drawn yet begins: a typed letter is continued. */
  #fresh: "typed" | "shown" | undefined;

  constructor(private readonly host: MatrixElement) {}

  get open(): boolean {
    return this.#editing !== undefined;
  }

  /** Begins at a cell, with its value or with the first letter typed. */
  start(matrix: Matrix, at: Position, typed?: string): void {
    if (!settable(matrix, at.row, at.column)) return;
    this.#editing = { at, text: typed ?? this.#shown(matrix, at), error: undefined };
    this.#fresh = typed === undefined ? "shown" : "typed";
    this.host.requestUpdate();
  }

  close(): void {
    this.#editing = undefined;
    this.host.requestUpdate();
  }

  field(matrix: Matrix, g: Geometry): TemplateResult | typeof nothing {
    if (!this.#editing) return nothing;
    const { at, text, error } = this.#editing;
    const cell = matrix.speak(at.row, at.column);
    return html`<input class="editor" type="text" inputmode="text" autocomplete="off"
      style=${styleMap(placeOf(at, g))} .value=${text}
      aria-label=${t(this.host.language, "controls.matrix.edit.label", { cell })}
      aria-invalid=${error !== undefined} aria-errormessage="error"
      @keydown=${this.#key} @blur=${this.#leave} />`;
  }

  problem(): TemplateResult | typeof nothing {
    const error = this.#editing?.error;
    if (error === undefined) return nothing;
    const given = this.#input?.value ?? "";
    return html`<p class="error" id="error" role="alert">${t(this.host.language, error, { given })}</p>`;
  }

  /** After drawing: a field that is new takes the focus. */
  updated(): void {
    const input = this.#input;
    if (!this.#fresh || !input) return;
    input.focus();
    if (this.#fresh === "typed") input.setSelectionRange(1, 1);
    else input.select();
    this.#fresh = undefined;
  }

  get #input(): HTMLInputElement | null {
    return this.host.renderRoot.querySelector<HTMLInputElement>(".editor");
  }

  #shown(matrix: Matrix, { row, column }: Position): string {
    const text = matrix.text(row, column);
    const value = matrix.values[row * matrix.columns + column] ?? 0;
    return text.includes("/") ? text : String(Number(value.toPrecision(7)));
  }

  readonly #key = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.#commit(true);
    } else if (event.key === "Escape") this.#end(true);
  };

  readonly #leave = (): void => {
    // Leaving with something wrong gives up the change, never the reader's place.
    if (this.#editing && !this.#commit(false)) this.#end(false);
  };

  #commit(focus: boolean): boolean {
    const { matrix, language } = this.host;
    const input = this.#input;
    if (!matrix || !this.#editing || !input) return false;
    const { at } = this.#editing;
    const read = readCell(matrix, input.value);
    if ("error" in read) {
      this.#editing = { at, text: input.value, error: read.error };
      this.host.requestUpdate();
      return false;
    }
    const untouched = input.value === this.#shown(matrix, at);
    this.#end(focus);
    if (untouched) return true;
    const cell = settable(matrix, at.row, at.column);
    if (cell) this.host.fire("ch-edit", [{ ...cell, value: read.value }]);
    const places = [matrix.rowAxis.labels[at.row], matrix.columnAxis.labels[at.column]];
    const names = [spoken(matrix.title), ...places];
    const said = {
      cell: names.join(t(language, "common.clause.separator")),
      value: input.value.trim(),
    };
    announce(t(language, "controls.matrix.edit.done", said), language);
    return true;
  }

  #end(focus: boolean): void {
    this.close();
    const grid = this.host.renderRoot.querySelector<HTMLElement>(".grid");
    if (focus) grid?.focus({ preventScroll: true });
  }
}

/** Over the middle of the cell, at least as large as a number needs, inside the plot. */
function placeOf(at: Position, g: Geometry): Record<string, string> {
  const cell = boxOf(g, at.row, at.column);
  const width = Math.max(cell.width, WIDTH);
  const left = g.left + cell.x - (width - cell.width) / 2;
  const height = Math.max(cell.height, HEIGHT);
  return {
    left: `${Math.max(0, Math.min(left, g.width - width))}px`,
    top: `${g.top + cell.y - (height - cell.height) / 2}px`,
    width: `${width}px`,
    height: `${height}px`,
  };
}
