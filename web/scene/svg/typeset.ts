// Signs with a letter below the line, as SVG.
import { levels } from "../../i18n/symbols.js";
import { escapeXml, px } from "../xml.js";

/** What is written after "_" stands smaller below the line. */
export function typeset(line: string, size: number, formula: boolean): string {
  const parts = levels(line, formula).map((part, at) => {
    const text = escapeXml(part);
    if (at % 2 === 1)
      return `<tspan dy="${px(size / 5)}" font-size="${px(size * 0.75)}">${text}</tspan>`;
    return at === 0 || text === "" ? text : `<tspan dy="${px(-size / 5)}">${text}</tspan>`;
  });
  return parts.join("");
}
