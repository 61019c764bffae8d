// The rows of a sum: the cells of a term, its value and its share as a bar.
import { css } from "lit";

export const rows = css`
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
    .rest b {
      display: none;
    }
  }
`;
