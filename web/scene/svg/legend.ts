// The legend of a panel: the colour bar with its numbers, and a key for every mark.
import { t } from "../../i18n/t.js";
import { cellColour, lut } from "../colours.js";
import { fonts, legendBar, legendLine, type PanelBox } from "../layout.js";
import { hasBar, type LegendKey, legendKeys } from "../legend.js";
import type { Matrix } from "../scene.js";
import type { Theme } from "../theme.js";
import { element, escapeXml, px } from "../xml.js";
import { type Brush, editedMark } from "./brush.js";

export function paintLegend({ matrix, legendY, geometry: g }: PanelBox, brush: Brush): string {
  const { palette, language } = brush;
  const parts: string[] = [];
  const words = { "font-size": fonts.legend, fill: palette.muted };
  let y = 0;
  if (hasBar(matrix)) {
    const width = Math.min(120, Math.max(72, g.width - 40));
    parts.push(...colourBar(matrix, width, brush.theme));
    const last = Math.max(1, matrix.legend.length - 1);
    matrix.legend.forEach((mark, i) => {
      const anchor = i === 0 ? "start" : i === last ? "end" : "middle";
      const place = { x: (width * i) / last, y: 21, "text-anchor": anchor };
      parts.push(element("text", { ...place, ...words }, escapeXml(mark.text)));
    });
    y += legendBar;
  }
  for (const key of legendKeys(matrix)) {
    parts.push(legendKey(key, y + 2, brush));
    const text = escapeXml(t(language, `controls.legend.${key}`));
    parts.push(element("text", { x: 19, y: y + 12, ...words }, text));
    y += legendLine;
  }
  return element("g", { transform: `translate(0 ${px(legendY)})` }, parts.join(""));
}

function legendKey(key: LegendKey, y: number, brush: Brush): string {
  const { palette, id } = brush;
  const fill =
    key === "hidden" ? `url(#${id}-hatch)` : key === "greyed" ? palette.muted : palette.plain;
  const swatch = element("rect", { y, width: 14, height: 11, fill });
  return key === "edited" ? swatch + editedMark(0, y, 14, palette.text) : swatch;
}

/** The map itself, in 32 steps. */
export function colourBar({ map }: Pick<Matrix, "map">, width: number, theme: Theme): string[] {
  const steps = 32;
  const table = lut(map, theme);
  return Array.from({ length: steps }, (_, i) => {
    const fill = cellColour(table, Math.round((i * 255) / (steps - 1)), false).fill;
    const place = { x: (i * width) / steps, width: width / steps, height: 10 };
    return element("rect", { ...place, fill, "shape-rendering": "crispEdges" });
  });
}
