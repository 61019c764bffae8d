import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { has, t } from "../i18n/t.js";
import type { Context } from "./context.js";
import { rich } from "./rich.js";

/** So many letters of all words together still stand side by side. */
const MOST_LETTERS = 36;
const MOST_WORDS = 4;

interface Option {
  value: string;
  text: string;
}

/** A row of buttons where the words are few and short, else a list to choose from. */
export function choiceControl(context: Context): TemplateResult {
  const { parameter, look, language } = context;
  const options = (look.values ?? parameter.values ?? []).map((value) => {
    const key = `${parameter.label}.${value}`;
    return { value, text: look.texts?.[value] ?? (has(key) ? t(language, key) : value) };
  });
  const letters = options.reduce((sum, { text }) => sum + text.length, 0);
  const short = options.length <= MOST_WORDS && letters <= MOST_LETTERS;
  return short ? segmented(context, options) : select(context, options);
}

function segmented(context: Context, options: Option[]): TemplateResult {
  const { parameter, label, value, look, emit } = context;
  return html`<fieldset class="control segmented" ?disabled=${look.disabled === true}>
    <legend>${label}</legend>
    <div class="segments">
      ${options.map(
        (option) => html`<label>
          <input type="radio" name=${parameter.name} .value=${option.value}
            .checked=${live(option.value === value)} @change=${() => emit(option.value)} />
          <span>${option.text}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

function select(context: Context, options: Option[]): TemplateResult {
  const { parameter, label, value, look, emit } = context;
  const id = `control-${parameter.name}`;
  return html`<div class="control choice">
    <label for=${id}>${rich(label)}</label>
    <select id=${id} ?disabled=${look.disabled === true}
      @change=${(event: Event) => emit((event.target as HTMLSelectElement).value)}>
      ${options.map(
        (option) =>
          html`<option value=${option.value} .selected=${live(option.value === value)}>${option.text}</option>`,
      )}
    </select>
  </div>`;
}
