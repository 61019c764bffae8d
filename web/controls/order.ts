// An order of places, "3,1,4,2": chips that are dragged, or moved with the arrow keys.
import { html, type TemplateResult } from "lit";
import { t } from "../i18n/t.js";
import type { Context } from "./context.js";

/** The order with the item at `from` put to the place `to`. */
export function moved(order: readonly string[], from: number, to: number): string[] {
  const rest = order.filter((_, at) => at !== from);
  return [...rest.slice(0, to), order[from] as string, ...rest.slice(to)];
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function orderControl(context: Context, focus: (place: number) => void): TemplateResult {
  const { label, language, value, look, emit } = context;
  const order = String(value).split(",");
  const move = (from: number, to: number) => {
    if (to < 0 || to >= order.length || to === from) return;
    focus(to);
    emit(moved(order, from, to).join(","));
  };
  const key = (event: KeyboardEvent, from: number) => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(from, from + step);
  };
  const drag = (event: PointerEvent, from: number) => {
    const chip = event.currentTarget as HTMLElement;
    const drop = (end: PointerEvent) => {
      chip.removeEventListener("pointerup", drop);
      chip.removeEventListener("pointercancel", drop);
      if (end.type === "pointerup") move(from, placeUnder(chip, end.clientX, end.clientY));
    };
    chip.setPointerCapture(event.pointerId);
    chip.addEventListener("pointerup", drop);
    chip.addEventListener("pointercancel", drop);
  };
  return html`<fieldset class="control order" ?disabled=${look.disabled === true}>
    <legend>${label}</legend>
    <ol>
      ${order.map(
        (item, at) => html`<li><button type="button" class="chip"
          aria-label=${t(language, "controls.order", { item, place: at + 1, count: order.length })}
          @keydown=${(event: KeyboardEvent) => key(event, at)}
          @pointerdown=${(event: PointerEvent) => drag(event, at)}>${item}</button></li>`,
      )}
    </ol>
    <p class="hint">${t(language, "controls.order.hint")}</p>
  </fieldset>`;
}

/** The place of the chip nearest to a point. */
function placeUnder(chip: HTMLElement, x: number, y: number): number {
  const chips = [...(chip.closest("ol")?.querySelectorAll(".chip") ?? [])];
  const distances = chips.map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  });
  return distances.indexOf(Math.min(...distances));
}
