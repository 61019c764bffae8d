// The card's templates: head with value and path, steps, foot.

import { html, nothing, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { rich } from "../../controls/rich.js";
import type { Explanation, GradientTarget } from "../../engine/types.js";
import { spoken } from "../../i18n/symbols.js";
import { t } from "../../i18n/t.js";
import type { Language } from "../../i18n/types.js";
import { tokens } from "../../inspect/chain.js";
import { mathml } from "../../inspect/mathml.js";
import { byName, entryOf, symbol } from "../../inspect/names.js";
import { numberText, numerals } from "../../inspect/number.js";
import { origin, tensorName, tensorText, titleOf, where } from "../../inspect/speech.js";
import { type Address, type Entry, key, type Step } from "../../inspect/tree.js";
import type { Format } from "./copy.js";
import { contributionRows, formulas, operandRows } from "./rows.js";

export interface View {
  language: Language;
  catalogue: readonly Entry[];
  /** The data are exact: numbers are written as fractions. */
  fractions: boolean;
  steps: Step[];
  path: Address[];
  of: GradientTarget | undefined;
  shown: ReadonlyMap<string, number>;
  closable: boolean;
  copied: Format | undefined;
  manual: string | undefined;
  script: boolean;
  more(step: number): void;
  copy(format: Format): void;
  back(): void;
  close(): void;
}

export function math(body: string): TemplateResult {
  return html`${unsafeHTML(`<math displaystyle="true">${body}</math>`)}`;
}

/** A cell as a button: its letter and its value, its role's colour, its words for the ear. */
export function cellButton(
  view: View,
  cell: Address,
  value: number,
  letter?: string,
): TemplateResult {
  const { language, catalogue } = view;
  const name = spoken(where(language, catalogue, cell));
  const text = numberText(value, view.fractions);
  const said = t(language, letter ? "inspect.slope" : "inspect.open", { name, value: text });
  const source = { explanation: view.steps[0] as Explanation, catalogue };
  const { tensor, index, gradient, of } = cell;
  return html`<button
    class="cell"
    data-key=${key(cell)}
    data-cell=${JSON.stringify({ tensor, index, gradient, of })}
    title=${name}
  ><span class="visually-hidden">${said}</span><span aria-hidden="true">${math(
    letter ?? mathml.symbol(symbol(source, cell)),
  )} ${text}</span></button>`;
}

export function card(view: View): TemplateResult {
  return html`${head(view)} ${view.steps.map((step, at) => stepOf(view, step, at))} ${foot(view)}`;
}

function head(view: View): TemplateResult {
  const { language, catalogue, path, steps } = view;
  const [first] = steps as [Step];
  const opened = path.at(-1) ?? first;
  const same = titleOf(language, catalogue, first);
  const precise = numberText(first.value, false, 7);
  const exact = numerals(first.value, view.fractions);
  const sign = Number(precise.replace("−", "-")) === first.value ? "=" : "≈";
  const source = { explanation: first, catalogue };
  const trail = path.slice(0, -1).map(
    (cell) => html`<li>
      <button data-cell=${JSON.stringify(cell)} title=${spoken(where(language, catalogue, cell))}>
        <span class="visually-hidden">${spoken(where(language, catalogue, cell))}</span>
        <span aria-hidden="true">${math(mathml.symbol(symbol(source, cell)))}</span>
      </button>
    </li>`,
  );
  return html`<header>
    ${
      trail.length > 0 || view.closable
        ? html`<nav aria-label=${t(language, "inspect.path")}>
            ${
              trail.length > 0
                ? html`<button class="back" @click=${view.back}>
                      <span aria-hidden="true">‹</span> ${t(language, "inspect.back")}
                    </button>
                    <ol>${trail}</ol>`
                : nothing
            }
            ${
              view.closable
                ? html`<button class="close" aria-label=${t(language, "inspect.close")} @click=${view.close}>
                    <span aria-hidden="true">×</span>
                  </button>`
                : nothing
            }
          </nav>`
        : nothing
    }
    <h3 tabindex="-1"><bdi>${rich(where(language, catalogue, opened))}</bdi></h3>
    <p class="value">
      ${exact.parts ? html`${math(mathml.number(exact))} <small>${sign} ${precise}</small>` : precise}
    </p>
    ${
      same === undefined || first.gradient || same === titleOf(language, catalogue, opened)
        ? nothing
        : html`<p class="soft">${rich(t(language, "inspect.view", { name: same }))}</p>`
    }
  </header>`;
}

function stepOf(view: View, step: Step, at: number): TemplateResult {
  const { language, catalogue, fractions } = view;
  const source = { explanation: step, catalogue, fractions };
  const from = origin(language, source);
  const was = step.was === undefined ? undefined : numberText(step.was, view.fractions);
  const blocked = step.root !== undefined && step.value === Number.NEGATIVE_INFINITY;
  const root = step.terms[step.root ?? -1];
  const blind = root?.kind === "constant" && byName({ weights: true }, step.tensor);
  return html`<div class="step" data-step=${at}>
    ${
      at === 0
        ? nothing
        : html`<h4><span aria-hidden="true">↳</span> ${cellButton(view, step.as ?? step, step.value)}
            <span>${rich(tensorName(language, catalogue, step.as ?? step))}</span></h4>`
    }
    ${step.gradient && at > 0 ? nothing : how(view, step)}
    ${
      was === undefined
        ? nothing
        : html`<p class="edited">
            ${t(language, "inspect.edited", { was })}
            ${step.root === undefined ? nothing : t(language, "inspect.edited.below", { was })}
          </p>`
    }
    ${from === undefined ? nothing : html`<p><bdi>${from}</bdi></p>`}
    ${blocked ? html`<p>${t(language, "inspect.hidden")}</p>` : nothing}
    ${blind ? html`<p>${t(language, "inspect.blind")}</p>` : nothing}
    ${formulas(view, source)} ${contributionRows(view, source, at)} ${operandRows(view, source)}
  </div>`;
}

/** What makes the layer's tensor: another one of its name has not its words. */
const MADE: Record<string, string> = {
  ...{ x: "add", query: "linear", key: "linear", value: "linear", scores: "scores" },
  ...{ scaled: "scale", masked: "mask", weights: "softmax", head_outputs: "weighted_sum" },
};

/** What the step does, in words. */
function how(
  { language, catalogue, of: shown }: View,
  step: Explanation,
): TemplateResult | typeof nothing {
  if (step.gradient) {
    const of = step.of ? { tensor: "output", index: step.of } : shown;
    const none = !step.terms[step.root ?? -1]?.children.length;
    const target =
      of && "index" in of ? where(language, catalogue, { ...of, gradient: false }) : "";
    const tensor = of?.tensor ?? "output";
    const name = tensorText(language, "name", tensor) ?? tensor;
    return html`<p class="soft">
      ${rich(target ? t(language, "inspect.of.cell", { target }) : t(language, "inspect.of.sum", { name }))}<br />
      ${t(language, none ? "inspect.gradient.none" : "inspect.gradient.how")}
    </p>`;
  }
  const made = byName(MADE, step.tensor) ?? step.operation;
  const other = step.operation === "input" || !step.operation.includes(made);
  const text = other ? undefined : tensorText(language, "how", step.tensor);
  return text === undefined ? nothing : html`<p class="soft">${rich(text)}</p>`;
}

function foot(view: View): TemplateResult {
  const { language, catalogue } = view;
  const source = view.steps;
  const found = tokens(source).map(({ tensor, index, id }) => {
    const axes = entryOf(catalogue, tensor)?.axes;
    const axis = axes?.findIndex(({ labels }) => labels) ?? -1;
    const word = axes?.[axis]?.labels?.[index[axis] ?? 0] ?? "?";
    const cell = JSON.stringify({ tensor, index, gradient: false });
    return html`<button class="token" data-cell=${cell}>
      ${t(language, "inspect.token", { word, id: String(id) })}
    </button>`;
  });
  const formats: [Format, string][] = [
    ["latex", "LaTeX"],
    ["text", t(language, "inspect.copy.text")],
    ...(view.script ? ([["torch", "PyTorch"]] as [Format, string][]) : []),
  ];
  return html`${
    found.length > 0 ? html`<p class="rests">${t(language, "inspect.rests")} ${found}</p>` : nothing
  }
    <p class="copy" role="group" aria-label=${t(language, "inspect.copy")}>
      <span aria-hidden="true">${t(language, "inspect.copy")}</span>
      ${formats.map(
        ([format, name]) => html`<button
          class=${view.copied === format ? "done" : ""}
          @click=${() => view.copy(format)}
        >${name}${view.copied === format ? html`<span aria-hidden="true"> ✓</span>` : nothing}</button>`,
      )}
    </p>
    ${
      view.manual === undefined
        ? nothing
        : html`<label class="manual">${t(language, "inspect.copy.manual")}
            <textarea readonly rows="6" .value=${view.manual}></textarea></label>`
    }`;
}
