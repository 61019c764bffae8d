// Calm, one column, numbers aligned; the same card in a wide column and in a sheet.
import { css } from "lit";

export const styles = css`
  :host {
    display: block;
    container: ch-inspector / inline-size;
    color: var(--ch-ink, light-dark(#1a1d21, #e8eaed));
    font-variant-numeric: tabular-nums;
    --soft: var(--ch-soft, light-dark(#555b63, #a6adb6));
    --line: var(--ch-line, light-dark(#dcdfe3, #353b43));
    --raised: var(--ch-raised, light-dark(#f6f7f9, #1e2126));
    --accent: var(--ch-accent, light-dark(#0067a1, #5bb1e6));
    --query: light-dark(#0067a1, #5bb1e6);
    --key: light-dark(#b34a00, #f58b45);
    --value: light-dark(#00755a, #35c398);
    --gradient: light-dark(#a34a7d, #dfa0c6);
  }
  :host([hidden]) {
    display: none;
  }
  section {
    display: grid;
    gap: 0.9rem;
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  section:lang(zh) {
    line-height: 1.7;
  }
  h3,
  h4,
  p,
  ol,
  ul {
    margin: 0;
    padding: 0;
    font-weight: inherit;
    list-style: none;
  }
  header {
    display: grid;
    gap: 0.25rem;
  }
  nav,
  nav ol {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem;
  }
  nav li::after {
    content: "›";
    color: var(--soft);
  }
  nav .close {
    margin-inline-start: auto;
    font-size: 1.4rem;
  }
  h3 {
    font-size: 1rem;
    font-weight: 600;
  }
  h4 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.5rem;
    font-size: 0.92rem;
    color: var(--soft);
  }
  .value {
    display: flex;
    align-items: center;
    gap: 0.9rem;
    font-size: 2.1rem;
    line-height: 1.15;
    font-weight: 600;
  }
  .value small {
    font-size: 1rem;
    font-weight: 400;
  }
  small,
  .soft {
    color: var(--soft);
  }
  .soft {
    font-size: 0.92rem;
  }
  .step {
    display: grid;
    gap: 0.65rem;
  }
  .step + .step {
    padding-top: 0.8rem;
    border-top: 1px solid var(--line);
  }
  .edited {
    padding: 0.4rem 0.7rem;
    border-inline-start: 3px solid var(--accent);
    background: var(--raised);
  }

  math {
    font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", "DejaVu Math TeX Gyre", math;
  }
  .formula {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.45rem 0.25rem;
    max-width: 100%;
    overflow: auto hidden;
    font-size: 1.08rem;
    padding-block: 0.25rem;
  }
  .role-query {
    color: var(--query);
  }
  .role-key {
    color: var(--key);
  }
  .role-value {
    color: var(--value);
  }
  .role-gradient {
    color: var(--gradient);
  }
  [data-term] {
    cursor: pointer;
  }
  [data-term]:hover {
    background: var(--raised);
    text-decoration: underline;
  }

  button {
    position: relative;
    font: inherit;
    color: inherit;
    min-height: 1.75rem;
    padding: 0.1rem 0.45rem;
    border: 1px solid transparent;
    border-radius: 0.45rem;
    background: none;
    cursor: pointer;
  }
  button:hover {
    background: var(--raised);
    border-color: var(--line);
  }
:focus-visible {
    outline: 2px solid var(--ch-focus, var(--accent));
    outline-offset: 1px;
  }
  h3:focus {
    outline: none;
  }
  .cell {
    border-color: var(--line);
    white-space: nowrap;
    max-width: 100%;
    overflow: hidden;
  }
  .cell math {
    margin-inline-end: 0.25rem;
  }
  .rows {
    display: grid;
    gap: 0.4rem;
    font-size: 0.92rem;
  }
  .rows li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.2rem 0.5rem;
  }
  .rows li.rest,
  ul.rows li {
    display: block;
  }
  .rest button {
    color: var(--soft);
    text-align: start;
  }
  .rest b {
    color: var(--accent);
    font-weight: 500;
  }
  .own .result {
    font-weight: 700;
  }
  .term {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.2rem;
  }
  .result {
    text-align: end;
    white-space: nowrap;
  }
  /* The share of the largest term; signed ones grow from the middle. */
  .bar {
    grid-column: 1 / -1;
    height: 0.25rem;
    border-radius: 0.2rem;
    background: linear-gradient(var(--bar) 0 0) no-repeat var(--raised);
    background-size: calc(var(--share) * 100%) 100%;
    --bar: light-dark(#7c9cb5, #6f93ae);
  }
  .own .bar {
    --bar: var(--accent);
  }
  .minus {
    --bar: light-dark(#b98a6b, #b5835f);
  }
  .signed .bar {
    background-size: calc(var(--share) * 50%) 100%;
    background-position: calc(50% / (1 - var(--share) * 0.5)) 0;
  }
  .signed .minus {
    background-position: calc((50% - var(--share) * 50%) / (1 - var(--share) * 0.5)) 0;
  }
  .copy,
  .rests {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.3rem 0.4rem;
    padding-top: 0.6rem;
    border-top: 1px solid var(--line);
    color: var(--soft);
    font-size: 0.92rem;
  }
  .rests + .copy {
    border-top: 0;
    padding-top: 0;
  }
  .copy button,
  .token {
    border-color: var(--line);
    color: var(--ch-ink, inherit);
  }
  .done {
    border-color: var(--accent) !important;
  }
  .manual {
    display: grid;
    gap: 0.3rem;
  }
  textarea {
    width: 100%;
    box-sizing: border-box;
    font: 0.8rem / 1.4 ui-monospace, monospace;
  }
  .said {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* A finger needs room. */
  @media (pointer: coarse) {
    button {
      min-height: 2.75rem;
    }
  }
  @media (forced-colors: active) {
    .bar {
      forced-color-adjust: none;
      --bar: CanvasText;
      --raised: Canvas;
    }
    .own .bar {
      --bar: Highlight;
    }
  }
  @media print {
    nav,
    .copy,
    .manual,
    .rest b {
      display: none;
    }
    .step {
      break-inside: avoid;
    }
  }
`;
