// Build a layer: attention and feed-forward, each with its residual and its norm before or after;
// one of them from inside, or what many of them do to x and to its gradient.
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Scene } from "../../scene/scene.js";
import { parseCell } from "../../state/cells.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { chartBands, several } from "./charts.js";
import { lengths } from "./depth.js";
import { statisticsOf } from "./inside.js";
import { curveBand, shownOf, sublayerBand } from "./panels.js";
import { groups, type LayerState, layerTable, looks, MOST_TOKENS } from "./parameters.js";
import { program } from "./program.js";
import { streamsOf } from "./stages.js";

type Data = ProgramData<LayerState>;

const GRADIENT = "dx";
/** A number for x, and one after every layer. */
const LENGTHS = /^(alike|(stream|dx)\.length)$/;

function describe(data: Data, { language, active, claims, ignored }: Options): Scene {
  const { state, tokens } = data;
  const empty = tokens.length === 0;
  const judged = several(data) && state.part === "depth" && judges(state, claims);
  return {
    figure: "layer",
    language,
    title: t(language, "layer.title"),
    summary: empty ? t(language, "layer.empty") : summary(data, language),
    notes: [
      ...(empty ? [t(language, "layer.empty")] : notesOf(data, language)),
      ...(judged ? [t(language, "layer.claim", numbersOf(data, language))] : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: empty ? [] : bandsOf(data, language, active),
    tables: [],
    fractions: false,
  };
}

function bandsOf(data: Data, language: Language, active: Options["active"]): Band[] {
  const { part } = data.state;
  if (part === "depth") return chartBands(data, language, active);
  const place = { row: active?.query ?? data.tokens.length - 1, column: active?.key ?? 0 };
  return [
    sublayerBand(data, language, part, place),
    ...(part === "feed_forward" ? [curveBand(data, language, place)] : []),
  ];
}

/** What the layer does with x, in words. */
function notesOf({ state }: Data, language: Language): string[] {
  const { residual, norm, order, part } = state;
  const where = norm === "none" ? "none" : order;
  const kept = residual ? "residual" : "alone";
  if (part === "depth") return [t(language, `layer.note.${kept}`)];
  return [
    t(language, `layer.note.${where}`),
    t(language, `layer.note.${kept}`),
    ...(part === "feed_forward" && state.activation === "swiglu"
      ? [t(language, "layer.note.gate")]
      : []),
  ];
}

function numbersOf({ state, tensors }: Data, language: Language) {
  const write = (name: string, at: number) =>
    formatNumber(Number(tensors[name]?.data.at(at) ?? 0), language);
  return {
    ...{ layers: state.layers, layer: state.layer + 1 },
    ...{ alike: write("alike", -1), alike_first: write("alike", 0), alike_one: write("alike", 1) },
    ...{ length: write("stream.length", -1), length_first: write("stream.length", 0) },
    ...{ gradient: write("dx.length", 0), gradient_last: write("dx.length", -1) },
  };
}

function summary(data: Data, language: Language): string {
  const { part, layer, layers } = data.state;
  if (part === "depth") {
    const found = numbersOf(data, language);
    return [
      ...(several(data) ? [t(language, "layer.summary.alike", found)] : []),
      t(language, "layer.summary.depth", found),
    ].join(t(language, "common.sentence.end"));
  }
  return t(language, "layer.summary.inside", {
    ...{ layer: layer + 1, layers, length: data.tokens.length },
    part: t(language, `layer.name.${part}`),
    order: t(language, `layer.name.${data.state.norm === "none" ? "none" : data.state.order}`),
    residual: t(language, `layer.name.${data.state.residual ? "residual" : "alone"}`),
  });
}

export const layerFigure: ProgramFigure<LayerState> = {
  name: "layer",
  table: layerTable,
  longest: MOST_TOKENS,
  program,
  drawn(state) {
    const { part, norm } = state;
    if (part === "depth") return ["alike", "cosines", "stream.length"];
    return [
      ...shownOf(state, part),
      ...(norm === "none" ? [] : [statisticsOf(part)]),
      ...(part === "feed_forward" ? ["units", "bent"] : []),
    ];
  },
  gradients: (state) =>
    state.part === "depth"
      ? { of: { tensor: "loss", reduce: "sum" }, names: streamsOf(state) }
      : undefined,
  measures: (state) =>
    state.part === "depth"
      ? {
          steps: lengths(
            GRADIENT,
            streamsOf(state).map((name) => `d:${name}`),
          ),
          names: [`${GRADIENT}.length`],
        }
      : undefined,
  describe,
  groups,
  looks,
  change(state, values) {
    // A point of a curve shows what is after that layer.
    const cell = parseCell(values.open ?? "");
    const passed = cell && LENGTHS.test(cell.tensor) ? (cell.index[0] ?? 0) : 0;
    return { ...state, ...(passed > 0 && { layer: passed - 1 }), ...values };
  },
  pairOf(tensor, index) {
    const query = index.at(-2) ?? 0;
    // A hidden unit is one of a token.
    if (tensor === "bent") return { query, key: 0 };
    // A token and a feature of it, or two tokens.
    return /^(x|cosines|L\d+\..*)$/.test(tensor) ? { query, key: index.at(-1) ?? 0 } : {};
  },
};
