// What went wrong and what was not taken.
import { css } from "lit";

export const messages = css`
  .alert {
    display: grid;
    gap: 0.6rem;
    justify-items: start;
    padding: 0.75rem 1rem;
    border: 1px solid var(--ch-line);
    border-inline-start: 4px solid light-dark(#b3261e, #f2887f);
    border-radius: 0.5rem;
    margin-block-end: 0.75rem;
    overflow-wrap: anywhere;
  }
  .frame > .ignored {
    padding: 0.75rem 1rem 0;
  }
  .frame > .alert {
    margin: 1rem 1rem 0;
  }
  .ignored {
    list-style: none;
    font-size: 0.88rem;
    color: var(--ch-soft);
    overflow-wrap: anywhere;
  }
`;
