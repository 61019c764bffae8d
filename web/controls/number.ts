import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { spoken } from "../i18n/symbols.js";
import { t } from "../i18n/t.js";
import { parseNumber } from "../scene/numbers.js";
import type { Parameter } from "../state/table.js";
import type { Context } from "./context.js";
import { rich } from "./rich.js";
import type { Drafts } from "./text.js";

/** Above this many steps a slider is too coarse to aim with. */
const MOST_STEPS = 512;

export interface Limits {
  minimum: number;
  maximum: number;
  step: number;
}

/** How much more than the state a reader sees: places of the state begin at 0. */
const shiftOf = ({ fromOne }: Parameter) => (fromOne ? 1 : 0);

/** As a reader sees them. */
export function limits({ parameter, look }: Pick<Context, "parameter" | "look">): Limits {
  const shift = shiftOf(parameter);
  const minimum = shift + (look.minimum ?? parameter.minimum ?? Number.MIN_SAFE_INTEGER);
  const maximum = shift + (look.maximum ?? parameter.maximum ?? Number.MAX_SAFE_INTEGER);
  const whole = parameter.type === "integer" || !(maximum - minimum < MOST_STEPS);
  return { minimum, maximum, step: whole ? 1 : (maximum - minimum) / 100 };
}

/** The number in what was typed, or null when it is none or not allowed. */
export function readNumber(
  given: string,
  { minimum, maximum }: Limits,
  whole: boolean,
): number | null {
  const value = parseNumber(given);
  if (!(value >= minimum && value <= maximum) || (whole && !Number.isInteger(value))) return null;
  return value;
}

/** A slider where it can be aimed with; always a field and two buttons. */
export function numberControl(
  context: Context,
  drafts: Drafts,
  wrong: string | undefined,
  refuse: (given: string | undefined) => void,
): TemplateResult {
  const { parameter, label, language, look, emit } = context;
  const range = limits(context);
  const { minimum, maximum, step } = range;
  const whole = parameter.type === "integer";
  const shift = shiftOf(parameter);
  // A link may ask for more than the figure has now; the furthest of what there is stands for it.
  const value = Math.min(maximum, Math.max(minimum, Number(context.value) + shift));
  const id = `control-${parameter.name}`;
  const shown = wrong ?? drafts.shown(parameter.name, String(value));
  const disabled = look.disabled === true;
  const leave = () => drafts.release(parameter.name);
  const set = (next: number) => {
    leave();
    refuse(undefined);
    emit(Math.min(maximum, Math.max(minimum, Number(next.toPrecision(12)))) - shift);
  };
  const field = (event: Event) => event.target as HTMLInputElement;
  const typing = (event: Event) => {
    refuse(undefined);
    drafts.hold(parameter.name, field(event).value);
  };
  const typed = (event: Event) => {
    leave();
    const given = field(event).value;
    const read = readNumber(given, range, whole);
    if (read === null) refuse(given);
    else set(read);
  };
  const name = spoken(label);
  // A button at its limit keeps the focus: it is not disabled, it does nothing.
  const button = (word: "decrease" | "increase", by: number, sign: string) => {
    const end = by < 0 ? value <= minimum : value >= maximum;
    return html`<button type="button" aria-label=${t(language, `controls.${word}`, { label: name })}
      ?disabled=${disabled} aria-disabled=${end} @click=${() => end || set(value + by)}>${sign}</button>`;
  };
  const slider = html`<input type="range" aria-label=${name} min=${minimum} max=${maximum}
    step=${step} .value=${live(String(value))} ?disabled=${disabled}
    @input=${(event: Event) => set(field(event).valueAsNumber)} />`;
  return html`<div class="control number">
    <label for=${id}>${rich(label)}</label>
    <div class="row">
      ${(maximum - minimum) / step <= MOST_STEPS ? slider : nothing}
      ${button("decrease", -step, "−")}
      <input id=${id} type="text" inputmode=${whole && minimum >= 0 ? "numeric" : "text"}
        autocomplete="off" .value=${live(shown)} ?disabled=${disabled}
        aria-invalid=${wrong !== undefined} aria-describedby="${id}-error"
        @input=${typing} @change=${typed} @blur=${leave} />
      ${button("increase", step, "+")}
    </div>
    <p class="error" id="${id}-error" role="alert">${
      wrong === undefined
        ? nothing
        : t(language, whole ? "controls.number.whole" : "controls.number.any", {
            given: wrong,
            minimum,
            maximum,
          })
    }</p>
  </div>`;
}
