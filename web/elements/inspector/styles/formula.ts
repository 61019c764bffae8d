// The formulas of a step, each role in its colour.
import { css } from "lit";

export const formula = css`
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
  .cut {
    mask-image: linear-gradient(to left, #0000, #000 3rem);
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
`;
