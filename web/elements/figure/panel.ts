// "All controls": every parameter of the view in groups, the numbers set by the reader,
// and a matrix of one's own.
import "../../controls/controls.js";
import { html, nothing, type TemplateResult } from "lit";
import type { Look } from "../../controls/context.js";
import { type Key, t } from "../../i18n/t.js";
import type { ClearheadFigure } from "../figure.js";
import { offers } from "./access.js";
import { edits } from "./edits.js";
import { paste } from "./paste.js";

export { styles } from "./styles/panel.js";

interface Group {
  name: string;
  label: Key;
  parameters: readonly string[];
}

const GROUPS: readonly Group[] = [
  { name: "sentence", label: "embed.sentence", parameters: ["example", "text", "tokens"] },
  {
    name: "model",
    label: "embed.group.model",
    parameters: ["weights", "d_model", "d_k", "heads", "head", "seed"],
  },
  {
    name: "attention",
    label: "embed.group.attention",
    parameters: ["mask", "length", "scaling", "positions"],
  },
  { name: "gradients", label: "embed.group.gradients", parameters: ["gradients", "of"] },
];

export function panel(figure: ClearheadFigure): TemplateResult {
  const { language } = figure;
  const own = offers(figure, "edits");
  const matrix = offers(figure, "matrix");
  return html`
    <div class="groups">
      ${GROUPS.map((group) => groupOf(figure, group))}
      ${
        own || matrix
          ? html`<div class="group own">
              <h3>${t(language, "embed.own")}</h3>
              ${own ? edits(figure) : nothing} ${matrix ? paste(figure) : nothing}
              <div class="row">
                <button data-action="reset" @click=${() => figure.reset()}>
                  ${t(language, "embed.reset")}
                </button>
              </div>
            </div>`
          : nothing
      }
    </div>
  `;
}

function groupOf(figure: ClearheadFigure, group: Group): TemplateResult | typeof nothing {
  const { language, model } = figure;
  const label = t(language, group.label);
  const names = group.parameters.filter((name) => offers(figure, name) && matters(figure, name));
  if (names.length === 0) return nothing;
  return html`
    <div class="group ${group.name}">
      <h3 aria-hidden="true">${label}</h3>
      <ch-controls
        .table=${model.view.table}
        .state=${model.state}
        .names=${names}
        .looks=${looks(figure)}
        .tokens=${figure.model.data?.tokens ?? []}
        .language=${language}
        .label=${label}
      ></ch-controls>
    </div>
  `;
}

/** A control that would change nothing is not shown. */
function matters({ model }: ClearheadFigure, name: string): boolean {
  const { heads, mask, gradients } = model.state;
  if (name === "head") return Number(heads) > 1;
  if (name === "length") return mask === "padding" || mask === "combined";
  if (name === "of") return gradients === true;
  return true;
}

function looks({ model, language }: ClearheadFigure): Record<string, Look> {
  const { truncated, tokens = [] } = model.data ?? {};
  const text = String(model.state.text);
  const hint =
    truncated !== undefined
      ? t(language, "embed.sentence.truncated", { limit: truncated })
      : text.trim() === "" && model.state.tokens === ""
        ? t(language, "embed.sentence.empty")
        : undefined;
  return {
    head: { maximum: Number(model.state.heads) - 1 },
    length: { maximum: Math.max(1, tokens.length) },
    text: hint === undefined ? {} : { hint },
    of: { hint: t(language, "embed.of.hint") },
  };
}
