// Colours, fonts and the places inside the frame. Matrices, inspector and controls bring
// their own.
import { css, unsafeCSS } from "lit";
import { fontStack } from "../../../scene/theme.js";

export const frame = css`
  :host {
    display: block;
    container: ch-figure / inline-size;
    --ch-ink: light-dark(#1a1d21, #e8eaed);
    --ch-soft: light-dark(#555b63, #a6adb6);
    --ch-line: light-dark(#dcdfe3, #353b43);
    --ch-surface: light-dark(#ffffff, #16181c);
    --ch-raised: light-dark(#f6f7f9, #1e2126);
    --ch-accent: light-dark(#0067a1, #5bb1e6);
    --ch-on-accent: light-dark(#ffffff, #10151a);
    --ch-focus: light-dark(#0067a1, #8ccbf2);
  }
  :host([hidden]) {
    display: none;
  }
  /* Read by environment.ts: what light-dark() means here. */
  .probe {
    position: absolute;
    width: 0;
    height: 0;
    outline-color: light-dark(rgb(4, 5, 6), rgb(1, 2, 3));
  }
  .frame {
    position: relative;
    color: var(--ch-ink);
    background: var(--ch-surface);
    border: 1px solid var(--ch-line);
    border-radius: 0.9rem;
    font: 1rem / 1.55 ${unsafeCSS(fontStack)};
    font-variant-numeric: tabular-nums;
    text-align: start;
  }
  .frame[data-theme="light"] {
    color-scheme: light;
  }
  .frame[data-theme="dark"] {
    color-scheme: dark;
  }
  .frame:lang(zh) {
    font-family: "Clearhead marks", ${unsafeCSS(fontStack)};
    line-height: 1.7;
  }
  * {
    box-sizing: border-box;
  }
  p,
  h2,
  h3,
  ul {
    margin: 0;
    padding: 0;
  }
  .hint {
    color: var(--ch-soft);
    font-size: 0.9rem;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .flow,
  .side,
  .top,
  .bottom {
    padding: 1rem;
    min-width: 0;
  }
  .top {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.9rem;
    border-bottom: 1px solid var(--ch-line);
  }
  .bottom {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
    border-top: 1px solid var(--ch-line);
  }
  .note {
    color: var(--ch-soft);
    font-size: 0.9rem;
    margin-block-end: 0.75rem;
    max-width: 46rem;
  }
  @media print {
    .no-print {
      display: none !important;
    }
    .frame {
      border: none;
    }
  }
`;
