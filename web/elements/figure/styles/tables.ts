// Tables of words below the panels.
import { css } from "lit";

export const tables = css`
  .caption {
    font-size: 0.95rem;
    font-weight: 600;
    margin-block: 1.75rem 0.4rem;
  }
  .scrolls {
    overflow-x: auto;
  }
  .scrolls:focus-visible {
    outline: 2px solid var(--ch-focus);
    outline-offset: 2px;
  }
  .words {
    border-collapse: collapse;
    font-size: 0.95rem;
  }
  .words th,
  .words td {
    text-align: start;
    font-weight: 400;
    padding: 0.25rem 1.5rem 0.25rem 0;
    border-block-start: 1px solid var(--ch-line);
    white-space: pre;
  }
  .words thead th {
    color: var(--ch-soft);
    font-size: 0.85rem;
    border: none;
  }
`;
