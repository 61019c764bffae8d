// The stage flow: bands of matrices, one below the other or a band a column.
import { css } from "lit";

/** Small matrices: the whole computation at a glance, a band a column. */
const COLUMNS = css`
  grid-template-columns: none;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 12.5rem);
  justify-content: space-between;
  gap: 1.5rem;
  .panels {
    flex-direction: column;
    flex-wrap: nowrap;
    gap: 0.9rem;
  }
  .slot {
    flex: none;
    width: 100%;
    max-width: none;
  }
  .joint {
    align-self: flex-start;
    margin: -0.5rem 0 -0.35rem 3.5rem;
  }
  .across {
    display: none;
  }
  .joint .down {
    display: inline;
  }
  .band > h3 {
    min-height: 2.7em;
  }`;

export const bands = css`
  .flow {
    container: ch-flow / inline-size;
  }
  .bands {
    display: grid;
    gap: 1.75rem;
    grid-template-columns: minmax(0, 1fr);
  }
  .band {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.6rem;
    align-content: start;
    min-width: 0;
  }
  .band > h3 {
    font-size: 0.95rem;
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }
  .panels {
    display: flex;
    flex-wrap: wrap;
    gap: 1.25rem 1.1rem;
    align-items: flex-start;
  }
  .slot {
    min-width: 0;
    max-width: 100%;
  }
  .slot.single {
    flex: 0 0 8rem;
  }
  .slot.small {
    flex: 0 1 15rem;
  }
  .slot.medium {
    flex: 0 1 21rem;
  }
  .slot.wide {
    flex: 1 0 100%;
  }
  .joint {
    align-self: center;
    color: var(--ch-soft);
    font-size: 1.05rem;
    min-width: 1rem;
    text-align: center;
  }
  .joint .down {
    display: none;
  }
  /* One panel a line: the sign between two stands over the lower one. */
  @container ch-flow (max-width: 31.99rem) {
    .joint {
      flex: 0 0 100%;
      text-align: start;
      padding-inline-start: 3.5rem;
    }
    .across {
      display: none;
    }
    .joint .down {
      display: inline;
    }
  }
  @container ch-flow (min-width: 44rem) {
    .columns.few {
      ${COLUMNS}
    }
  }
  @container ch-flow (min-width: 56rem) {
    .columns {
      ${COLUMNS}
    }
  }
  @media print {
    .band {
      break-inside: avoid;
    }
  }
  /* The ring that leads from one opened number to the next: see flight.ts. */
  .flight {
    position: fixed;
    inset: 0 auto auto 0;
    z-index: 3;
    pointer-events: none;
    outline: 2.5px solid #fff;
    box-shadow: 0 0 0 5px #000;
  }
`;
