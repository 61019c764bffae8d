// Panels of the figure `lens`: the likeliest tokens at every depth and position, one token over the
// depth, and what adds up to its logit.
import type { Tensor } from "../../engine/types.js";
import { typeset } from "../../formulas/lens.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Role } from "../../scene/scene.js";
import { DEPTHS, headName, ordered, pieceOf, piecesOf, shortName, spread } from "../language.js";
import { largestOf } from "../largest.js";
import { listed } from "../listed.js";
import type { ModelData } from "../model.js";
import { counted, grid, series } from "../pairs.js";
import { gathered, type Slice } from "../slice.js";
import type { Asked } from "./asked.js";
import type { LensState } from "./parameters.js";
import { DIRECT, LENS, PARTS, type Part } from "./sums.js";

export type Data = ModelData<LensState, Asked>;

/** Tokens listed of every depth. */
const TOP = 5;

/** From 1: tokens that are likelier come before. */
export const rankIn = (p: ArrayLike<number>, token: number) =>
  Array.from(p).filter((other) => other > (p[token] ?? 0)).length + 1;

const names = (language: Language) => DEPTHS.map((depth) => shortName(language, depth));
const depthAxis = (language: Language) => t(language, "depths.axis.depth");

/** A matrix of tokens, each written in its cell and coloured by its probability. */
function tokens(
  { model, tensors }: Data,
  language: Language,
  id: "lens" | "top",
  chosen: { across: string; columns: readonly string[]; active: Matrix["active"] },
  place: (row: number, column: number) => [position: number, token: number],
): Matrix[] {
  const data = tensors[LENS];
  if (!data) return [];
  const [rows, columns] = [DEPTHS.length, chosen.columns.length];
  const slice = gathered(data, rows, columns, (row, column) => [row, ...place(row, column)]);
  const piece = (at: number) => {
    return pieceOf(model, place(Math.floor(at / columns), at % columns)[1]);
  };
  const made = grid(language, {
    ...{ id, tensor: LENS, data, slice, map: "sequential", reach: [0, 1], ...chosen },
    ...{ title: t(language, `lens.panel.${id}`), formula: typeset.lens },
    ...{ down: depthAxis(language), rows: names(language) },
  });
  const written = (row: number, column: number) => piece(row * columns + column);
  const number = (row: number, column: number) =>
    formatNumber(Number(slice.values[row * columns + column]), language);
  return [
    {
      ...made,
      size: id === "lens" ? "wide" : "medium",
      text: written,
      full: (row, column) => `${written(row, column)} ${number(row, column)}`,
      speak(row, column) {
        const value = number(row, column);
        const words = t(language, "lens.cell.lens", { token: written(row, column), value });
        return t(language, "common.cell.at", {
          ...{ down: depthAxis(language), row: made.rowAxis.labels[row] ?? "", value: words },
          ...{ across: chosen.across, column: chosen.columns[column] ?? "" },
        });
      },
    },
  ];
}

/** The likeliest token behind every position, depth by depth. */
export function map(data: Data, language: Language): Matrix[] {
  const { asked, model, tensors } = data;
  const all = tensors[LENS];
  const columns = piecesOf(model, asked);
  const across = t(language, "common.axis.position");
  const active = { row: DEPTHS.length - 1, column: asked.position };
  return tokens(data, language, "lens", { across, columns, active }, (depth, position) => [
    position,
    all ? (largestOf(spread(all, depth, position))[0] ?? 0) : 0,
  ]);
}

/** The likeliest tokens behind one position, and the one that is followed over the depth. */
export function followed(data: Data, language: Language): Matrix[] {
  const { asked, model, tensors } = data;
  const all = tensors[LENS];
  if (!all) return [];
  const { position, token, against } = asked;
  const tops = DEPTHS.map((_, depth) => ordered(spread(all, depth, position), TOP));
  const rank = t(language, "lens.axis.rank");
  const last = DEPTHS.length - 1;
  const column = Math.max(0, tops[last]?.indexOf(token) ?? 0);
  const chosen = { across: rank, columns: counted(TOP), active: { row: last, column } };
  const top = tokens(data, language, "top", chosen, (depth, place) => [
    position,
    tops[depth]?.[place] ?? 0,
  ]);
  const lines = against === undefined ? [token] : [token, against];
  const chart = series(language, {
    ...{ id: "depth", tensor: LENS, data: all, formula: typeset.lens },
    title: t(language, "lens.panel.depth"),
    slice: gathered(all, lines.length, DEPTHS.length, (row, depth) => [
      ...[depth, position, lines[row] ?? 0],
    ]),
    names: lines.map((id) => pieceOf(model, id)),
    ...{ places: names(language), across: depthAxis(language) },
    active: { row: 0, column: last },
    chart: { kind: "line", measure: "p", reach: [0, 1], roles: ["query", "key"] },
  });
  return [...top, { ...chart, size: "medium" }];
}

const roles: Readonly<Record<Part["kind"], Role>> = {
  ...{ word: "neutral", position: "neutral", bias: "key", norm: "key", sum: "neutral" },
  ...{ head: "query", feed_forward: "value" },
};

export function partName({ asked, model }: Data, language: Language, part: Part): string {
  const { kind, layer } = part;
  switch (kind) {
    case "head":
      return headName(language, part);
    case "feed_forward":
      return t(language, "depths.feed_forward", { layer: layer + 1 });
    case "sum":
      return t(language, `lens.part.${asked.against === undefined ? "sum" : "difference"}`);
    default:
      return t(language, `lens.part.${kind}`, {
        ...{ word: piecesOf(model, asked)[asked.position] ?? "", place: asked.position + 1 },
        layer: layer + 1,
      });
  }
}

/** What is drawn of `DIRECT`. */
export const contributions = (data: Tensor): Slice =>
  gathered(data, PARTS.length, 1, (row) => [0, row, 0]);

/** Every part of the logit with its bar, and their sum. */
export function direct(data: Data, language: Language): Matrix[] {
  const all = data.tensors[DIRECT];
  if (!all) return [];
  const made = listed(language, {
    ...{ id: DIRECT, tensor: DIRECT, data: all, slice: contributions(all), share: 0.45 },
    ...{ title: t(language, "lens.panel.direct"), formula: typeset.direct },
    down: t(language, "lens.axis.part"),
    places: PARTS.map((part) => partName(data, language, part)),
    roles: PARTS.map(({ kind }) => roles[kind]),
    active: { row: PARTS.length - 1, column: 0 },
  });
  return [{ ...made, size: "wide" }];
}
