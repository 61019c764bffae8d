import { css } from "lit";

export const style = css`
  :host {
    display: block;
    inline-size: fit-content;
    max-inline-size: 100%;
    min-inline-size: 0;
    contain: layout style;
  }
  figure { margin: 0; max-inline-size: 100%; }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 6px;
    margin-block-end: 6px;
    line-height: 1.4;
  }
  .title { flex: 1 1 0; font-weight: 600; font-size: 15px; }
  /* One height for all, so that the cells of neighbouring matrices stand on one line. */
  .formula {
    flex: 0 0 100%;
    display: flex;
    align-items: center;
    min-block-size: 48px;
    font-size: 14px;
    overflow: auto hidden;
  }
  .formula mtable { font-size: 0.82em; }
  .tools { display: flex; gap: 2px; margin-inline-start: auto; align-self: start; }
  .tools button {
    display: grid;
    place-items: center;
    padding: 0;
    min-inline-size: 26px;
    min-block-size: 26px;
    border-color: transparent;
    color: var(--_muted);
    background: none;
  }
  .tools button:hover, .tools button[aria-expanded="true"] { color: var(--_text); background: var(--_plain); }
  .tools svg { inline-size: 16px; block-size: 16px; fill: none; stroke: currentColor; stroke-width: 1.4; }

  .box { overflow: auto hidden; padding: 5px; margin: -5px; overscroll-behavior-x: contain; }
  .plot { position: relative; }
  .labels span, .labels bdi { position: absolute; white-space: nowrap; line-height: 1.2; }
  .axis { font-size: 12px; color: var(--_muted); }
  .label.row { transform: translateY(-50%); }
  .label.column { transform: translate(-50%, -100%); }
  .label.turned { transform-origin: 0 0; transform: rotate(-90deg) translateY(-50%); }
  .label.padding { color: var(--_muted); font-style: italic; }
  .label.on { font-weight: 700; }

  canvas, .grid, .chart { position: absolute; }
  /* Words and marks stay whole above the frames of cells. */
  .chart { inset: 0; z-index: 2; pointer-events: none; }
  .chart svg { display: block; overflow: visible; font-variant-numeric: tabular-nums; forced-color-adjust: none; }
  canvas {
    image-rendering: pixelated;
    forced-color-adjust: none;
    print-color-adjust: exact;
    /* Never seen: tells which theme holds, and its transition tells when that changes. */
    color: light-dark(#000, #fff);
    transition: color 1ms;
  }
  .grid { touch-action: pan-x pan-y; cursor: pointer; outline: none; -webkit-tap-highlight-color: transparent; }
  .grid.painted { touch-action: pan-y; cursor: cell; }
  .handle { position: absolute; inline-size: 44px; block-size: 44px; transform: translate(-50%, -50%); touch-action: none; cursor: grab; }
  .handle:active { cursor: grabbing; }
  .ring, .operand { position: absolute; pointer-events: none; border-radius: 1px; }
  .ring { outline: 1.5px solid #fff; box-shadow: 0 0 0 3px #000; }
  .ring.quiet { outline-width: 1px; box-shadow: 0 0 0 2px #000; }
  .grid:focus .ring { outline-width: 2.5px; box-shadow: 0 0 0 5px #000; z-index: 1; }
  /* Operands of the opened number: white dashes on black. */
  .operand { outline: 2px dashed #fff; box-shadow: 0 0 0 2px #000; z-index: 1; }
  @media (forced-colors: active) {
    .ring, .operand { outline: 3px solid Highlight; }
    .operand { outline-style: dashed; }
    .ring.quiet { outline: 2px solid CanvasText; }
    .grid:focus .ring { outline: 4px solid Highlight; }
  }

  .editor {
    position: absolute;
    z-index: 3;
    padding: 0 4px;
    text-align: center;
    border: 2px solid var(--_accent);
    border-radius: 3px;
  }
  .editor[aria-invalid="true"] { border-color: var(--_error); }
  .error { color: var(--_error); font-size: 13px; margin: 6px 0 0; max-inline-size: 40ch; }

  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 4px 16px;
    margin-block-start: 8px;
    font-size: 12px;
    line-height: 1.3;
    color: var(--_muted);
  }
  .scale { inline-size: 132px; position: relative; }
  .bar { block-size: 10px; border-radius: 2px; forced-color-adjust: none; print-color-adjust: exact; }
  .marks { display: flex; justify-content: space-between; margin-block-start: 2px; }
  .mark { display: flex; align-items: center; gap: 5px; }
  .mark i { inline-size: 14px; block-size: 12px; forced-color-adjust: none; print-color-adjust: exact; }
  i.hidden {
    background: repeating-linear-gradient(-45deg, var(--_hatch) 0 1.5px, var(--_hidden) 1.5px 4.2px);
  }
  i.edited { background: linear-gradient(45deg, var(--_plain) 62%, var(--_text) 62%); }
  i.greyed { background: linear-gradient(to right, light-dark(#555, #444), light-dark(#ddd, #bbb)); }

  .tip {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: 4px 8px;
    max-inline-size: min(300px, calc(100vw - 16px));
    border: 1px solid var(--_line);
    border-radius: 5px;
    background: var(--_text);
    color: var(--_surface);
    font-size: 13px;
    line-height: 1.4;
  }

  .loupe { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; margin-block-start: 10px; }
  .pad { display: grid; grid-template-columns: repeat(3, 44px); grid-auto-rows: 44px; gap: 4px; }
  .pad button { padding: 0; min-inline-size: 44px; min-block-size: 44px; font-size: 18px; }
  .pad .glass {
    display: grid;
    place-items: center;
    grid-area: 2 / 2;
    border-radius: 6px;
    font-size: 13px;
    forced-color-adjust: none;
    outline: 2px solid #fff;
    box-shadow: 0 0 0 4px #000;
    margin: 4px;
  }
  .said { flex: 1 1 120px; min-inline-size: 0; font-size: 14px; }
  .said p { margin: 0 0 8px; }

  .table { overflow: auto; max-inline-size: 100%; max-block-size: 60vh; margin-block-start: 10px; font-size: 13px; }
  table { border-collapse: collapse; }
  caption { text-align: start; color: var(--_muted); padding-block-end: 4px; }
  th, td { border: 1px solid var(--_line); padding: 3px 8px; text-align: end; white-space: nowrap; }
  th { font-weight: 600; background: var(--_plain); }

  @media print {
    .tools, .tip, .loupe, .editor, .ring, .operand { display: none; }
    .box { overflow: visible; }
    figure { break-inside: avoid; }
  }
`;
