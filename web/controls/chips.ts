import { html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/t.js";
import { formatEdits, parseEdits } from "../state/cells.js";
import type { Context } from "./context.js";

const MOST = 24;

/** The edited cells, each with a button that takes it back. */
export function cellsControl(context: Context): TemplateResult {
  const { label, language, value, look, emit } = context;
  const { edits } = parseEdits(String(value));
  const disabled = look.disabled === true;
  const without = (at: number) => emit(formatEdits(edits.filter((_, i) => i !== at)));
  return html`<fieldset class="control chips" ?disabled=${disabled}>
    <legend>${label}</legend>
    ${edits.length === 0 ? html`<p class="hint">${t(language, "controls.none")}</p>` : nothing}
    <ul>
      ${edits.slice(0, MOST).map((edit, i) => {
        const text = formatEdits([edit]);
        return html`<li class="chip"><span>${text}</span
          ><button type="button" aria-label=${t(language, "controls.remove", { name: text })}
            @click=${() => without(i)}>×</button></li>`;
      })}
      ${edits.length > MOST ? html`<li>+${edits.length - MOST}</li>` : nothing}
    </ul>
    ${
      edits.length > 1
        ? html`<button type="button" @click=${() => emit("")}>${t(language, "controls.clear")}</button>`
        : nothing
    }
  </fieldset>`;
}
