// Rotary positions: q and k as hands of a clock, the two layouts of pairs, and what becomes of a
// score over long distances. Source: Su et al. 2021.
import { typeset } from "../../formulas/rotary.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { counted, grid, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { gathered } from "../slice.js";
import { groups, type RotaryState, rotaryTable } from "./parameters.js";
import { KEYS, LAGS, program, reachOf, STEP, widthOf } from "./program.js";

/** What float32 loses on the way to a number that is whole is less. */
const ROUNDING = 1e-4;
/** The same in every language. */
const DISTANCE = "m − n";

type Data = ProgramData<RotaryState>;

function drawn(state: RotaryState): string[] {
  if (state.part === "layouts") return ["order", "interleaved", "half", "miss.largest"];
  if (state.part === "decay") return ["scores"];
  return ["hands_turned", "score", "curve", ...(widthOf(state) === 8 ? ["by_pair"] : [])];
}

function describe(data: Data, { language, ignored }: Options): Scene {
  const { state } = data;
  const made = { hands: handBands, layouts: layoutBands, decay: decayBands }[state.part];
  return {
    figure: "rotary",
    language,
    title: t(language, "rotary.title"),
    summary: t(language, `rotary.summary.${state.part}`, measured(data, language)),
    notes: [
      t(language, `rotary.note.${state.part}`),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: made(data, language),
    tables: [],
    fractions: false,
  };
}

/** The numbers that the words tell. */
function measured({ state, tensors }: Data, language: Language) {
  const write = (name: string, at: number) =>
    formatNumber(Number(tensors[name]?.data[at] ?? 0), language);
  const score = (name: string, at: number) =>
    Math.abs(Number(tensors[name]?.data[at])) < ROUNDING ? "≈0" : write(name, at);
  const { m, n, shift } = state;
  return {
    ...{ m, n, shift, distance: formatNumber(m - n, language) },
    ...{ score: score("score", 0), again: score("score", 1) },
    ...{
      right: score("interleaved", place(state)),
      wrong: score("half", placesOf(state) + place(state)),
    },
    ...{ kept: write("miss.largest", 0), broken: write("miss.largest", 1) },
    ...{ start: write("scores", 0), far: write("scores", LAGS - 1), other: write("scores", LAGS) },
  };
}

const placesOf = (state: RotaryState) => 2 * reachOf(state) + 1;
const place = (state: RotaryState) => reachOf(state) + state.m - state.n;

/** Scores [B, 1, places, 1] by the distance, a series for every batch. */
function byDistance(
  data: Data,
  language: Language,
  id: string,
  words: { title: string; names?: string[]; reach?: number[] },
): Matrix[] {
  const own = data.tensors[id];
  if (!own) return [];
  const { title, names, reach = [] } = words;
  return [
    series(language, {
      ...{ id, data: own, title, formula: typeset.score, rounding: ROUNDING },
      slice: gathered(own, own.shape[0] ?? 1, placesOf(data.state), (row, column) => [
        row,
        0,
        column,
        0,
      ]),
      ...(names ? { names } : {}),
      places: Array.from({ length: placesOf(data.state) }, (_, at) =>
        formatNumber(at - reachOf(data.state), language),
      ),
      across: DISTANCE,
      active: { row: 0, column: place(data.state) },
      chart: { kind: "line", measure: t(language, "rotary.axis.score"), reach },
    }),
  ];
}

function handBands(data: Data, language: Language): Band[] {
  const { state, tensors } = data;
  const { m, n, shift, pair } = state;
  const { hands_turned: hands } = tensors;
  const shown = Math.min(pair, widthOf(state) / 2 - 1);
  const numbers = measured(data, language);
  const names = ["q", "k", `q, ${m}`, `k, ${n}`, `q, ${m + shift}`, `k, ${n + shift}`];
  const farthest = state.example === "quarter" ? 5 : 15;
  const clock =
    hands &&
    (["hands", "shifted"] as const).map((kind, at) =>
      series(language, {
        ...{ id: kind, tensor: "hands_turned", data: hands, rounding: ROUNDING },
        formula: typeset.turn,
        slice: gathered(hands, 4, 2, (row, column) => [0, 0, 2 * at + row, 2 * shown + column]),
        title: t(language, `rotary.panel.${kind}`, { pair: shown + 1, shift }),
        names: names.slice(2 * at, 2 * at + 4),
        places: ["a", "b"],
        across: "a",
        chart: {
          ...{ kind: "arrow", measure: "b", tips: true, reach: [farthest] },
          roles: ["neutral", "neutral", "query", "key"],
        },
      }),
    );
  const curve = byDistance(data, language, "curve", {
    title: t(language, "rotary.panel.curve", numbers),
    names: [t(language, "rotary.here"), t(language, "rotary.there", { shift })],
  });
  const pairs = byDistance(data, language, "by_pair", {
    title: t(language, "rotary.panel.pairs"),
    names: counted(4).map((number) => t(language, "rotary.pair", { pair: number })),
  });
  return [
    { id: "hands", title: t(language, "rotary.band.hands", numbers), panels: clock ?? [] },
    { id: "curve", title: t(language, "rotary.band.curve"), panels: [...curve, ...pairs] },
  ];
}

function layoutBands(data: Data, language: Language): Band[] {
  const { order, half } = data.tensors;
  const numbers = measured(data, language);
  const reach = half ? [Math.min(...half.data), Math.max(...half.data)] : [];
  const feature = t(language, "common.axis.feature");
  const permutation = order && [
    grid(language, {
      ...{ id: "order", data: order, map: "mask", formula: typeset.permutation },
      title: t(language, "rotary.panel.order"),
      ...{ down: feature, rows: counted(8), across: feature, columns: counted(8) },
    }),
  ];
  const right = byDistance(data, language, "interleaved", {
    title: t(language, "rotary.panel.interleaved", numbers),
    reach,
  });
  const other = byDistance(data, language, "half", {
    title: t(language, "rotary.panel.half", numbers),
    names: [t(language, "rotary.ordered"), t(language, "rotary.unordered")],
    reach,
  });
  return [
    { id: "right", title: t(language, "rotary.band.right"), panels: right },
    {
      ...{ id: "wrong", title: t(language, "rotary.band.wrong", numbers) },
      panels: [...(permutation ?? []), ...other],
    },
  ];
}

function decayBands({ state, tensors }: Data, language: Language): Band[] {
  const { scores } = tensors;
  const panels: Matrix[] = [];
  if (scores) {
    const lags = Array.from({ length: LAGS }, (_, at) => STEP * at);
    panels.push(
      series(language, {
        ...{ id: "scores", data: scores, formula: typeset.bound },
        slice: gathered(scores, KEYS, LAGS, (row, column) => [row, 0, column, 0]),
        title: t(language, "rotary.panel.decay", { pairs: state.pairs }),
        names: [
          "k = q",
          ...counted(KEYS - 1).map((number) => t(language, "rotary.independent", { number })),
        ],
        places: lags.map(String),
        across: DISTANCE,
        chart: {
          ...{ kind: "line", measure: t(language, "rotary.axis.share"), reach: [-1, 1] },
          rules: [
            { at: 1, text: t(language, "rotary.bound") },
            { at: -1, text: t(language, "rotary.bound") },
          ],
        },
      }),
    );
  }
  return [{ id: "decay", title: t(language, "rotary.band.decay"), panels }];
}

export const rotaryFigure: ProgramFigure<RotaryState> = {
  name: "rotary",
  table: rotaryTable,
  program,
  drawn,
  describe,
  groups,
  looks: (state) => ({ m: { maximum: reachOf(state) }, n: { maximum: reachOf(state) } }),
  // No cell is a pair of words.
  pairOf: () => ({}),
};
