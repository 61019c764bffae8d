// The ways out of a figure and back in: link, embed code, pictures, numbers, files.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/t.js";
import { format, LONGEST_LINK } from "../../state/codec.js";
import { formatFile, parseFile } from "../../state/file.js";
import { copyText } from "../clipboard.js";
import { errorText } from "../error.js";
import type { ClearheadFigure } from "../figure.js";
import { download, embedCode, pageLink } from "./share.js";

const all = new WeakMap<ClearheadFigure, Outlets>();

/** The ways out of this figure. */
export function outletsOf(figure: ClearheadFigure): TemplateResult {
  const known = all.get(figure) ?? new Outlets(figure);
  all.set(figure, known);
  return known.render();
}

class Outlets {
  /** What the last action said. */
  said = "";
  /** Text to copy by hand where the clipboard is closed. */
  manual = "";

  constructor(private readonly figure: ClearheadFigure) {}

  get tooLong(): boolean {
    return format(this.figure.model.view.table, this.figure.model.state).tooLong;
  }

  render(): TemplateResult {
    const { figure } = this;
    const { language } = figure;
    const button = (key: Parameters<typeof t>[1], act: () => Promise<void> | void) =>
      html`<button @click=${() => this.#try(act)}>${t(language, key)}</button>`;
    return html`
        <div class="row">
          ${button("embed.copy.link", () => this.#copy(this.#link()))}
          ${button("embed.copy.embed", () => this.#copy(this.#embed()))}
          ${button("embed.export.svg", async () =>
            download("clearhead.svg", await figure.toSVG(), "image/svg+xml"),
          )}
          ${button("embed.export.png", async () => download("clearhead.png", await figure.toPNG()))}
          ${button("embed.export.csv", async () =>
            download("clearhead.csv", `\ufeff${await figure.toCSV()}`, "text/csv"),
          )}
          ${button("embed.export.file", () => this.#save())}
          <label class="button">
            ${t(language, "embed.import.file")}
            <input
              class="visually-hidden"
              type="file"
              accept=".json,application/json"
              @change=${(event: Event) => this.#open(event)}
            />
          </label>
        </div>
        ${
          this.tooLong
            ? html`<p class="hint">
                ${t(language, "embed.link.long", { limit: LONGEST_LINK / 1024 })}
              </p>`
            : nothing
        }
        <p class="hint" role="status">${this.said}</p>
        ${
          this.manual
            ? html`<textarea class="copytext" readonly rows="4" aria-label=${this.said}
                .value=${this.manual}></textarea>`
            : nothing
        }
    `;
  }

  #link(): string {
    return pageLink("index.html", this.figure.link);
  }

  #embed(): string {
    const title = this.figure.scene?.title ?? t(this.figure.language, "embed.frame.title");
    return embedCode(this.figure.link, title, this.#height());
  }

  /** The figure's height as it opens in a frame: ways out folded, the word to the reader there. */
  #height(): number {
    const root = this.figure.renderRoot;
    const details = root.querySelector("details.outlets") as HTMLDetailsElement;
    const told = root.querySelector(".told") as HTMLElement;
    const { open } = details;
    const { hidden } = told;
    details.open = told.hidden = false;
    const { height } = this.figure.getBoundingClientRect();
    details.open = open;
    told.hidden = hidden;
    return Math.ceil(height);
  }

  async #try(act: () => Promise<void> | void): Promise<void> {
    this.said = "";
    this.manual = "";
    try {
      await act();
    } catch (error) {
      this.said = errorText(this.figure.language, error);
    }
    this.figure.requestUpdate();
  }

  async #copy(text: string): Promise<void> {
    const done = await copyText(text);
    this.said = t(this.figure.language, done ? "embed.copied" : "embed.copy.failed");
    this.manual = done ? "" : text;
    this.figure.requestUpdate();
    await this.figure.updateComplete;
    this.figure.renderRoot.querySelector<HTMLTextAreaElement>(".copytext")?.select();
  }

  #save(): void {
    const { view, state } = this.figure.model;
    download("clearhead.json", formatFile(view.table, state), "application/json");
  }

  async #open(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file)
      await this.#try(async () =>
        this.figure.take(parseFile(this.figure.model.view.table, await file.text())),
      );
    input.value = "";
  }
}
