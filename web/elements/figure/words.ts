// The language of a figure: the one that is wanted, and spoken once its words are there.
import { loaded } from "../../engine/errors.js";
import { type Language, loadWords, speaks } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";
import { resolveLanguage } from "./environment.js";

export class Words {
  #wanted: Language | undefined;
  #loading: Promise<boolean> | undefined;
  /** Why the wanted words did not come. */
  failure: Error | undefined;

  constructor(private readonly figure: ClearheadFigure) {}

  /** Speaks the wanted language, once its words are there. */
  speak(): void {
    const { figure } = this;
    const wanted = this.#resolved;
    const asked = wanted === this.#wanted;
    this.#wanted = wanted;
    if (!asked) this.failure = undefined;
    if (speaks(wanted)) figure.language = wanted;
    else if (!asked) {
      const loading = loaded(loadWords(wanted))
        .then(() => figure.requestUpdate())
        .catch((error: Error) => {
          this.failure = error;
          figure.failed(error);
        })
        .finally(() => {
          if (this.#loading === loading) this.#loading = undefined;
        })
        .then(() => true);
      this.#loading = loading;
    }
  }

  /** Whether the page or the state wants another language by now. */
  get changed(): boolean {
    return this.#resolved !== this.#wanted;
  }

  /** Resolves when no words are on their way; true when some were. */
  get loaded(): Promise<boolean> {
    return this.#loading ?? Promise.resolve(false);
  }

  /** Asks again for words that did not come. */
  forget(): void {
    this.#wanted = undefined;
  }

  get #resolved(): Language {
    return resolveLanguage(String(this.figure.model.state.lang));
  }
}
