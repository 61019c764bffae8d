// A matrix of the reader's own in the place of the scores or the weights.
import { html, nothing, type TemplateResult } from "lit";
import { formatMatrix, matrixOf, parseMatrix } from "../../figures/attention/pasted.js";
import { t } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";

type Stage = "scores" | "weights";

const all = new WeakMap<ClearheadFigure, Paste>();

/** The field for a matrix of this figure. */
export function paste(figure: ClearheadFigure): TemplateResult {
  const known = all.get(figure) ?? new Paste(figure);
  all.set(figure, known);
  return known.render();
}

class Paste {
  /** As chosen by the reader and not applied yet. */
  #stage: Stage | undefined;
  #text: string | undefined;
  #error = "";

  constructor(private readonly figure: ClearheadFigure) {}

  render(): TemplateResult {
    const { figure } = this;
    const { language } = figure;
    const tokens = figure.model.data?.tokens ?? [];
    const used = matrixOf(String(figure.model.state.matrix));
    const selected = this.#stage ?? used?.tensor ?? "scores";
    const shown = this.#text ?? used?.rows.map((row) => row.join(", ")).join("\n") ?? "";
    const size = { rows: tokens.length, columns: tokens.length };
    const stages: Stage[] = ["scores", "weights"];
    return html`
      <details class="paste" ?open=${used !== undefined}>
        <summary>${t(language, "embed.paste")}</summary>
        <label class="field">
          <span>${t(language, "embed.paste.for")}</span>
          <select @change=${(event: Event) => this.#choose(event)}>
            ${stages.map(
              (stage) => html`<option
                value=${stage}
                .selected=${stage === selected}
              >${t(language, `attention.panel.${stage}`)}</option>`,
            )}
          </select>
        </label>
        <label class="field">
          <span>${t(language, "embed.paste.text", size)}</span>
          <textarea
            rows="4"
            spellcheck="false"
            aria-invalid=${this.#error !== ""}
            .value=${shown}
            @input=${(event: Event) => {
              this.#text = (event.target as HTMLTextAreaElement).value;
            }}
          ></textarea>
        </label>
        ${this.#error ? html`<p class="problem" role="alert">${this.#error}</p>` : nothing}
        <div class="row">
          <button data-action="paste" @click=${() => this.#apply(selected, this.#text ?? shown)}>
            ${t(language, "embed.paste.apply")}
          </button>
          ${
            used
              ? html`<button @click=${() => this.#remove()}>
                  ${t(language, "embed.paste.remove")}
                </button>`
              : nothing
          }
        </div>
      </details>
    `;
  }

  #choose(event: Event): void {
    this.#stage = (event.target as HTMLSelectElement).value as Stage;
    this.figure.requestUpdate();
  }

  #apply(tensor: Stage, text: string): void {
    const { figure } = this;
    const parsed = parseMatrix(text, figure.model.data?.tokens.length ?? 0);
    if ("error" in parsed) {
      const { key, parameters } = parsed.error;
      this.#error = t(figure.language, "embed.paste.wrong", {
        reason: t(figure.language, key, parameters),
      });
    } else {
      this.#error = "";
      this.#text = this.#stage = undefined;
      figure.change({ matrix: formatMatrix({ tensor, rows: parsed.rows }) });
    }
    figure.requestUpdate();
  }

  #remove(): void {
    this.#text = this.#stage = undefined;
    this.#error = "";
    this.figure.change({ matrix: "" });
  }
}
