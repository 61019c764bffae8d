import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Context } from "./context.js";

const PAUSE = 300;

/**
 * What is being typed and not yet part of the state. A text is passed on after a pause, at Enter
 * or when the field is left, but never in the middle of a composition (Pinyin and the like); a
 * number is held until its field says that it is whole.
 */
export class Drafts {
  private readonly texts = new Map<string, string>();
  private readonly held = new Set<string>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  shown(name: string, state: string): string {
    return this.texts.get(name) ?? state;
  }

  type(name: string, text: string, composing: boolean, emit: (text: string) => void): void {
    this.texts.set(name, text);
    this.stop(name);
    if (!composing)
      this.timers.set(
        name,
        setTimeout(() => this.flush(name, emit), PAUSE),
      );
  }

  /** Keeps what is typed so far, however often the field is drawn again meanwhile. */
  hold(name: string, text: string): void {
    this.texts.set(name, text);
    this.held.add(name);
  }

  release(name: string): void {
    this.texts.delete(name);
    this.held.delete(name);
  }

  /** Passes the draft on at once. */
  flush(name: string, emit: (text: string) => void): void {
    const text = this.texts.get(name);
    const waiting = this.stop(name);
    if (text !== undefined && waiting) emit(text);
  }

  /** The state has a new text: it wins unless the reader is still typing. */
  settle(name: string): void {
    if (!this.timers.has(name) && !this.held.has(name)) this.texts.delete(name);
  }

  clear(): void {
    for (const name of [...this.timers.keys()]) this.stop(name);
    this.texts.clear();
    this.held.clear();
  }

  private stop(name: string): boolean {
    clearTimeout(this.timers.get(name));
    return this.timers.delete(name);
  }
}

export function textControl(context: Context, drafts: Drafts): TemplateResult {
  const { parameter, label, look, language, emit } = context;
  const { name } = parameter;
  const id = `control-${name}`;
  const value = drafts.shown(name, String(context.value));
  const input = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const composing = (event as InputEvent).isComposing === true;
    drafts.type(name, field.value, composing, emit);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.isComposing && event.keyCode !== 229) {
      drafts.flush(name, emit);
    }
  };
  const leave = () => drafts.flush(name, emit);
  const most = parameter.longest ?? nothing;
  const disabled = look.disabled === true;
  const field =
    look.multiline === true
      ? html`<textarea id=${id} rows="4" dir="auto" maxlength=${most} spellcheck="false"
          .value=${live(value)} ?disabled=${disabled}
          @input=${input} @compositionend=${input} @blur=${leave}></textarea>`
      : html`<input id=${id} type="text" dir="auto" maxlength=${most} spellcheck="false"
          autocomplete="off" .value=${live(value)} ?disabled=${disabled}
          @input=${input} @compositionend=${input} @keydown=${key} @blur=${leave} />`;
  return html`<div class="control text">
    <label for=${id}>${label}</label>
    ${field}
    ${look.hint === undefined ? nothing : html`<p class="hint" lang=${language}>${look.hint}</p>`}
  </div>`;
}
