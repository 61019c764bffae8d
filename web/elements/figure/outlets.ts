// The ways out of a figure and back in: link, embed code, pictures, numbers, files.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/t.js";
import { format, LONGEST_LINK } from "../../state/codec.js";
import { formatFile, parseFile } from "../../state/file.js";
import type { Value } from "../../state/table.js";
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
          ${file(t(language, "embed.import.file"), ".json,application/json", (given) =>
            this.#try(async () =>
              figure.take(parseFile(figure.model.view.table, await given.text())),
            ),
          )}
          ${this.#runs()}
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

  /** Of a figure whose work can be kept: out as a file, and in again. */
  #runs(): TemplateResult | typeof nothing {
    const { language } = this.figure;
    if (!this.figure.model.session?.save) return nothing;
    return html`
      <button @click=${() => this.#try(() => this.#saveRun())}>
        ${t(language, "embed.export.run")}
      </button>
      ${file(t(language, "embed.import.run"), ".safetensors", (given) => this.#try(() => this.#openRun(given)))}
    `;
  }

  async #saveRun(): Promise<void> {
    const saved = await this.figure.model.session?.save?.();
    if (saved) download(saved.name, new Blob([saved.data]));
  }

  async #openRun(given: File): Promise<void> {
    const bytes = new Uint8Array(await given.arrayBuffer());
    const values = await this.figure.model.session?.restore?.(bytes);
    if (values) this.figure.change(values as Record<string, Value>);
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
}

/** A button that takes a file. */
function file(label: string, accept: string, take: (given: File) => Promise<void>) {
  const open = async ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const [given] = input.files ?? [];
    if (given) await take(given);
    input.value = "";
  };
  return html`<label class="button">
    ${label}
    <input class="visually-hidden" type="file" accept=${accept} @change=${open} />
  </label>`;
}
