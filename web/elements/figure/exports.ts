// What a figure hands out as text: the picture and the numbers on screen.
import { matricesOf, type Scene } from "../../scene/scene.js";
import { paintSvg } from "../../scene/svg.js";
import { difference } from "../../state/codec.js";
import type { ClearheadFigure } from "../figure.js";
import { sceneToCsv, svgToPng } from "./share.js";

/** The scene of the newest state. */
async function sceneOf(figure: ClearheadFigure): Promise<Scene> {
  await figure.run();
  await figure.updateComplete;
  if (!figure.scene) throw new Error("nothing is drawn yet");
  return figure.scene;
}

export async function toSVG(figure: ClearheadFigure): Promise<string> {
  return paintSvg(await sceneOf(figure), { theme: figure.dark ? "dark" : "light" });
}

export async function toPNG(figure: ClearheadFigure, scale: number): Promise<Blob> {
  return svgToPng(await toSVG(figure), scale);
}

export async function toCSV(figure: ClearheadFigure, matrix?: string): Promise<string> {
  return sceneToCsv(await sceneOf(figure), matrix);
}

export async function toJSON(figure: ClearheadFigure): Promise<Record<string, unknown>> {
  const scene = await sceneOf(figure);
  const matrices = matricesOf(scene).map((matrix) => ({
    id: matrix.id,
    tensor: matrix.tensor,
    gradient: matrix.gradient,
    rows: matrix.rowAxis.labels,
    columns: matrix.columnAxis.labels,
    values: Array.from(matrix.values),
  }));
  const state = difference(figure.model.view.table, figure.model.state);
  return { clearhead: "1", link: figure.link, state, summary: scene.summary, matrices };
}
