// All controls: groups, the reader's own numbers, a pasted matrix.
import { css } from "lit";

export const styles = css`
  .field {
    display: grid;
    gap: 0.25rem;
  }
  .field > span {
    font-size: 0.85rem;
    color: var(--ch-soft);
  }
  .problem {
    color: light-dark(#b3261e, #f2887f);
    font-size: 0.9rem;
  }
  .groups {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    gap: 1.25rem 2rem;
  }
  .group {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    align-content: start;
    min-width: 0;
  }
  .group.sentence {
    grid-column: 1 / -1;
  }
  @container ch-figure (min-width: 60rem) {
    .groups {
      grid-template-columns: 5fr 4fr 4fr;
    }
    .group.model {
      grid-row: span 2;
    }
  }
  .group h3 {
    font-size: 0.95rem;
  }
  .paste summary {
    cursor: pointer;
    min-height: 2rem;
  }
  .paste[open] {
    display: grid;
    gap: 0.6rem;
  }
  .edits {
    list-style: none;
    display: grid;
    gap: 0.35rem;
    max-height: 12rem;
    overflow: auto;
  }
  .edits li {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    justify-content: space-between;
    font-size: 0.9rem;
  }
  .edits button {
    min-height: 2rem;
  }
`;
