// <ch-inspector>: the card of one opened number. It holds the path of numbers
// opened one from another; the numbers themselves come from `explain`.
//
// Properties  explain, catalogue, fractions, language, tensor, of (target of the gradients), closable
// Methods     open(address, { focus }), back()
// Events      ch-close; ch-hover { tensor, index, gradient } or null;
//             ch-opened { tensor, index, gradient } after a number was opened from the card

import { html, LitElement, nothing, type PropertyValues } from "lit";
import type { GradientTarget, Tensor } from "../engine/types.js";
import { t } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import { type Explain, unfold } from "../inspect/chain.js";
import { sentence } from "../inspect/speech.js";
import { type Address, addressOf, type Entry, key, type Step } from "../inspect/tree.js";
import { copyText } from "./clipboard.js";
import { errorText } from "./error.js";
import { card, type View } from "./inspector/card.js";
import type { Format } from "./inspector/copy.js";
import { styles } from "./inspector/styles.js";

/** Terms that one press of "show" adds. */
const PAGE = 64;

export class Inspector extends LitElement {
  static override styles = styles;
  static override properties = {
    explain: { attribute: false },
    catalogue: { attribute: false },
    fractions: { attribute: false },
    tensor: { attribute: false },
    of: { attribute: false },
    language: { reflect: true },
    closable: { type: Boolean },
    path: { state: true },
    steps: { state: true },
    failure: { state: true },
    shown: { state: true },
    copied: { state: true },
    manual: { state: true },
  };

  declare explain: Explain | undefined;
  declare catalogue: readonly Entry[];
  declare fractions: boolean;
  declare tensor: ((name: string) => Promise<Tensor>) | undefined;
  declare of: GradientTarget | undefined;
  declare language: Language;
  declare closable: boolean;
  declare private path: Address[];
  declare private steps: Step[];
  declare private failure: unknown;
  /** Rows that the reader asked to see, by step. */
  declare private shown: ReadonlyMap<string, number>;
  declare private copied: Format | undefined;
  declare private manual: string | undefined;
  private request = 0;
  /** Counts what the reader did: opened, went back or closed. */
  private turn = 0;
  private pointed = "";

  constructor() {
    super();
    this.catalogue = [];
    this.fractions = false;
    this.language = "en";
    this.closable = false;
    this.path = [];
    this.steps = [];
    this.failure = undefined;
    this.shown = new Map();
  }

  /** Opens a number and forgets the path; the heading takes the focus unless told otherwise. */
  async open(address: Address, { focus = true } = {}): Promise<void> {
    const here = this.path.at(-1);
    await this.go(here && key(here) === key(address) ? this.path : [address], focus);
  }

  /** The number that the current one was opened from; closes at the beginning of the path. */
  async back(): Promise<void> {
    if (this.path.length < 2) return this.close();
    const left = this.path.at(-1) as Address;
    if (!(await this.go(this.path.slice(0, -1), true))) return;
    this.announceOpened();
    const button = this.renderRoot.querySelector<HTMLElement>(
      `[data-key="${CSS.escape(key(left))}"]`,
    );
    button?.focus();
  }

  private close(): void {
    this.turn++;
    this.hover(null);
    this.dispatchEvent(new CustomEvent("ch-close", { bubbles: true, composed: true }));
  }

  /** False when it was overtaken: by another number, or because the card was closed. */
  private async go(path: Address[], focus: boolean): Promise<boolean> {
    this.path = path;
    const turn = ++this.turn;
    this.shown = new Map();
    this.copied = this.manual = undefined;
    this.hover(null);
    await this.load();
    await this.updateComplete;
    if (turn !== this.turn) return false;
    if (focus && !isTyping()) this.renderRoot.querySelector<HTMLElement>("h3")?.focus();
    return true;
  }

  /** Explains the last address of the path; a later request overtakes an earlier one. */
  private async load(): Promise<void> {
    const address = this.path.at(-1);
    const { explain } = this;
    if (!address || !explain) return;
    const request = ++this.request;
    try {
      const steps = await unfold(address, explain);
      if (request !== this.request) return;
      this.steps = steps;
      this.failure = undefined;
    } catch (error) {
      if (request !== this.request || (error as Error).name === "AbortError") return;
      this.steps = [];
      this.failure = error;
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A new run behind the same card: the same numbers, opened again.
    if (changed.has("explain") && changed.get("explain") !== undefined) void this.load();
  }

  /** What was asked for beside the number itself. */
  private try(work: Promise<void>): void {
    work.catch((error: Error) => {
      if (error.name !== "AbortError") this.failure = error.message;
    });
  }

  private async more(step: number): Promise<void> {
    const current = this.steps[step];
    if (!current) return;
    const shown = (this.shown.get(key(current)) ?? 0) + PAGE;
    const kept = Math.max(...current.terms.map(({ children }) => children.length));
    const omits = current.terms.some(({ omitted }) => omitted !== undefined);
    if (omits && shown > kept && this.explain) {
      const full = { ...(await this.explain(current, { limit: shown })), as: current.as };
      this.steps = this.steps.map((other) => (other === current ? full : other));
    }
    const list = this.renderRoot.querySelector(`[data-step="${step}"] ol`);
    const before = list?.querySelectorAll("li:not(.rest)").length ?? 0;
    this.shown = new Map(this.shown).set(key(current), shown);
    await this.updateComplete;
    list?.children[before]?.querySelector("button")?.focus();
  }

  private async copy(format: Format): Promise<void> {
    const { explain, tensor, catalogue, fractions, language, steps, of } = this;
    if (!explain) return;
    // The printers of whole texts are loaded when the first of them is asked for.
    const { render } = await import("./inspector/copy.js");
    const text = await render(format, {
      explain,
      tensor,
      catalogue,
      fractions,
      language,
      steps,
      of,
    });
    const done = await copyText(text);
    this.copied = done ? format : undefined;
    this.manual = done ? undefined : text;
    await this.updateComplete;
    this.renderRoot.querySelector("textarea")?.select();
  }

  private hover(address: Address | null): void {
    const pointed = address ? key(address) : "";
    if (pointed === this.pointed) return;
    this.pointed = pointed;
    this.dispatchEvent(
      new CustomEvent("ch-hover", { detail: address, bubbles: true, composed: true }),
    );
  }

  /** What is wider than the card scrolls, by keys too, and fades where it goes on. */
  private fade = (): void => {
    for (const formula of this.renderRoot.querySelectorAll<HTMLElement>(".formula")) {
      const rest = formula.scrollWidth - formula.clientWidth;
      if (rest > 1) formula.tabIndex = 0;
      else formula.removeAttribute("tabindex");
      formula.classList.toggle("cut", formula.scrollLeft < rest - 1);
    }
  };

  protected override firstUpdated(): void {
    this.renderRoot.addEventListener("scroll", this.fade, true);
    new ResizeObserver(this.fade).observe(this);
  }

  protected override updated(): void {
    this.fade();
  }

  private announceOpened(): void {
    const detail = this.path.at(-1);
    this.dispatchEvent(new CustomEvent("ch-opened", { detail, bubbles: true, composed: true }));
  }

  private async descend(address: Address): Promise<void> {
    const known = this.path.findIndex((other) => key(other) === key(address));
    const path = known < 0 ? [...this.path, address] : this.path.slice(0, known + 1);
    if (await this.go(path, true)) this.announceOpened();
  }

  private onKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLTextAreaElement && event.key !== "Escape") return;
    const back = event.key === "Backspace" || (event.altKey && event.key === "ArrowLeft");
    if (!back && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (back) void this.back();
    else this.close();
  };

  /** The cell under an event: of a button, or of an operand inside a formula. */
  private cellOf(event: Event): Address | undefined {
    const target = event.target as Element;
    const cell = target.closest<HTMLElement>("[data-cell]")?.dataset.cell;
    if (cell) return JSON.parse(cell) as Address;
    const term = target.closest("[data-term]")?.getAttribute("data-term");
    const step = target.closest<HTMLElement>("[data-step]")?.dataset.step;
    const found = term && step ? this.steps[Number(step)]?.terms[Number(term)] : undefined;
    return found && addressOf(found);
  }

  private onClick = (event: Event): void => {
    const cell = this.cellOf(event);
    if (cell) void this.descend(cell);
  };

  private onHover = (event: Event): void => this.hover(this.cellOf(event) ?? null);
  private onLeave = (): void => this.hover(null);

  protected override render() {
    const { language, catalogue, fractions, steps, path } = this;
    const [first] = steps;
    const said = first ? sentence(language, { explanation: first, catalogue, fractions }) : "";
    const view: View = {
      language,
      catalogue,
      fractions,
      steps,
      path,
      of: this.of,
      shown: this.shown,
      closable: this.closable,
      copied: this.copied,
      manual: this.manual,
      script: this.tensor !== undefined,
      more: (step) => this.try(this.more(step)),
      copy: (format) => this.try(this.copy(format)),
      back: () => void this.back(),
      close: () => this.close(),
    };
    const failed = this.failure
      ? html`<p class="failed" role="alert">
          ${t(language, "inspect.failed", { reason: errorText(language, this.failure) })}
        </p>`
      : nothing;
    return html`<section
      lang=${language}
      aria-label=${t(language, "inspect.label")}
      @keydown=${this.onKey}
      @click=${this.onClick}
      @pointerover=${this.onHover}
      @pointerleave=${this.onLeave}
      @focusin=${this.onHover}
      @focusout=${this.onLeave}
    >
      ${failed} ${first ? card(view) : nothing}
      <p class="visually-hidden" role="status">
        ${this.copied ? t(language, "inspect.copy.done") : said}
      </p>
    </section>`;
  }
}

/** True while the reader writes, as after the double click that edits the cell it opened. */
function isTyping(): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLInputElement;
}

if (!customElements.get("ch-inspector")) customElements.define("ch-inspector", Inspector);

declare global {
  interface HTMLElementTagNameMap {
    "ch-inspector": Inspector;
  }
}
