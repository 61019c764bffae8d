// Buttons, fields and disclosures.
import { css } from "lit";

export const widgets = css`
  button,
  .button {
    font: inherit;
    font-size: 0.92rem;
    color: inherit;
    background: var(--ch-surface);
    border: 1px solid var(--ch-line);
    border-radius: 0.55rem;
    min-height: 2.75rem;
    max-width: 100%;
    padding: 0.25rem 0.85rem;
    overflow-wrap: anywhere;
    cursor: pointer;
    text-align: center;
  }
  button:hover,
  .button:hover {
    border-color: var(--ch-accent);
  }
  button:focus-visible,
  input:focus-visible,
  textarea:focus-visible,
  select:focus-visible,
  summary:focus-visible,
  .button:focus-within {
    outline: 3px solid var(--ch-focus);
    outline-offset: 2px;
  }
  button.primary {
    background: var(--ch-accent);
    border-color: var(--ch-accent);
    color: var(--ch-on-accent);
    font-size: 1.05rem;
    font-weight: 600;
    padding: 0.4rem 1.4rem;
  }
  textarea,
  select {
    font: inherit;
    color: inherit;
    background: var(--ch-surface);
    border: 1px solid light-dark(#8a9099, #6f7781);
    border-radius: 0.5rem;
    padding: 0.4rem 0.65rem;
    min-height: 2.75rem;
    width: 100%;
    min-width: 0;
  }
  textarea {
    font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
    font-size: 0.85rem;
    line-height: 1.5;
    min-height: 6rem;
    resize: vertical;
  }
  label.button,
  summary.button {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    list-style: none;
  }
  summary.button::before {
    content: "▸";
  }
  details[open] > summary.button::before {
    content: "▾";
  }
  summary.button::-webkit-details-marker {
    display: none;
  }
  .outlets[open] {
    display: grid;
    gap: 0.6rem;
    flex: 1 1 100%;
    justify-items: start;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
  }
  @media (forced-colors: active) {
    button.primary {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: HighlightText;
    }
  }
`;
