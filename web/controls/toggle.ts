import { html, type TemplateResult } from "lit";
import type { Context } from "./context.js";
import { rich } from "./rich.js";

export function toggleControl({ label, value, look, emit }: Context): TemplateResult {
  return html`<div class="control toggle">
    <button type="button" role="switch" aria-checked=${value === true}
      ?disabled=${look.disabled === true} @click=${() => emit(value !== true)}>
      <i aria-hidden="true"></i><span>${rich(label)}</span>
    </button>
  </div>`;
}
