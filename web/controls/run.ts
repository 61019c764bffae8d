import { html, type TemplateResult } from "lit";
import { t } from "../i18n/t.js";
import type { Context } from "./context.js";
import { limits } from "./number.js";

/** Starts, stops, and begins anew what goes on by itself; `number` says how far it is to go. */
export function runControl(context: Context, number: TemplateResult): TemplateResult {
  const { value, look, language, emit } = context;
  const { minimum, maximum } = limits(context);
  const { reached = minimum, ahead = reached } = look;
  const play = look.play ?? t(language, "controls.run.play");
  const progress = look.progress ?? t(language, "controls.run.reached", { reached, all: maximum });
  const runs = Math.min(Number(value), maximum) > reached;
  const over = reached >= maximum;
  // A button that can do nothing keeps the focus.
  const toggle = () => {
    if (runs) emit(Math.min(ahead, Number(value)));
    else if (!over) emit(maximum);
  };
  const again = value === minimum;
  return html`<div class="control run">
    <div class="row">
      <button type="button" class="play" aria-disabled=${!runs && over} @click=${toggle}>
        <span aria-hidden="true">${runs ? "⏸" : "▶"}</span>
        ${runs ? t(language, "controls.run.pause") : play}
      </button>
      <button type="button" aria-disabled=${again} @click=${() => again || emit(minimum)}>
        ${t(language, "controls.run.reset")}
      </button>
    </div>
    <p class="hint">${progress}</p>
    ${number}
  </div>`;
}
