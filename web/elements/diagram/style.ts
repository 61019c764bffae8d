import { css } from "lit";

export const style = css`
  :host { display: block; min-inline-size: 0; contain: layout style; }
  .plot { position: relative; margin-inline: auto; }
  .picture { position: absolute; inset: 0; pointer-events: none; }
  .picture svg { display: block; overflow: visible; font-variant-numeric: tabular-nums; forced-color-adjust: none; }
  canvas {
    position: absolute;
    image-rendering: pixelated;
    forced-color-adjust: none;
    print-color-adjust: exact;
    /* Never seen: tells which theme holds, and its transition tells when that changes. */
    color: light-dark(#000, #fff);
    transition: color 1ms;
  }
  button {
    position: absolute;
    padding: 0;
    border: 0;
    border-radius: 4px;
    background: none;
    cursor: pointer;
    -webkit-tap-highlight-color: transparent;
  }
  button:hover { box-shadow: 0 0 0 1.5px var(--_accent); }
  button:focus-visible { outline: 3px solid var(--_accent); outline-offset: 2px; }
  @media (forced-colors: active) {
    button[aria-pressed="true"] { border: 3px solid CanvasText; }
  }
`;
