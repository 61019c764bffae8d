// The look of the figure's frame. Matrices, inspector and controls bring their own.
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

export const styles = css`
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
    font: 1rem / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial,
      "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif;
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
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .hint {
    color: var(--ch-soft);
    font-size: 0.9rem;
  }

  button,
  .button {
    font: inherit;
    font-size: 0.92rem;
    color: inherit;
    background: var(--ch-surface);
    border: 1px solid var(--ch-line);
    border-radius: 0.55rem;
    min-height: 2.75rem;
    padding: 0.25rem 0.85rem;
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
  input.text,
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
  .flow {
    container: ch-flow / inline-size;
  }
  .bands {
    display: grid;
    gap: 1.75rem;
    grid-template-columns: minmax(0, 1fr);
  }
  .note {
    color: var(--ch-soft);
    font-size: 0.9rem;
    margin-block-end: 0.75rem;
    max-width: 46rem;
  }

  .field {
    display: grid;
    gap: 0.25rem;
  }
  .field > span {
    font-size: 0.85rem;
    color: var(--ch-soft);
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

  .prompt {
    display: grid;
    gap: 0.8rem;
    justify-items: start;
  }
  .prompt .question {
    font-size: 1.1rem;
    line-height: 1.45;
    text-wrap: pretty;
  }
  .bars {
    list-style: none;
    width: 100%;
    max-width: 22rem;
    display: grid;
    grid-template-columns: minmax(2rem, max-content) minmax(4rem, 1fr) max-content;
    gap: 0.4rem 0.75rem;
    align-items: center;
  }
  .bars li {
    display: contents;
  }
  .bars bdi {
    max-width: 9rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bars .asked {
    font-weight: 700;
  }
  .track {
    height: 0.85rem;
    border-radius: 0.2rem;
    background: var(--ch-raised);
    overflow: hidden;
  }
  .track i {
    display: block;
    height: 100%;
    background: light-dark(#8ea4b4, #54697a);
  }
  .asked .track i {
    background: var(--ch-accent);
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
  .problem {
    color: light-dark(#b3261e, #f2887f);
    font-size: 0.9rem;
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
  .alert {
    display: grid;
    gap: 0.6rem;
    justify-items: start;
    padding: 0.75rem 1rem;
    border: 1px solid var(--ch-line);
    border-inline-start: 4px solid light-dark(#b3261e, #f2887f);
    border-radius: 0.5rem;
    overflow-wrap: anywhere;
  }
  .ignored {
    list-style: none;
    font-size: 0.88rem;
    color: var(--ch-soft);
    overflow-wrap: anywhere;
  }
  .copytext {
    width: 100%;
  }

  .side h2 {
    font-size: 0.95rem;
  }
  .side .bar {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 0.5rem;
  }

  /* Room for explanation beside the flow: it never moves what was clicked. */
  @container ch-figure (min-width: 52rem) {
    .body {
      grid-template-columns: minmax(0, 1fr) minmax(19rem, 24rem);
    }
    .side {
      border-inline-start: 1px solid var(--ch-line);
    }
    .side > .stick {
      position: sticky;
      top: 1rem;
      display: grid;
      gap: 0.8rem;
      max-height: calc(100vh - 2rem);
      overflow: auto;
    }
  }
  /* On a phone it is a sheet at the bottom of the screen. */
  @container ch-figure (max-width: 51.99rem) {
    .side {
      order: -1;
    }
    .sheet {
      position: fixed;
      inset: auto 0 0 0;
      z-index: 10;
      max-height: 58vh;
      overflow: auto;
      overscroll-behavior: contain;
      background: var(--ch-surface);
      border-top: 1px solid var(--ch-line);
      border-radius: 1rem 1rem 0 0;
      box-shadow: 0 -0.5rem 2rem rgb(0 0 0 / 0.18);
      padding: 0.75rem 1rem 1.25rem;
    }
    /* An iframe as high as its figure has no bottom that the reader sees. */
    .framed .sheet {
      position: static;
      max-height: 28rem;
      border: none;
      box-shadow: none;
      padding: 0;
    }
  }

  @media (forced-colors: active) {
    .track i {
      forced-color-adjust: none;
      background: CanvasText;
    }
    button.primary {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
      border-color: HighlightText;
    }
  }
  @media print {
    .no-print,
    .top,
    .bottom {
      display: none !important;
    }
    .sheet {
      position: static;
      max-height: none;
    }
    .frame {
      border: none;
    }
    .band {
      break-inside: avoid;
    }
  }
`;
