// A scene as one SVG picture: titles, bands, panels and their axes.

import type { Language } from "../i18n/types.js";
import type { Geometry, Label } from "./geometry.js";
import { type BandBox, fonts, layout, lineHeight, type PanelBox } from "./layout.js";
import type { Scene } from "./scene.js";
import type { Brush } from "./svg/brush.js";
import { paintCells } from "./svg/cells.js";
import { paintLegend } from "./svg/legend.js";
import { typeset } from "./svg/typeset.js";
import { fontStack, type Palette, palettes, type Theme } from "./theme.js";
import { element, escapeXml, px } from "./xml.js";

export interface SvgOptions {
  /** Pixels; the picture never needs more. Default 960. */
  width?: number;
  theme?: Theme;
  /** Default: the scene's. */
  language?: Language;
}

/** The scene as one self-contained picture; the same bytes under Node and in every browser. */
export function paintSvg(scene: Scene, options: SvgOptions = {}): string {
  const theme = options.theme ?? "light";
  const language = options.language ?? scene.language;
  const palette = palettes[theme];
  const box = layout(scene, Math.max(120, Math.floor(options.width ?? 960)));
  const seed = `${scene.figure}|${theme}|${language}|${box.width}|${scene.title}|${scene.summary}`;
  const brush: Brush = { palette, theme, language, id: `ch-${hash(seed)}` };
  const [first] = box.bands;
  const margin = first?.diagram?.x ?? first?.panels[0]?.x ?? 16;
  const parts = [
    element("title", { id: `${brush.id}-title` }, escapeXml(scene.title)),
    element("desc", { id: `${brush.id}-summary` }, escapeXml(scene.summary)),
    definitions(brush),
    element("rect", { width: box.width, height: box.height, fill: palette.surface }),
    ...textLines(box.titleLines, margin, margin, fonts.scene, palette.text, "600"),
    ...textLines(
      box.noteLines,
      margin,
      margin + box.titleLines.length * fonts.scene * lineHeight,
      fonts.note,
      palette.muted,
    ),
    ...box.bands.map((band) => paintBand(band, margin, brush)),
  ];
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${box.width} ${box.height}`,
    width: box.width,
    height: box.height,
    role: "img",
    "aria-labelledby": `${brush.id}-title ${brush.id}-summary`,
    lang: language === "zh" ? "zh-Hans" : "en",
    "data-figure": scene.figure,
    "font-family": fontStack,
    style: "max-width:100%;height:auto;font-variant-numeric:tabular-nums;print-color-adjust:exact",
  };
  return element("svg", root, `\n${parts.join("\n")}\n`);
}

function definitions({ id, palette }: Brush): string {
  const size = { width: 6, height: 6 };
  const stroke = { stroke: palette.hatch, "stroke-width": 1.5 };
  return element(
    "defs",
    {},
    element(
      "pattern",
      { id: `${id}-hatch`, patternUnits: "userSpaceOnUse", ...size },
      element("rect", { ...size, fill: palette.hidden }) +
        element("path", { d: "M-1 1l2-2M0 6l6-6M5 7l2-2", ...stroke }),
    ),
  );
}

function textLines(
  lines: string[],
  x: number,
  y: number,
  size: number,
  fill: string,
  weight = "400",
  formula = false,
): string[] {
  return lines.map((line, i) => {
    const baseline = y + size + i * size * lineHeight;
    const look = { "font-size": size, "font-weight": weight, fill };
    return element("text", { x, y: baseline, ...look }, typeset(line, size, formula));
  });
}

function paintBand(band: BandBox, x: number, brush: Brush): string {
  const { palette } = brush;
  const parts = [
    ...textLines(band.titleLines, x, band.y, fonts.band, palette.text, "600"),
    ...paintDiagram(band, brush),
    ...band.joints.map((joint) =>
      element(
        "text",
        {
          x: joint.x + 8,
          y: joint.y,
          "font-size": fonts.joint,
          fill: palette.muted,
          "dominant-baseline": "central",
        },
        escapeXml(joint.text),
      ),
    ),
    ...band.panels.map((panel) => paintPanel(panel, brush)),
  ];
  return element("g", { "data-band": band.band.id }, `\n${parts.join("\n")}\n`);
}

function paintDiagram({ band, diagram }: BandBox, brush: Brush): string[] {
  if (!band.diagram || !diagram) return [];
  const drawn = band.diagram.draw(diagram.geometry, brush, true);
  return [element("g", { transform: `translate(${px(diagram.x)} ${px(diagram.y)})` }, drawn)];
}

function paintPanel(panel: PanelBox, brush: Brush): string {
  const { matrix, geometry: g } = panel;
  const { palette } = brush;
  const ink = palette.ink[matrix.role];
  const titleHeight = panel.titleLines.length * fonts.panel * lineHeight;
  const plot =
    matrix.chart?.draw(matrix, g, brush) ??
    [paintAxes(g, brush), paintCells(matrix, g, brush)].join("\n");
  const parts = [
    ...textLines(panel.titleLines, 0, 0, fonts.panel, ink, "600"),
    ...textLines(panel.formulaLines, 0, titleHeight, fonts.formula, palette.muted, "400", true),
    element("g", { transform: `translate(0 ${px(panel.plotY)})` }, `\n${plot}\n`),
    paintLegend(panel, brush),
  ];
  const place = { "data-panel": matrix.id, transform: `translate(${px(panel.x)} ${px(panel.y)})` };
  return element("g", place, `\n${parts.join("\n")}\n`);
}

function paintAxes(g: Geometry, { palette }: Brush): string {
  const titles = [
    element("text", { x: g.left, y: 11, fill: palette.muted }, escapeXml(g.columnTitle)),
    element(
      "text",
      { x: g.titleEnd, y: g.top - 6, fill: palette.muted, "text-anchor": "end" },
      escapeXml(g.rowTitle),
    ),
  ];
  const rows = g.rowLabels.map((label) =>
    paintLabel(label, palette, {
      x: g.left - 6,
      y: g.top + (label.index + 0.5) * g.cell,
      "text-anchor": "end",
      "dominant-baseline": "central",
      "font-size": g.rowFont,
    }),
  );
  const columns = g.columnLabels.map((label) => {
    const x = g.left + (label.index + 0.5) * g.cell;
    const y = g.top - 6;
    return label.turned
      ? paintLabel(label, palette, {
          transform: `translate(${px(x)} ${px(y)}) rotate(-90)`,
          "dominant-baseline": "central",
          "font-size": g.columnFont,
        })
      : paintLabel(label, palette, {
          x,
          y: y - 1,
          "text-anchor": "middle",
          "font-size": g.columnFont,
        });
  });
  return element("g", { "font-size": 12 }, [...titles, ...rows, ...columns].join("\n"));
}

function paintLabel(
  label: Label,
  palette: Palette,
  place: Record<string, string | number>,
): string {
  const fill = label.padding ? palette.muted : palette.text;
  const style = label.padding ? "italic" : "normal";
  return element("text", { ...place, fill, "font-style": style }, escapeXml(label.text));
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(36);
}
