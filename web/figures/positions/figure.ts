// One frozen Q and K and every scheme of positions in turn: what each does to the order of the
// words, and to a sentence that stands further on.
import { typeset } from "../../formulas/positions.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { counted, grid, pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { gathered } from "../slice.js";
import { groups, MOST_TOKENS, type PositionsState, positionsTable, SHIFTS } from "./parameters.js";
import { absolute, D, program, swapOf, swapped } from "./program.js";
import { tableBand, wavesBand } from "./waves.js";

export type PositionsData = ProgramData<PositionsState>;

/** What float32 loses on the way to a score is less. */
const ROUNDING = 5e-6;

const isBiased = (state: PositionsState) => state.scheme === "alibi" || state.scheme === "t5";

function drawn(state: PositionsState): string[] {
  return [
    ...["scores", "weights", "output", "swapped.scores", "order", "order.largest"],
    ...["shifted.scores", "change", "change.largest"],
    ...(state.causal ? ["mask"] : []),
    ...(isBiased(state) ? ["scaled", "bias"] : []),
    ...(absolute(state) ? ["positions"] : []),
    ...(state.scheme === "sinusoidal" ? ["cosine", "waves", "map", "miss.largest"] : []),
  ];
}

function formulaOf({ scheme }: PositionsState) {
  return typeset[scheme === "sinusoidal" || scheme === "learned" ? "absolute" : scheme];
}

function describe(data: PositionsData, { language, active, ignored }: Options): Scene {
  const { state, tokens } = data;
  const bands =
    tokens.length === 0
      ? []
      : [
          scoresBand(data, language, active),
          orderBand(data, language, active),
          shiftBand(data, language, active),
          ...(absolute(state) ? [tableBand(data, language)] : []),
          ...(state.scheme === "sinusoidal" ? [wavesBand(data, language)] : []),
        ];
  return {
    figure: "positions",
    language,
    title: t(language, "positions.title"),
    summary: bands.length > 0 ? summary(data, language) : t(language, "positions.empty"),
    notes: [
      ...notesOf(data, language),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands,
    tables: [],
    fractions: false,
  };
}

function notesOf({ state, tokens }: PositionsData, language: Language): string[] {
  const { scheme, causal } = state;
  if (tokens.length === 0) return [t(language, "positions.empty")];
  if (causal && scheme === "none") return [t(language, "positions.note.causal")];
  return [
    t(language, `positions.note.${scheme}`),
    ...(scheme === "alibi" && !causal ? [t(language, "positions.note.alibi.open")] : []),
  ];
}

type Active = Options["active"];
const at = (active: Active, count: number) => ({
  row: active?.query ?? count - 1,
  column: active?.key ?? 0,
});

function scoresBand(data: PositionsData, language: Language, active: Active): Band {
  const { state, tokens, tensors } = data;
  const shared = { queries: tokens, keys: tokens, active: at(active, tokens.length) };
  const parts = isBiased(state) ? ["scaled", "bias"] : [];
  const panels = [...parts, "scores"].flatMap((id): Matrix[] => {
    const own = tensors[id];
    const title = t(language, `positions.panel.${id as "scaled" | "bias" | "scores"}`);
    const formula = id === "scores" ? { formula: formulaOf(state) } : {};
    if (!own) return [];
    return [pairs(language, { ...shared, ...formula, id, title, data: own, map: "diverging" })];
  });
  const { weights } = tensors;
  if (weights) {
    const mask = state.causal ? { mask: tensors.mask?.data as Uint8Array } : {};
    const title = t(language, "positions.panel.weights");
    const own = { id: "weights", title, data: weights, map: "sequential" } as const;
    panels.push(pairs(language, { ...shared, ...mask, ...own }));
  }
  const title = t(language, "positions.band.scores");
  return { id: "scores", title, panels, joints: isBiased(state) ? ["", "+", "="] : [] };
}

/** The same words in another order, and what that does to each word's output. */
function orderBand(data: PositionsData, language: Language, active: Active): Band {
  const { state, tokens, tensors } = data;
  const order = swapped(state, tokens.length).map((from) => tokens[from] ?? "");
  const { output, "swapped.scores": scores, order: change } = tensors;
  const panels: Matrix[] = [];
  if (output && scores && change) {
    panels.push(
      pairs(language, {
        ...{
          id: "swapped.scores",
          data: scores,
          map: "diverging",
          reach: tensors.scores?.data ?? [],
        },
        title: t(language, "positions.panel.swapped"),
        ...{ queries: order, keys: order, active: at(active, order.length) },
      }),
      grid(language, {
        ...{ id: "order", data: change, map: "diverging", reach: output.data, rounding: ROUNDING },
        title: t(language, "positions.panel.order", measured(data, language)),
        ...{ down: t(language, "common.axis.token"), rows: order },
        ...{ across: t(language, "common.axis.feature"), columns: counted(D) },
      }),
    );
  }
  return {
    id: "order",
    title: t(language, "positions.band.order", swapNames(state, tokens)),
    panels,
  };
}

function swapNames(state: PositionsState, tokens: readonly string[]) {
  const [first = "", second = ""] = swapOf(state, tokens.length).map((place) => tokens[place]);
  return { first, second };
}

/** The same words further on. */
function shiftBand(data: PositionsData, language: Language, active: Active): Band {
  const { state, tokens, tensors } = data;
  const { change, "change.largest": largest, scores } = tensors;
  const panels: Matrix[] = [];
  if (change && largest && scores) {
    panels.push(
      series(language, {
        ...{ id: "change.largest", data: largest },
        slice: gathered(largest, 1, SHIFTS, (_, column) => [column, 0]),
        title: t(language, "positions.panel.meter"),
        places: Array.from({ length: SHIFTS }, (_, shift) => String(shift)),
        across: t(language, "positions.axis.shift"),
        active: { row: 0, column: state.shift },
        chart: { kind: "bar", measure: "max |ΔS|", reach: [0, 1] },
      }),
      pairs(language, {
        ...{ id: "change", data: change, lead: [state.shift, 0], map: "diverging" },
        ...{ reach: scores.data, rounding: ROUNDING, queries: tokens, keys: tokens },
        title: t(language, "positions.panel.change", measured(data, language)),
        active: at(active, tokens.length),
      }),
    );
  }
  return { id: "shift", title: t(language, "positions.band.shift"), panels };
}

/** The two numbers that tell the schemes apart. */
function measured({ state, tensors }: PositionsData, language: Language) {
  const { "order.largest": order, "change.largest": change } = tensors;
  const write = (value: unknown) => formatNumber(Number(value ?? 0), language);
  return {
    order: write(order?.data[0]),
    change: write(change?.data[state.shift * (change.shape[1] ?? 1)]),
    shift: state.shift,
  };
}

function summary(data: PositionsData, language: Language): string {
  const { state, tokens } = data;
  return t(language, "positions.summary", {
    ...measured(data, language),
    ...swapNames(state, tokens),
    scheme: t(language, `positions.parameter.scheme.${state.scheme}`),
  });
}

export const positionsFigure: ProgramFigure<PositionsState> = {
  name: "positions",
  table: positionsTable,
  longest: MOST_TOKENS,
  program,
  drawn,
  describe,
  groups,
  looks(state, data, language) {
    const last = Math.max(0, (data?.tokens.length ?? MOST_TOKENS) - 1);
    const limit = data?.truncated;
    const hint =
      limit === undefined ? {} : { hint: t(language, "embed.sentence.truncated", { limit }) };
    return {
      ...{ first: { maximum: last }, second: { maximum: last }, text: hint },
      pair: { maximum: state.pairs - 1 },
    };
  },
  // Only scores, weights and their like are pairs of words.
  pairOf: (tensor, index) =>
    /^(swapped\.)?(scores|scaled|bias|weights|change)$/.test(tensor)
      ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 }
      : {},
};
