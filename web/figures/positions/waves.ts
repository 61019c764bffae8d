// The table of positions itself: as colours and as curves; of sinusoids also their likeness by
// distance, and the map from one position to another.
import { typeset } from "../../formulas/positions.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix } from "../../scene/scene.js";
import { counted, grid, series } from "../pairs.js";
import { gathered } from "../slice.js";
import type { PositionsData } from "./figure.js";
import { FURTHEST } from "./parameters.js";

/** Positions drawn. */
const ROWS = 48;
const ROWS_OF_COLOURS = 24;
/** Pairs whose angles are drawn as bars. */
const MOST_BARS = 32;

const numbered = (length: number) => Array.from({ length }, (_, i) => String(i));

export function tableBand({ state, tensors }: PositionsData, language: Language): Band {
  const { positions } = tensors;
  const { pairs, scheme } = state;
  const panels: Matrix[] = [];
  if (positions) {
    const features = [...new Set([0, 2, pairs - (pairs % 2), 2 * pairs - 2])];
    const position = t(language, "common.axis.position");
    panels.push(
      grid(language, {
        ...{ id: "positions", data: positions, map: "diverging" },
        slice: gathered(positions, ROWS_OF_COLOURS, 2 * pairs, (row, column) => [row, column]),
        title: t(language, "positions.panel.table"),
        ...{ down: position, rows: numbered(ROWS_OF_COLOURS) },
        ...{ across: t(language, "common.axis.feature"), columns: counted(2 * pairs) },
        ...(scheme === "sinusoidal" ? { formula: typeset.waves } : {}),
      }),
      series(language, {
        ...{ id: "curves", tensor: "positions", data: positions, across: position },
        slice: gathered(positions, features.length, ROWS, (row, column) => [
          column,
          features[row] ?? 0,
        ]),
        title: t(language, "positions.panel.curves"),
        names: features.map((feature) =>
          t(language, "positions.feature", { feature: feature + 1 }),
        ),
        places: numbered(ROWS),
        chart: { kind: "line", measure: "p" },
      }),
    );
  }
  return { id: "table", title: t(language, `positions.band.table.${scheme as "learned"}`), panels };
}

export function wavesBand({ state, tensors }: PositionsData, language: Language): Band {
  const { pairs, pair, lag } = state;
  const { cosine, waves, map, "miss.largest": miss } = tensors;
  const panels: Matrix[] = [];
  if (cosine && waves && map) {
    const near = formatNumber(Number(cosine.data[1] ?? 0), language);
    panels.push(
      series(language, {
        ...{ id: "cosine", data: cosine, formula: typeset.cosine },
        slice: gathered(cosine, 1, FURTHEST + 1, (_, column) => [0, column]),
        title: t(language, "positions.panel.cosine", { near }),
        places: numbered(FURTHEST + 1),
        across: t(language, "positions.axis.lag"),
        active: { row: 0, column: lag },
        chart: { kind: "line", measure: "cos", reach: [0, 1] },
      }),
      series(language, {
        ...{ id: "waves", data: waves },
        slice: gathered(waves, 1, Math.min(pairs, MOST_BARS), (_, column) => [0, 0, column]),
        title: t(language, "positions.panel.turns", { lag }),
        places: counted(Math.min(pairs, MOST_BARS)),
        across: t(language, "common.axis.pair"),
        active: { row: 0, column: Math.min(pair, MOST_BARS - 1, pairs - 1) },
        chart: { kind: "bar", measure: "cos kθ", reach: [-1, 1] },
      }),
      grid(language, {
        ...{ id: "map", data: map, map: "diverging", formula: typeset.map },
        slice: gathered(map, 2, 2, (row, column) => [0, 0, row, 2 * pair + column]),
        title: t(language, "positions.panel.map", {
          ...{ pair: pair + 1, lag },
          miss: formatNumber(Number(miss?.data[0] ?? 0), language),
        }),
        ...{ down: t(language, "positions.axis.new"), rows: ["sin", "cos"] },
        ...{ across: t(language, "positions.axis.old"), columns: ["sin", "cos"] },
      }),
    );
  }
  return { id: "waves", title: t(language, "positions.band.waves", { lag }), panels };
}
