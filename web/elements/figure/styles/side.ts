// The words beside the flow: a column that stays in view, on a phone a sheet.
import { css } from "lit";

export const side = css`
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
  @media print {
    .sheet {
      position: static;
      max-height: none;
    }
  }
`;
