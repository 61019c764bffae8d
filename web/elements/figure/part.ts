// Parts of a figure that are loaded when they are first used: its first picture needs
// none of them.
import type { CSSResult } from "lit";
import { loadMore } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";

export class Part<Module> {
  #module: Module | undefined;
  #loading: Promise<Module> | undefined;

  constructor(private readonly source: () => Promise<Module>) {}

  load(): Promise<Module> {
    this.#loading ??= this.source().then(
      (module) => {
        this.#module = module;
        return module;
      },
      (error: Error) => {
        this.#loading = undefined;
        throw Object.assign(error, { code: "load" });
      },
    );
    return this.#loading;
  }

  /** The part if it is there; else the figure draws itself again when it has come. */
  for(figure: ClearheadFigure): Module | undefined {
    if (!this.#module) {
      this.load().then(
        () => figure.requestUpdate(),
        (error: Error) => figure.failed(error),
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
}

/** A module with the words that it needs. */
async function spoken<Module>(module: Promise<Module>): Promise<Module> {
  await loadMore();
  return module;
}

export const controls = new Part(() => spoken(import("./panel.js")));
export const outlets = new Part(() => spoken(import("./outlets.js")));
export const inspector = new Part(() => import("./opened.js"));
export const exporting = new Part(() => import("./exports.js"));
