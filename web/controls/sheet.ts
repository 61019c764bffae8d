import { css } from "lit";

export const sheet = css`
  :host { display: block; font-size: 14px; }
  .controls { display: flex; flex-wrap: wrap; gap: 14px 24px; align-items: end; }
  .control { border: 0; margin: 0; padding: 0; min-inline-size: 0; max-inline-size: 100%; }
  .control > label, legend {
    display: block;
    padding: 0;
    margin-block-end: 4px;
    font-size: 13px;
    color: var(--_muted);
  }
  .text, .tokens, .chips, .order { flex: 1 1 100%; }
  .text input, textarea { inline-size: 100%; max-inline-size: 44rem; font-size: 16px; }
  select { max-inline-size: 100%; }
  .hint, .error { margin: 4px 0 0; font-size: 13px; color: var(--_muted); }
  .error { color: var(--_error); max-inline-size: 34ch; }
  .error:empty { display: none; }

  .row {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .number input[type="range"] { flex: 0 1 132px; min-inline-size: 60px; min-block-size: 24px; accent-color: var(--_accent); margin: 0 4px 0 0; }
  .number input[type="text"] { inline-size: 4.2em; text-align: center; padding: 2px 4px; }
  .number input[aria-invalid="true"] { border-color: var(--_error); }
  .run { flex: 1 1 100%; display: grid; gap: 6px; }
  .run > .row { flex-wrap: wrap; }
  .play { font-weight: 600; min-inline-size: 7em; }
  .number button { padding: 0; font-size: 17px; line-height: 1; }

  .segments { display: flex; flex-wrap: wrap; border: 1px solid var(--_muted); border-radius: 6px; overflow: hidden; inline-size: fit-content; }
  .segments label { position: relative; display: flex; cursor: pointer; }
  .segments input { position: absolute; inset: 0; opacity: 0; margin: 0; inline-size: 100%; block-size: 100%; cursor: pointer; }
  .segments span { display: grid; place-items: center; min-block-size: 30px; padding: 2px 12px; }
  .segments label + label { border-inline-start: 1px solid var(--_line); }
  .segments input:checked + span { background: var(--_accent); color: var(--_surface); font-weight: 600; }
  .segments label:has(:focus-visible) { outline: 2px solid var(--_text); outline-offset: -3px; border-radius: 6px; }
  fieldset:disabled { opacity: 0.75; }
  fieldset:disabled .segments span { color: var(--_muted); }

  .toggle button { display: flex; align-items: center; gap: 8px; border-color: transparent; background: none; padding-inline: 2px; }
  .toggle i { position: relative; inline-size: 36px; block-size: 20px; border-radius: 10px; border: 1px solid var(--_muted); background: var(--_plain); flex: none; }
  .toggle i::after {
    content: "";
    position: absolute;
    inset-block: 2px;
    inset-inline-start: 2px;
    inline-size: 14px;
    border-radius: 50%;
    background: var(--_muted);
    transition: transform 120ms;
  }
  [aria-checked="true"] i { background: var(--_accent); border-color: var(--_accent); }
  [aria-checked="true"] i::after { transform: translateX(16px); background: var(--_surface); }

  ul, ol { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; margin: 0; padding: 0; }
  .order ol { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none; }
  .order .chip { min-inline-size: 44px; min-block-size: 36px; cursor: grab; touch-action: none; }
  .chips ul { margin-block-end: 6px; }
  li.chip { display: flex; align-items: center; background: var(--_plain); border-radius: 6px; padding-inline-start: 8px; font-size: 13px; overflow-wrap: anywhere; }
  li.chip button { border: 0; background: none; min-block-size: 28px; min-inline-size: 28px; padding: 0; font-size: 16px; }
  .tokens ol { gap: 4px 0; margin-block-end: 6px; }
  .tokens li { display: flex; align-items: center; min-inline-size: 0; max-inline-size: 100%; }
  .tokens button.chip { font-size: 15px; padding-inline: 9px; max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; }
  .tokens button.chip:disabled { color: var(--_text); border-style: solid; border-color: var(--_line); }
  .join, .cut { border-color: transparent; background: none; color: var(--_muted); padding: 0; min-inline-size: 24px; }
  .join:hover, .cut:hover, .join:focus-visible, .cut:focus-visible { color: var(--_text); }
  .splitter { display: flex; align-items: center; border: 1px solid var(--_accent); border-radius: 6px; padding-inline: 7px; font-size: 15px; }

  @media (pointer: coarse) {
    .segments span, .toggle button { min-block-size: 44px; }
    .number input[type="range"] { min-block-size: 44px; }
    li.chip button { min-block-size: 44px; min-inline-size: 44px; }
    .join, .cut { min-inline-size: 44px; }
  }
  @media (forced-colors: active) {
    .segments input:checked + span, [aria-checked="true"] i { background: Highlight; color: HighlightText; forced-color-adjust: none; }
    .toggle i::after { background: ButtonText; }
    [aria-checked="true"] i::after { background: HighlightText; forced-color-adjust: none; }
  }
  @media (prefers-reduced-motion: reduce) { .toggle i::after { transition: none; } }
  @media print { .controls { display: none; } }
`;
