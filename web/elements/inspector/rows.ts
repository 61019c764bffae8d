// The formulas of a step, the rows of its sum with their bars, its operands.

import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import type { Explanation, Term } from "../../engine/types.js";
import { t } from "../../i18n/t.js";
import { expression, line, written } from "../../inspect/fold.js";
import { mathml } from "../../inspect/mathml.js";
import { consumer, symbol } from "../../inspect/names.js";
import { numberText } from "../../inspect/number.js";
import { speech } from "../../inspect/speech.js";
import {
  addressOf,
  beside,
  contributions,
  key,
  lines,
  mainSum,
  operands,
  type Source,
  under,
} from "../../inspect/tree.js";
import { cellButton, math, type View } from "./card.js";

/** Contributions shown before the reader asks for more. */
const LARGEST = 8;

/** Every line: letters, then numbers, then the value, in pieces between which it may break. */
export function formulas({ language }: View, source: Source): TemplateResult[] {
  const spoken = speech(language);
  return lines(source.explanation).map((id) => {
    const { left, symbols, numbers, value } = line(source, id, mathml);
    const [first = "", ...others] = [
      ...(symbols === undefined ? [] : pieces(source, id, false)),
      ...(numbers === undefined ? [] : pieces(source, id, true)),
      `<mo form="infix">=</mo>${value}`,
    ];
    return html`<div
      class="formula"
      role="img"
      aria-label=${written(line(source, id, spoken), spoken)}
    >${[left + first, ...others].map((piece) => html`${math(`<mrow>${piece}</mrow>`)} `)}</div>`;
  });
}

/** "= a", "+ b", "+ c" of a spelled sum; "= a" of anything else. */
function pieces(source: Source, id: number, numbers: boolean): string[] {
  let parts: string[] = [];
  const sum = (terms: string[]) => {
    parts = terms;
    return mathml.sum(terms);
  };
  const whole = expression(source, id, { ...mathml, sum }, numbers);
  // The outermost sum is printed last.
  const split = parts.length > 0 && mathml.sum(parts) === whole ? parts : [whole];
  return split.map((part, at) => `<mo form="infix">${at > 0 ? "+" : "="}</mo>${part}`);
}

/** The largest terms of the step's sum, the one that was opened marked, and the rest in one line. */
export function contributionRows(
  view: View,
  source: Source,
  at: number,
): TemplateResult | typeof nothing {
  const { explanation } = source;
  const id = mainSum(explanation);
  const sum = id === undefined ? undefined : explanation.terms[id];
  if (id === undefined || !sum || followed(view, explanation)) return nothing;
  const order = contributions(explanation, id);
  const shown = order.slice(0, LARGEST + (view.shown.get(key(explanation)) ?? 0));
  const value = (term: number) => explanation.terms[term]?.value ?? 0;
  const count = order.length - shown.length + (sum.omitted?.count ?? 0);
  const rest = order
    .slice(shown.length)
    .reduce((all, term) => all + value(term), sum.omitted?.value ?? 0);
  const largest = Math.max(...order.map((term) => Math.abs(value(term))), Number.MIN_VALUE);
  const signed = order.some((term) => value(term) < 0);
  const { language } = view;
  return html`<ol class="rows ${signed ? "signed" : ""}" aria-label=${t(language, "inspect.terms")}>
    ${shown.map((term) => contribution(view, explanation, term, value(term) / largest))}
    ${
      count > 0
        ? html`<li class="rest">
            <button @click=${() => view.more(at)}>
              ${t(language, "inspect.more", { count, value: numberText(rest, view.fractions) })} ·
              <b>${t(language, "inspect.more.show")}</b>
            </button>
          </li>`
        : nothing
    }
  </ol>`;
}

function contribution(view: View, explanation: Explanation, id: number, share: number) {
  const term = explanation.terms[id] as Term;
  const cells = under(explanation, id);
  const o = consumer(explanation, id);
  const slope = o && explanation.terms[term.children[1] ?? 0];
  const own =
    term.kind !== "product" &&
    cells.some((cell) => cell.index?.join() === explanation.index.join());
  const buttons = cells.map((cell) => cellButton(view, addressOf(cell), cell.value));
  if (o && slope) {
    const forward = { ...addressOf(o), gradient: false, of: undefined };
    const source = { explanation, catalogue: view.catalogue };
    const of = symbol(source, { ...explanation, gradient: false });
    const letter = mathml.slope(symbol(source, forward), of);
    buttons.push(cellButton(view, forward, slope.value, letter));
  }
  const square = term.kind === "product" && term.children[0] === term.children[1];
  const between = term.kind === "product" ? "·" : "";
  const sign = term.kind === "exponential" ? "e^" : "";
  return html`<li class=${own ? "own" : ""}>
    <span class="term">${buttons.map(
      (button, at) =>
        html`${at > 0 ? html`<span aria-hidden="true">${between}</span>` : nothing}${button}`,
    )}${square ? "²" : nothing}</span>
    <span class="result">${term.kind === "operand" ? nothing : html`<span aria-hidden="true">${sign ? "→" : "="}</span> ${numberText(term.value, view.fractions)}`}</span>
    <i class=${share < 0 ? "bar minus" : "bar"} style=${styleMap({ "--share": String(Math.abs(share)) })}></i>
  </li>`;
}

/** Operands that neither a row nor a further step of the card shows. */
export function operandRows(view: View, source: Source): TemplateResult | typeof nothing {
  const { explanation } = source;
  const steps = new Set(view.steps.map((step) => key(step)));
  // Where every operand is followed, no contribution is listed either.
  const rest = followed(view, explanation) ? [] : beside(explanation);
  const left = rest.filter((term) => !steps.has(key(addressOf(term))));
  if (left.length === 0) return nothing;
  return html`<ul class="rows" aria-label=${t(view.language, "inspect.operands")}>
    ${left.map((term) => html`<li>${cellButton(view, addressOf(term), term.value)}</li>`)}
  </ul>`;
}

/** True when the card goes on with every operand of the step. */
function followed(view: View, explanation: Explanation): boolean {
  const steps = new Set(view.steps.map((step) => key(step)));
  return operands(explanation).every((id) =>
    steps.has(key(addressOf(explanation.terms[id] as Term))),
  );
}
