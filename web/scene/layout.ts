import { areaOf, type Geometry, geometry } from "./geometry.js";
import { hasBar, legendKeys } from "./legend.js";
import type { Band, DiagramGeometry, Matrix, Scene } from "./scene.js";
import { textWidth, wrap } from "./text.js";

/** Where everything of a scene lies. Both painters draw from it. */

export interface PanelBox {
  matrix: Matrix;
  geometry: Geometry;
  x: number;
  y: number;
  width: number;
  height: number;
  titleLines: string[];
  formulaLines: string[];
  /** Offsets from the panel's corner. */
  plotY: number;
  legendY: number;
}

export interface JointBox {
  text: string;
  x: number;
  /** Middle line. */
  y: number;
}

export interface BandBox {
  band: Band;
  y: number;
  height: number;
  titleLines: string[];
  /** Where its diagram begins. */
  diagram?: { x: number; y: number; geometry: DiagramGeometry };
  panels: PanelBox[];
  joints: JointBox[];
}

export interface Layout {
  width: number;
  height: number;
  titleLines: string[];
  noteLines: string[];
  bands: BandBox[];
}

export interface LayoutOptions {
  /** Smallest cell. 0 (the default): the layout never exceeds the width. */
  minimum?: number;
  /** Pixels kept free at the left and right. */
  margin?: number;
}

export const fonts = {
  scene: 18,
  note: 13,
  band: 15,
  panel: 14,
  formula: 12,
  legend: 11,
  joint: 18,
};
export const lineHeight = 1.4;
const GAP = 28;
const NARROWEST_PANEL = 150;

export function layout(scene: Scene, width: number, options: LayoutOptions = {}): Layout {
  const margin = options.margin ?? Math.min(16, Math.floor(width / 20));
  const inner = Math.max(1, width - 2 * margin);
  const titleLines = wrap(scene.title, inner, fonts.scene);
  const noteLines = scene.notes.flatMap((note) => wrap(note, inner, fonts.note));
  let y = margin + lines(titleLines, fonts.scene) + lines(noteLines, fonts.note) + 12;
  const bands: BandBox[] = [];
  for (const band of scene.bands) {
    const box = placeBand(band, margin, y, inner, scene.language, options.minimum ?? 0);
    bands.push(box);
    y += box.height + GAP;
  }
  return { width, height: Math.ceil(y - GAP + margin), titleLines, noteLines, bands };
}

/** The colour bar with its numbers, and the height of a line of the legend's keys. */
export const legendBar = 26;
export const legendLine = 17;

export function lines(made: string[], size: number): number {
  return Math.ceil(made.length * size * lineHeight);
}

function placeBand(
  band: Band,
  left: number,
  top: number,
  width: number,
  language: "en" | "zh",
  minimum: number,
): BandBox {
  const titleLines = band.title === undefined ? [] : wrap(band.title, width, fonts.band);
  const panels: PanelBox[] = [];
  const joints: JointBox[] = [];
  let x = left;
  let y = top + lines(titleLines, fonts.band) + (titleLines.length > 0 ? 8 : 0);
  const geometry = band.diagram?.place(width, language);
  const diagram = geometry && { x: left, y, geometry };
  if (geometry) y += geometry.height + (band.panels.length > 0 ? GAP : 0);
  let lineHeightNow = 0;
  band.panels.forEach((matrix, i) => {
    const panel = makePanel(matrix, width, language, minimum);
    const joint = jointBefore(band, i);
    const jointWidth = joint === undefined ? 0 : Math.ceil(textWidth(joint, fonts.joint)) + 16;
    if (x > left && x + jointWidth + panel.width > left + width) {
      x = left;
      y += lineHeightNow + GAP;
      lineHeightNow = 0;
    }
    // A joint that does not fit beside its panel is left to the band's title and formulas.
    if (joint !== undefined && x + jointWidth + panel.width <= left + width) {
      const { geometry: g } = panel;
      joints.push({ text: joint, x, y: y + panel.plotY + g.top + areaOf(g).height / 2 });
      x += jointWidth;
    }
    panel.x = x;
    panel.y = y;
    panels.push(panel);
    x += panel.width + GAP;
    lineHeightNow = Math.max(lineHeightNow, panel.height);
  });
  const height = y + lineHeightNow - top;
  return { band, y: top, height, titleLines, ...(diagram && { diagram }), panels, joints };
}

function jointBefore(band: Band, panel: number): string | undefined {
  const joints = band.joints ?? [];
  const text = joints.length === band.panels.length ? joints[panel] : joints[panel - 1];
  return text === "" ? undefined : text;
}

function makePanel(
  matrix: Matrix,
  available: number,
  language: "en" | "zh",
  minimum: number,
): PanelBox {
  const g = geometry(matrix, available, language, minimum);
  const wanted = Math.max(
    g.width,
    NARROWEST_PANEL,
    textWidth(matrix.title, fonts.panel),
    Math.min(textWidth(matrix.formulaText ?? "", fonts.formula), 1.6 * g.width),
  );
  const width = Math.min(available, Math.ceil(wanted));
  const titleLines = wrap(matrix.title, width, fonts.panel);
  const formulaLines = wrap(matrix.formulaText ?? "", width, fonts.formula);
  const plotY = lines(titleLines, fonts.panel) + lines(formulaLines, fonts.formula) + 8;
  const legendY = plotY + g.height + 8;
  const legend = (hasBar(matrix) ? legendBar : 0) + legendKeys(matrix).length * legendLine;
  return {
    matrix,
    geometry: g,
    x: 0,
    y: 0,
    width,
    height: legendY + legend,
    titleLines,
    formulaLines,
    plotY,
    legendY,
  };
}
