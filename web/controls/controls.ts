import { html, LitElement, type nothing, type PropertyValues, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import type { Look, Parameter, State, Table, Value } from "../state/table.js";
import { cellsControl } from "./chips.js";
import { choiceControl } from "./choice.js";
import type { Context } from "./context.js";
import { numberControl } from "./number.js";
import { orderControl } from "./order.js";
import { runControl } from "./run.js";
import { sheet } from "./sheet.js";
import { tokens, widgets } from "./style.js";
import { Drafts, textControl } from "./text.js";
import { toggleControl } from "./toggle.js";
import { tokensControl } from "./tokens.js";

/** Detail of `ch-change`: a parameter and what the reader chose. */
export interface ChangeDetail {
  name: string;
  value: Value;
}

/** Controls for the parameters of a table; the state is given, `ch-change` says what is wanted. */
export class ControlsElement extends LitElement {
  static override styles = [tokens, widgets, sheet];
  static override properties = {
    table: { attribute: false },
    state: { attribute: false },
    names: { attribute: false },
    looks: { attribute: false },
    tokens: { attribute: false },
    language: { type: String },
    label: { type: String },
    opened: { state: true },
    refused: { state: true },
  };

  declare table: Pick<Table<State>, "parameters"> | undefined;
  declare state: State;
  /** Which parameters, in which order; all of the table without it. */
  declare names: readonly string[] | undefined;
  declare looks: Readonly<Record<string, Look>>;
  /** The tokens in use, for the control that joins and splits them. */
  declare tokens: readonly string[];
  declare language: Language;
  /** Name of the group; without it "Controls". */
  declare label: string;

  declare private opened: number | null;
  declare private refused: Readonly<Record<string, string>>;
  private readonly drafts = new Drafts();
  private focusToken: number | null = null;
  /** The place of the chip that was moved. */
  private focusChip: number | undefined;

  constructor() {
    super();
    this.state = {};
    this.looks = {};
    this.tokens = [];
    this.language = "en";
    this.label = "";
    this.opened = null;
    this.refused = {};
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.drafts.clear();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tokens")) this.opened = null;
    if (!changed.has("state")) return;
    const before = (changed.get("state") as State | undefined) ?? {};
    for (const name of Object.keys(this.state)) {
      if (before[name] === this.state[name]) continue;
      this.drafts.settle(name);
      if (name in this.refused) this.refuse(name, undefined);
    }
  }

  protected override render(): TemplateResult {
    const parameters = this.table?.parameters ?? [];
    const chosen =
      this.names?.flatMap((name) => parameters.find((one) => one.name === name) ?? []) ??
      parameters;
    const label = this.label || t(this.language, "controls.group");
    const lang = this.language === "zh" ? "zh-Hans" : "en";
    return html`<div class="controls" role="group" aria-label=${label} lang=${lang}>
      ${repeat(
        chosen,
        (parameter) => parameter.name,
        (parameter) => this.control(parameter),
      )}
    </div>`;
  }

  private control(parameter: Parameter): TemplateResult | typeof nothing {
    const { name } = parameter;
    const context: Context = {
      parameter,
      value: this.state[name] ?? parameter.default,
      label: t(this.language, parameter.label),
      language: this.language,
      look: this.looks[name] ?? {},
      emit: (value) => this.emit(name, value),
    };
    switch (parameter.type) {
      case "boolean":
        return toggleControl(context);
      case "choice":
        return choiceControl(context);
      case "integer":
      case "number": {
        const refuse = (given: string | undefined) => this.refuse(name, given);
        const number = numberControl(context, this.drafts, this.refused[name], refuse);
        return parameter.runs ? runControl(context, number) : number;
      }
      case "text":
        return textControl(context, this.drafts);
      case "order":
        return orderControl(context, (place) => {
          this.focusChip = place;
        });
      case "cells":
        return cellsControl(context);
      case "tokens":
        return tokensControl(context, this.tokens, this.opened, (token, then) => {
          this.opened = token;
          this.focusToken = then;
        });
    }
  }

  /** Keeps the keyboard where it was when a chip it stood on is gone or has moved. */
  protected override updated(changed: PropertyValues): void {
    if (this.focusChip !== undefined && changed.has("state")) {
      this.renderRoot.querySelectorAll<HTMLElement>(".order .chip")[this.focusChip]?.focus();
      this.focusChip = undefined;
    }
    if (this.focusToken === null || !(changed.has("tokens") || changed.has("opened"))) return;
    const item = this.renderRoot.querySelectorAll(".tokens li")[this.focusToken];
    if (item === undefined) return;
    item.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
    if (changed.has("tokens")) this.focusToken = null;
  }

  private refuse(name: string, given: string | undefined): void {
    const { [name]: _, ...rest } = this.refused;
    this.refused = given === undefined ? rest : { ...rest, [name]: given };
  }

  private emit(name: string, value: Value): void {
    const detail: ChangeDetail = { name, value };
    this.dispatchEvent(new CustomEvent("ch-change", { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("ch-controls")) customElements.define("ch-controls", ControlsElement);

declare global {
  interface HTMLElementTagNameMap {
    "ch-controls": ControlsElement;
  }
}
