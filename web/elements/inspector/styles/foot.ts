// Below the steps: what the number rests on, and the ways to copy the card.
import { css } from "lit";

export const foot = css`
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
  @media print {
    .copy,
    .manual {
      display: none;
    }
  }
`;
