// Panels of the figure `prune`: every head's map, what it is worth alone, the loss as heads go.
import { typeset } from "../../formulas/prune.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix } from "../../scene/scene.js";
import { largestOf } from "../largest.js";
import { listed } from "../listed.js";
import { counted, pairs, series } from "../pairs.js";
import { gathered, planeOf } from "../slice.js";
import { ascending, type Data, pieceAt, readBy } from "./asked.js";
import { HEADS, type Head, prunedRow, shortName } from "./heads.js";
import { ORDERS } from "./parameters.js";
import { EFFECTS, LOSSES, NEXT } from "./sums.js";

type Place = { row: number; column: number };

/** Tokens listed of each of two rows. */
const TOP = 3;

export const weightsOf = ({ layer }: Pick<Head, "layer">) =>
  `decoder.${layer}.self_attention.weights`;

/** The most important first. */
const ranked = ({ asked }: Data) => [...asked.order].reverse();

export const removedOf = ({ asked, state }: Data) => asked.order.slice(0, state.removed);

/** Where a head looks most from before the token, with so many heads removed. */
export function strongestOf(data: Data, { layer, head }: Head, removed: number) {
  const { place } = data.asked;
  const weights = data.tensors[weightsOf({ layer })];
  if (!weights) return { key: 0, weight: 0 };
  const plane = planeOf(weights, [prunedRow(removed), head]);
  const row = plane.values.subarray(place * plane.columns, (place + 1) * plane.columns);
  const [key = 0] = largestOf(row);
  return { key, weight: Number(row[key]) };
}

/** Of every head what it attends to with the heads removed that are; the causal mask hides the rest. */
export function maps(data: Data, language: Language, active: Place | undefined): Matrix[] {
  const { asked, state, tensors } = data;
  const tokens = readBy(data);
  const length = tokens.length;
  const mask = Uint8Array.from({ length: length * length }, (_, at) =>
    at % length <= Math.floor(at / length) ? 1 : 0,
  );
  const removed = removedOf(data);
  return ranked(data).flatMap((number): Matrix[] => {
    const head = HEADS[number];
    const weights = head && tensors[weightsOf(head)];
    if (!head || !weights) return [];
    const gone = removed.includes(number);
    const effect = Number(
      tensors[EFFECTS]?.data[number * ORDERS.length + ORDERS.indexOf(state.by)],
    );
    const names = { head: shortName(head), effect: formatNumber(effect, language) };
    const { key } = strongestOf(data, head, state.removed);
    const made = pairs(language, {
      ...{ id: `head.${number}`, tensor: weightsOf(head), data: weights, greyed: gone, mask },
      title: t(language, gone ? "prune.panel.gone" : "prune.panel.head", names),
      ...{ lead: [prunedRow(state.removed), head.head], map: "sequential", reach: [0, 1] },
      ...{ queries: tokens, keys: tokens, active: active ?? { row: asked.place, column: key } },
    });
    return [{ ...made, size: "tiny" }];
  });
}

/** By how much the losses rise without a head, the most important one first. */
export function effects(data: Data, language: Language): Matrix[] {
  const { asked, model, state, tensors } = data;
  const all = tensors[EFFECTS];
  if (!all) return [];
  const heads = ranked(data);
  const made = listed(language, {
    ...{ id: EFFECTS, data: all, formula: typeset.effect, roles: ["query", "value"] },
    title: t(language, "prune.panel.effects"),
    down: t(language, "common.axis.head"),
    places: heads.map((number) => shortName(HEADS[number] as Head)),
    names: ORDERS.map((by) =>
      t(language, `prune.of.${by}`, { token: pieceAt(asked, model.vocabulary, asked.place) }),
    ),
    slice: gathered(all, heads.length, ORDERS.length, (row, by) => [heads[row] ?? 0, by]),
    active: { row: 0, column: ORDERS.indexOf(state.by) },
  });
  return [{ ...made, size: "medium" }];
}

/** Both losses against the number of heads removed. */
export function curve({ asked, model, state, tensors }: Data, language: Language): Matrix[] {
  const all = tensors[LOSSES];
  if (!all) return [];
  const places = ["0", ...counted(HEADS.length)];
  const made = series(language, {
    ...{ id: "curve", tensor: LOSSES, data: all, formula: typeset.loss },
    title: t(language, "prune.panel.curve"),
    names: ORDERS.map((by) =>
      t(language, `prune.of.${by}`, { token: pieceAt(asked, model.vocabulary, asked.place) }),
    ),
    ...{ places, across: t(language, "prune.axis.removed") },
    slice: gathered(all, ORDERS.length, places.length, (by, removed) => [prunedRow(removed), by]),
    chart: { kind: "line", measure: t(language, "prune.axis.loss"), roles: ["query", "value"] },
    active: { row: ORDERS.indexOf(state.by), column: state.removed },
  });
  return [{ ...made, size: "medium" }];
}

/** The likeliest tokens of a row at the place, the likeliest first. */
export function likeliest({ tensors }: Data, row: number, count: number): number[] {
  const { shape = [], data = [] } = tensors[NEXT] ?? {};
  const size = shape.at(-1) ?? 0;
  const p = Array.from(data.slice(row * size, (row + 1) * size), Number);
  return ascending(p.map((one) => -one)).slice(0, count);
}

/** What is expected at the place with all heads, and with those that are left. */
export function next(data: Data, language: Language): Matrix[] {
  const { asked, model, state, tensors } = data;
  const all = tensors[NEXT];
  if (!all) return [];
  const rows = [0, prunedRow(state.removed)];
  const wanted = asked.ids[asked.place];
  const found = rows.flatMap((row) => likeliest(data, row, TOP));
  const tokens = [...new Set([...(wanted === undefined ? [] : [wanted]), ...found])];
  const made = listed(language, {
    ...{ id: NEXT, data: all, formula: typeset.next, roles: ["neutral", "query"] },
    title: t(language, "prune.panel.next", {
      token: pieceAt(asked, model.vocabulary, asked.place),
    }),
    down: t(language, "common.axis.token"),
    places: tokens.map((token) => model.vocabulary?.[token] ?? String(token)),
    names: [
      t(language, "prune.heads.all"),
      t(language, "prune.heads.left", { left: HEADS.length - state.removed }),
    ],
    slice: gathered(all, tokens.length, rows.length, (token, row) => [
      ...[rows[row] ?? 0, 0, tokens[token] ?? 0],
    ]),
    active: { row: 0, column: 1 },
  });
  return [{ ...made, size: "medium" }];
}
