import { t } from "../i18n/t.js";
import type { Language } from "../i18n/types.js";
import { cellColour, lut } from "./colours.js";
import type { Geometry, Label } from "./geometry.js";
import {
  type BandBox,
  fonts,
  hasBar,
  layout,
  legendBar,
  legendKeys,
  legendLine,
  lineHeight,
  type PanelBox,
} from "./layout.js";
import { EDITED, GREYED, HIDDEN, type Matrix, type Scene } from "./scene.js";
import { fontStack, type Palette, palettes, type Theme } from "./theme.js";
import { attribute, element, escapeXml, px } from "./xml.js";

export interface SvgOptions {
  /** Pixels; the picture never needs more. Default 960. */
  width?: number;
  theme?: Theme;
  /** Default: the scene's. */
  language?: Language;
}

/** Above this many cells, cells of one colour are drawn as one path, without tensor and index. */
const MOST_CELLS = 4096;

interface Brush {
  palette: Palette;
  theme: Theme;
  language: Language;
  /** Makes ids unique when several pictures stand on one page. */
  id: string;
}

/** The scene as one self-contained picture; the same bytes under Node and in every browser. */
export function paintSvg(scene: Scene, options: SvgOptions = {}): string {
  const theme = options.theme ?? "light";
  const language = options.language ?? scene.language;
  const palette = palettes[theme];
  const box = layout(scene, Math.max(120, Math.floor(options.width ?? 960)));
  const seed = `${scene.figure}|${theme}|${language}|${box.width}|${scene.title}|${scene.summary}`;
  const brush: Brush = { palette, theme, language, id: `ch-${hash(seed)}` };
  const margin = box.bands[0]?.panels[0]?.x ?? 16;
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
): string[] {
  return lines.map((line, i) => {
    const baseline = y + size + i * size * lineHeight;
    const look = { "font-size": size, "font-weight": weight, fill };
    return element("text", { x, y: baseline, ...look }, escapeXml(line));
  });
}

function paintBand(band: BandBox, x: number, brush: Brush): string {
  const { palette } = brush;
  const parts = [
    ...textLines(band.titleLines, x, band.y, fonts.band, palette.text, "600"),
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

function paintPanel(panel: PanelBox, brush: Brush): string {
  const { matrix, geometry: g } = panel;
  const { palette } = brush;
  const ink = palette.ink[matrix.role];
  const titleHeight = panel.titleLines.length * fonts.panel * lineHeight;
  const plot = [paintAxes(g, brush), paintCells(matrix, g, brush)].join("\n");
  const parts = [
    ...textLines(panel.titleLines, 0, 0, fonts.panel, ink, "600"),
    ...textLines(panel.formulaLines, 0, titleHeight, fonts.formula, palette.muted),
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
      { x: g.left - 6, y: g.top - 6, fill: palette.muted, "text-anchor": "end" },
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

function paintCells(matrix: Matrix, g: Geometry, brush: Brush): string {
  const many = matrix.rows * matrix.columns > MOST_CELLS;
  const cells = many ? paintRuns(matrix, g, brush) : paintEveryCell(matrix, g, brush);
  const name = { "data-matrix": matrix.id, "shape-rendering": "crispEdges" };
  return element("g", name, `\n${cells.join("\n")}\n`);
}

function paintEveryCell(matrix: Matrix, g: Geometry, brush: Brush): string[] {
  const table = lut(matrix.map, brush.theme);
  const gap = g.cell >= 8 ? 1 : 0;
  const parts: string[] = [];
  for (let row = 0; row < g.rows; row++) {
    for (let column = 0; column < g.columns; column++) {
      const at = row * g.columns + column;
      const flags = matrix.flags[at] ?? 0;
      const x = g.left + column * g.cell;
      const y = g.top + row * g.cell;
      const hidden = (flags & HIDDEN) !== 0;
      const colour = cellColour(table, matrix.colours[at] ?? 0, (flags & GREYED) !== 0);
      parts.push(
        element("rect", {
          x,
          y,
          width: g.cell - gap,
          height: g.cell - gap,
          fill: hidden ? `url(#${brush.id}-hatch)` : colour.fill,
          "data-tensor": matrix.tensor,
          ...(matrix.gradient ? { "data-gradient": "true" } : {}),
          "data-index": matrix.index(row, column).join(","),
          "data-value": String(matrix.values[at] ?? Number.NaN),
          ...(hidden ? { "data-hidden": "true" } : {}),
          ...((flags & EDITED) !== 0 ? { "data-edited": "true" } : {}),
        }),
      );
      const ink = hidden ? brush.palette.text : colour.text;
      if ((flags & EDITED) !== 0) parts.push(editedMark(x, y, g.cell - gap, ink));
      const text = g.texts[at] ?? "";
      if (text !== "") parts.push(cellText(text, x, y, g, ink));
    }
  }
  return parts;
}

function cellText(text: string, x: number, y: number, g: Geometry, fill: string): string {
  const place = {
    x: x + g.cell / 2 - 0.5,
    y: y + g.cell / 2,
    "text-anchor": "middle",
    "dominant-baseline": "central",
    "font-size": g.cellFont,
    fill,
  };
  return element("text", place, escapeXml(text));
}

/** A folded corner: this number was set by the reader. */
function editedMark(x: number, y: number, side: number, fill: string): string {
  const fold = Math.max(2, Math.min(9, side / 3));
  return `<path d="M${px(x + side - fold)} ${px(y)}h${px(fold)}v${px(fold)}z" fill="${fill}"/>`;
}

/** One path a colour, of runs of cells along a row. */
function paintRuns(matrix: Matrix, g: Geometry, brush: Brush): string[] {
  const table = lut(matrix.map, brush.theme);
  const paths = new Map<string, string[]>();
  const fillAt = (at: number): string => {
    const flags = matrix.flags[at] ?? 0;
    if ((flags & HIDDEN) !== 0) return `url(#${brush.id}-hatch)`;
    return cellColour(table, matrix.colours[at] ?? 0, (flags & GREYED) !== 0).fill;
  };
  for (let row = 0; row < g.rows; row++) {
    for (let column = 0; column < g.columns; ) {
      const fill = fillAt(row * g.columns + column);
      let end = column + 1;
      while (end < g.columns && fillAt(row * g.columns + end) === fill) end++;
      const width = px((end - column) * g.cell);
      const corner = `M${px(g.left + column * g.cell)} ${px(g.top + row * g.cell)}`;
      const path = paths.get(fill) ?? [];
      path.push(`${corner}h${width}v${px(g.cell)}h-${width}z`);
      paths.set(fill, path);
      column = end;
    }
  }
  const name = attribute("data-tensor", matrix.tensor);
  return [...paths].map(([fill, path]) => `<path${name} fill="${fill}" d="${path.join("")}"/>`);
}

function paintLegend({ matrix, legendY, geometry: g }: PanelBox, brush: Brush): string {
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

function legendKey(key: "hidden" | "edited" | "greyed", y: number, brush: Brush): string {
  const { palette, id } = brush;
  const fill =
    key === "hidden" ? `url(#${id}-hatch)` : key === "greyed" ? palette.muted : palette.plain;
  const swatch = element("rect", { y, width: 14, height: 11, fill });
  return key === "edited" ? swatch + editedMark(0, y, 14, palette.text) : swatch;
}

/** The map itself, in 32 steps. */
function colourBar(matrix: Matrix, width: number, theme: Theme): string[] {
  const steps = 32;
  const table = lut(matrix.map, theme);
  return Array.from({ length: steps }, (_, i) => {
    const fill = cellColour(table, Math.round((i * 255) / (steps - 1)), false).fill;
    const place = { x: (i * width) / steps, width: width / steps, height: 10 };
    return element("rect", { ...place, fill, "shape-rendering": "crispEdges" });
  });
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(36);
}
