// The stage flow: bands of matrices, one below the other or a band a column.
import { css } from "lit";

/** A step on lines of its own: the sign stands over the panel that it leads to. */
const BELOW = css`
  flex-direction: column;
  align-items: stretch;
  gap: 0.35rem;
  .joint {
    align-self: flex-start;
    margin-inline-start: 3.5rem;
  }
  .across {
    display: none;
  }
  .down {
    display: inline;
  }`;

/** The panels of a band one below the other. */
const STACKED = css`
  .panels {
    flex-direction: column;
    flex-wrap: nowrap;
    gap: 0.9rem;
  }
  .step {
    ${BELOW}
    width: 100%;
  }
  .step .slot {
    width: 100%;
  }`;

/** Small matrices: the whole computation at a glance, a band a column, titles of one height. */
const COLUMNS = css`
  ${STACKED}
  grid-template-columns: none;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 12.5rem);
  justify-content: space-between;
  gap: 1.5rem;
  .band {
    grid-row: span 2;
    grid-template-rows: subgrid;
    row-gap: 0.6rem;
  }`;

/** Half as wide: down the first column, then down the second. */
const HALVES = css`
  ${STACKED}
  display: block;
  columns: 2;
  column-gap: 1.5rem;
  .band {
    break-inside: avoid;
    padding-block-end: 1.75rem;
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
  /* A panel and the sign that leads to it stay together. */
  .step {
    display: flex;
    align-items: center;
    gap: 1.1rem;
    min-width: 0;
    max-width: 100%;
  }
  .slot {
    min-width: 0;
    max-width: 100%;
    width: 15rem;
  }
  .single .slot {
    flex: none;
    width: 8rem;
  }
  .tiny .slot {
    width: 8.5rem;
  }
  .medium .slot {
    width: 21rem;
  }
  .wide .slot {
    width: 100%;
  }
  .joint {
    flex: none;
    color: var(--ch-soft);
    font-size: 1.05rem;
    min-width: 1rem;
    text-align: center;
  }
  .down {
    display: none;
  }
  .step.wide {
    ${BELOW}
    flex: 1 0 100%;
  }
  /* One panel a line. */
  @container ch-flow (max-width: 31.99rem) {
    .step {
      ${BELOW}
    }
  }
  @container ch-flow (min-width: 30rem) and (max-width: 43.99rem) {
    .columns.few {
      ${HALVES}
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
