import { html, nothing, type TemplateResult } from "lit";
import { styleMap } from "../../controls/style-map.js";
import type { Geometry, Label } from "../../scene/geometry.js";
import type { Position } from "./keys.js";

/** Axis titles and token labels. Screen readers get them with every cell instead. */
export function labels(g: Geometry, active: Position | null): TemplateResult | typeof nothing {
  // A chart writes its own.
  if (g.marks) return nothing;
  return html`<div class="labels" aria-hidden="true">
    <span class="axis" style=${styleMap({ left: `${g.left}px`, top: "0" })}>${g.columnTitle}</span>
    <span
      class="axis"
      style=${styleMap({ right: `calc(100% - ${g.titleEnd}px)`, top: `${g.top - 20}px` })}
      >${g.rowTitle}</span
    >
    ${g.rowLabels.map((label) =>
      one(label, label.index === active?.row, "row", {
        right: `calc(100% - ${g.left - 6}px)`,
        top: `${g.top + (label.index + 0.5) * g.cell}px`,
        fontSize: `${g.rowFont}px`,
      }),
    )}
    ${g.columnLabels.map((label) =>
      one(label, label.index === active?.column, label.turned ? "turned" : "column", {
        left: `${g.left + (label.index + 0.5) * g.cell}px`,
        top: `${g.top - 6}px`,
        fontSize: `${g.columnFont}px`,
      }),
    )}
  </div>`;
}

function one(
  label: Label,
  on: boolean,
  kind: string,
  place: Record<string, string>,
): TemplateResult {
  const classes = `label ${kind} ${on ? "on" : ""} ${label.padding ? "padding" : ""}`;
  const language = /\p{Script=Han}/u.test(label.text) ? "zh-Hans" : "";
  return html`<bdi
    class=${classes}
    lang=${language}
    title=${label.text === label.full ? "" : label.full}
    style=${styleMap(place)}
    >${label.text}</bdi
  >`;
}
