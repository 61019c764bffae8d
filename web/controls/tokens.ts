import { html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/t.js";
import { visible } from "../scene/text.js";
import { formatTokens } from "../state/tokens.js";
import type { Context } from "./context.js";

/** The tokens with token i and i + 1 made one; a space between words, none beside Chinese or marks. */
export function joinTokens(tokens: readonly string[], i: number): string[] {
  const [left = "", right = ""] = [tokens[i], tokens[i + 1]];
  const tight = /[\p{Script=Han}\s]$/u.test(left) || /^[\p{Script=Han}\p{P}\s]/u.test(right);
  return [...tokens.slice(0, i), left + (tight ? "" : " ") + right, ...tokens.slice(i + 2)];
}

/** The tokens with token i cut before its letter `at`. */
export function splitTokens(tokens: readonly string[], i: number, at: number): string[] {
  const parts = letters(tokens[i] ?? "");
  const halves = [parts.slice(0, at).join("").trim(), parts.slice(at).join("").trim()];
  return [...tokens.slice(0, i), ...halves.filter((half) => half !== ""), ...tokens.slice(i + 1)];
}

/** What a reader sees as one letter: an emoji or a letter with its accents stays whole. */
export function letters(text: string): string[] {
  return Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text),
    (part) => part.segment,
  );
}

/** The tokens as chips: a button between two joins them, a chip opens to be split. */
export function tokensControl(
  context: Context,
  tokens: readonly string[],
  open: number | null,
  setOpen: (token: number | null, focus: number) => void,
): TemplateResult {
  const { label, language, look, value, emit } = context;
  const change = (next: string[], at: number) => {
    setOpen(null, at);
    emit(formatTokens(next));
  };
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || open === null) return;
    event.stopPropagation();
    setOpen(null, open);
  };
  return html`<fieldset class="control tokens" ?disabled=${look.disabled === true} @keydown=${close}>
    <legend>${label}</legend>
    <ol>
      ${tokens.map(
        (token, i) => html`<li>
          ${
            i === open
              ? splitter(tokens, i, context, change)
              : html`<button type="button" class="chip" dir="auto" aria-expanded="false"
                  aria-label=${t(language, "controls.split", { token: visible(token) })}
                  ?disabled=${letters(token).length < 2}
                  @click=${() => setOpen(i, i)}>${visible(token)}</button>`
          }
          ${i + 1 < tokens.length ? joiner(tokens, i, context, change) : nothing}
        </li>`,
      )}
    </ol>
    ${
      value === ""
        ? nothing
        : html`<button type="button" @click=${() => emit("")}>${t(language, "controls.tokens.reset")}</button>`
    }
    ${look.hint === undefined ? nothing : html`<p class="hint">${look.hint}</p>`}
  </fieldset>`;
}

function joiner(
  tokens: readonly string[],
  i: number,
  { language }: Context,
  change: (tokens: string[], at: number) => void,
): TemplateResult {
  const words = { left: visible(tokens[i] ?? ""), right: visible(tokens[i + 1] ?? "") };
  const label = t(language, "controls.join", words);
  return html`<button type="button" class="join" aria-label=${label} title=${label}
    @click=${() => change(joinTokens(tokens, i), i)}>‿</button>`;
}

function splitter(
  tokens: readonly string[],
  i: number,
  { language }: Context,
  change: (tokens: string[], at: number) => void,
): TemplateResult {
  const parts = letters(tokens[i] ?? "");
  return html`<span class="splitter" role="group"
    aria-label=${t(language, "controls.split", { token: visible(tokens[i] ?? "") })}>
    ${parts.map((part, at) => {
      const words = { left: visible(parts[at - 1] ?? ""), right: visible(part) };
      const label = t(language, "controls.split.at", words);
      return html`${
        at === 0
          ? nothing
          : html`<button type="button" class="cut" aria-label=${label} title=${label}
              @click=${() => change(splitTokens(tokens, i, at), i)}>|</button>`
      }<span>${visible(part)}</span>`;
    })}
  </span>`;
}
