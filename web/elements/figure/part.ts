// Parts of a figure that are loaded when they are first used: its first picture needs
// none of them.
import type { CSSResult } from "lit";
import { loaded } from "../../engine/errors.js";
import { loadMore } from "../../i18n/t.js";
import { ignoredText } from "../../state/ignored.js";
import type { ClearheadFigure } from "../figure.js";

export class Part<Module> {
  #module: Module | undefined;
  #loading: Promise<Module> | undefined;
  #failed = false;
  /** The failure that each figure was told of. */
  #told = new WeakMap<ClearheadFigure, Error>();

  constructor(private readonly source: () => Promise<Module>) {}

  /** The part; one that did not come is asked for again. */
  load(): Promise<Module> {
    if (!this.#loading || this.#failed) {
      this.#failed = false;
      this.#loading = loaded(this.source());
      this.#loading.then(
        (module) => {
          this.#module = module;
        },
        () => {
          this.#failed = true;
        },
      );
    }
    return this.#loading;
  }

  /** Loads ahead of its use, which tells when that fails. */
  warm(): void {
    if (!this.#loading) this.load();
  }

  /**
   * The part if it is there; else the figure draws itself again when it has come. One that
   * did not come is told of once and asked for again when the reader says so.
   */
  for(figure: ClearheadFigure): Module | undefined {
    if (!this.#module) {
      (this.#loading ?? this.load()).then(
        () => figure.requestUpdate(),
        (error: Error) => {
          // Several parts that fail do not take the word from each other.
          if (figure.error && this.#told.get(figure) === error) return;
          this.#told.set(figure, error);
          figure.failed(error);
        },
      );
    }
    this.#dress(figure.renderRoot as ShadowRoot);
    return this.#module;
  }

  /** A part may bring its own look, as `styles`. */
  #dress(root: ShadowRoot): void {
    const sheet = (this.#module as { styles?: CSSResult } | undefined)?.styles?.styleSheet;
    if (sheet && !root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
  }

  retry(): void {
    if (this.#failed) this.#loading = undefined;
  }
}

/** A module with the words that it needs. */
async function spoken<Module>(part: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([part, loadMore()]);
  return module;
}

export const controls = new Part(() => spoken(import("./panel.js")));
export const outlets = new Part(() => spoken(import("./outlets.js")));
export const inspector = new Part(() => import("./opened.js"));
/** What is said of values that were not taken. */
export const reasons = new Part(() => spoken(Promise.resolve({ ignoredText })));
/** Few figures have tables of words, or a diagram. */
export const tables = new Part(() => import("./tables.js"));
export const diagrams = new Part(() => import("./diagram.js"));
export const exporting = new Part(() => import("./exports.js"));

/** The reader wants what did not come to be asked for again. */
export function retry(): void {
  const all = [controls, outlets, inspector, reasons, tables, diagrams, exporting];
  for (const part of all) part.retry();
}
