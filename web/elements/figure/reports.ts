// What a figure says to the page: that it is ready, changed, was opened or failed.
import type { State } from "../../state/table.js";
import type { ClearheadFigure } from "../figure.js";

interface Details {
  "ch-ready": { state: State };
  "ch-change": { state: State; link: string; summary: string };
  "ch-select": { tensor: string; index: number[]; gradient: boolean };
  "ch-error": { message: string; code: string };
}

export class Reports {
  /** Resolves when the first result is drawn; rejects when it cannot be. */
  readonly ready: Promise<void>;
  #settle!: { resolve(): void; reject(error: Error): void };
  /** The state of the last `ch-change`, as a link's text. */
  #told = "";

  constructor(private readonly figure: ClearheadFigure) {
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who does not wait for it need not handle its failure: there is ch-error.
    this.ready.catch(() => undefined);
  }

  drawn(): void {
    if (!this.#told) this.say("ch-ready", { state: this.figure.getState() });
    this.#settle.resolve();
    this.changed();
  }

  /** Says so when the state or the result is another than the last time. */
  changed(): void {
    const { present, scene } = this.figure;
    if (!present?.data || present.busy || this.figure.link === this.#told) return;
    this.#told = this.figure.link;
    const state = this.figure.getState();
    this.say("ch-change", { state, link: this.#told, summary: scene?.summary ?? "" });
  }

  failed(error: Error): void {
    const { code = "unknown" } = error as { code?: string };
    this.say("ch-error", { message: error.message, code });
    this.#settle.reject(error);
  }

  say<Name extends keyof Details>(name: Name, detail: Details[Name]): void {
    this.figure.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }
}
