// Calm, one column, numbers aligned; the same card in a wide column and in a sheet.
import { css } from "lit";

export const card = css`
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

  /* A finger needs room. */
  @media (pointer: coarse) {
    button {
      min-height: 2.75rem;
    }
  @media print {
    nav {
      display: none;
    }
    .step {
      break-inside: avoid;
    }
  }
`;
