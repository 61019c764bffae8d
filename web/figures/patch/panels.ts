// Panels of the figure `patch`: what every patch brings back, and what one of them makes of the text.
import { typeset } from "../../formulas/patch.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import { BOS, ordered, pieceOf, shortHead, shortName, spread } from "../language.js";
import { listed } from "../listed.js";
import type { ModelData } from "../model.js";
import { grid } from "../pairs.js";
import { gathered } from "../slice.js";
import type { Asked } from "./asked.js";
import type { PatchState } from "./parameters.js";
import { CLEAN, CORRUPTED, type Row, rowsOf, runOf } from "./places.js";
import { BETWEEN, RECOVERED, SPREADS } from "./sums.js";

export type Data = ModelData<PatchState, Asked>;

/** Tokens listed of every run. */
const TOP = 3;

/** Positions of the corrupted sentence; with what is in its place where the two differ. */
export function positions({ asked, model }: Data): string[] {
  const piece = (id: number) => pieceOf(model, id);
  return [
    BOS,
    ...asked.corrupted.ids.map((id, at) => {
      const other = asked.clean.ids[at] ?? id;
      return other === id ? piece(id) : `${piece(id)}←${piece(other)}`;
    }),
  ];
}

const shortRow = (language: Language, { depth, head }: Row) =>
  depth ? shortName(language, depth) : head ? shortHead(language, head) : "";

const axes = {
  stream: "depths.axis.depth",
  output: "patch.axis.sublayer",
  head: "common.axis.head",
} as const;

/** A row a depth, a sublayer or a head, a column a position. */
export function map(data: Data, language: Language): Matrix[] {
  const { asked, state, tensors } = data;
  const all = tensors[RECOVERED];
  if (!all) return [];
  const [rows, columns] = [rowsOf(state.part), positions(data)];
  const made = grid(language, {
    ...{ id: "map", tensor: RECOVERED, data: all, formula: typeset.recovered },
    ...{ map: "diverging", reach: [-1, 1], active: { row: state.row, column: asked.position } },
    title: t(language, `patch.panel.map.${state.part}`),
    slice: gathered(all, rows.length, columns.length, (row, column) => [
      ...[0, row * columns.length + column],
    ]),
    ...{ down: t(language, axes[state.part]), rows: rows.map((row) => shortRow(language, row)) },
    ...{ across: t(language, "common.axis.position"), columns },
  });
  return [{ ...made, size: "wide" }];
}

const RUNS = ["clean", "corrupted", "patched"] as const;
const roles = ["value", "key", "query"] as const;

/** How far apart the two logits are without a patch, and with the one that is chosen. */
export function difference({ asked, model, state, tensors }: Data, language: Language): Matrix[] {
  const all = tensors[BETWEEN];
  if (!all) return [];
  const length = asked.corrupted.ids.length + 1;
  const runs = [CLEAN, CORRUPTED, runOf(state.row, asked.position, length)];
  const names = { token: pieceOf(model, asked.token), against: pieceOf(model, asked.against) };
  const made = listed(language, {
    ...{ id: BETWEEN, data: all, formula: typeset.difference, roles },
    title: t(language, "patch.panel.difference", names),
    down: t(language, "patch.axis.run"),
    places: RUNS.map((run) => t(language, `patch.run.${run}`)),
    slice: gathered(all, runs.length, 1, (row) => [0, runs[row] ?? 0]),
    active: { row: runs.length - 1, column: 0 },
  });
  return [{ ...made, size: "medium" }];
}

/** The tokens that any of the three runs takes for the likeliest. */
export function next({ asked, model, tensors }: Data, language: Language): Matrix[] {
  const all = tensors[SPREADS];
  if (!all) return [];
  const likeliest = RUNS.flatMap((_, run) => ordered(spread(all, run, 0), TOP));
  const tokens = [...new Set([asked.token, asked.against, ...likeliest])];
  const made = listed(language, {
    ...{ id: "next", tensor: SPREADS, data: all, formula: typeset.next, roles },
    title: t(language, "patch.panel.next"),
    down: t(language, "common.axis.token"),
    places: tokens.map((token) => pieceOf(model, token)),
    names: RUNS.map((run) => t(language, `patch.run.${run}`)),
    slice: gathered(all, tokens.length, RUNS.length, (row, run) => [run, 0, tokens[row] ?? 0]),
    active: { row: 0, column: RUNS.length - 1 },
  });
  return [{ ...made, size: "medium" }];
}
