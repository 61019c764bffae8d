import { css, unsafeCSS } from "lit";
import { fontStack, palettes } from "../scene/theme.js";

/**
 * The palette as custom properties. A host page overrides any `--ch-*` from outside; the elements
 * read the `--_*` twins, which fall back to the palette and follow `color-scheme`.
 */
function properties(): string {
  const { light, dark } = palettes;
  const pairs: [string, string, string][] = [
    ["surface", light.surface, dark.surface],
    ["plain", light.plain, dark.plain],
    ["text", light.text, dark.text],
    ["muted", light.muted, dark.muted],
    ["line", light.line, dark.line],
    ["hidden", light.hidden, dark.hidden],
    ["hatch", light.hatch, dark.hatch],
    ["accent", light.ink.query, dark.ink.query],
    ["error", "#b3261e", "#f2938c"],
  ];
  for (const role of ["query", "key", "value", "gradient", "neutral"] as const) {
    pairs.push([role, light.role[role], dark.role[role]]);
    pairs.push([`${role}-ink`, light.ink[role], dark.ink[role]]);
  }
  return pairs
    .map(([name, day, night]) => `--_${name}: var(--ch-${name}, light-dark(${day}, ${night}));`)
    .join("\n");
}

/** Words for screen readers alone. */
export const visuallyHidden = css`
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** For every element's `static styles`: the palette, the fonts, the roles' colours. */
export const tokens = css`
  :host {
    ${unsafeCSS(properties())}
    --_font: var(--ch-font, ${unsafeCSS(fontStack)});
    color: var(--_text);
    font-family: var(--_font);
    font-variant-numeric: tabular-nums;
    box-sizing: border-box;
  }
  :host(:lang(zh)) { font-family: "Clearhead marks", var(--_font); }
  :host([hidden]) { display: none; }
  *, *::before, *::after { box-sizing: inherit; }
  :lang(zh) { line-height: 1.7; }
  .query { color: var(--_query-ink); }
  .key { color: var(--_key-ink); }
  .value { color: var(--_value-ink); }
  .gradient { color: var(--_gradient-ink); }
  math {
    font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "DejaVu Math TeX Gyre", math;
  }
  ${visuallyHidden}
`;

/** Buttons and fields: at least 24 px, 44 px for fingers, a ring that shows on any colour. */
export const widgets = css`
  button, select, input[type="text"], input[type="number"], textarea {
    font: inherit;
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_muted);
    border-radius: 6px;
    min-block-size: 32px;
    min-inline-size: 32px;
    padding: 2px 8px;
  }
  button { cursor: pointer; }
  button:hover:not(:disabled, [aria-disabled="true"]) { background: var(--_plain); }
  button:disabled, button[aria-disabled="true"] { color: var(--_muted); border-style: dashed; cursor: default; }
  button:focus-visible, select:focus-visible, input:focus-visible, textarea:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  @media (pointer: coarse) {
    button, select, input[type="text"], input[type="number"], textarea {
      min-block-size: 44px;
      min-inline-size: 44px;
    }
  }
  @media (forced-colors: active) {
    button:focus-visible, select:focus-visible, input:focus-visible, textarea:focus-visible {
      outline-color: Highlight;
    }
  }
`;
