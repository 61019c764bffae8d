// Why three matrices: what becomes of scores, weights, rank and freedom when Q, K and V share a
// projection, or have none. Sources: Vaswani et al. 2017, section 3.2; Kitaev et al. 2020 (Q = K).
import { typeset } from "../../formulas/projections.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { counted, pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { rowsOf } from "../slice.js";
import {
  groups,
  looks,
  type ProjectionsState,
  projectionsTable,
  SHARINGS,
  sizesOf,
} from "./parameters.js";
import { drawsOf, MEASURED, program } from "./program.js";
import { claimsOf, notesOf, pairOf, ROUNDING, ranksOf, summaryOf } from "./words.js";

type Data = ProgramData<ProjectionsState>;

/** In the order of SHARINGS; letters are the same in every language. */
const placesOf = (language: Language) => [
  ...[t(language, "projections.place.none"), "K=V", "Q=K"],
  ...[t(language, "projections.place.all"), "X"],
];

function describe(data: Data, options: Options): Scene {
  const { language, claims, ignored } = options;
  const band = (id: "attention" | "symmetry" | "freedom", panels: Matrix[]) => ({
    ...{ id, title: t(language, `projections.band.${id}`), panels },
  });
  return {
    figure: "projections",
    language,
    title: t(language, "projections.title"),
    summary: summaryOf(language, data),
    notes: [
      ...notesOf(language, data, pairOf(options)),
      ...(judges(data.state, claims) ? claimsOf(language, data) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { ...band("attention", attentionOf(data, options)), joints: ["", "softmax →"] },
      band("symmetry", symmetryOf(data, language)),
      band("freedom", freedomOf(data, language)),
    ],
    tables: [],
    fractions: false,
  };
}

/** Scores and weights of the first draw. */
function attentionOf({ state, tensors, catalogue }: Data, options: Options): Matrix[] {
  const { language } = options;
  const { share } = state;
  const { query, key } = pairOf(options);
  const [scores, weights] = [tensors[`${share}.scaled`], tensors[`${share}.weights`]];
  if (!scores || !weights) return [];
  const shared = { lead: [0, 0], active: { row: query, column: key }, editable: true };
  const entry = (tensor: string) => ({
    tensor,
    entry: catalogue.find(({ name }) => name === tensor),
  });
  return [
    pairs(language, {
      ...{ ...shared, ...entry(`${share}.scaled`), id: "scores", data: scores, map: "diverging" },
      rounding: ROUNDING,
      ...{ title: t(language, "projections.panel.scores"), formula: typeset[share] },
    }),
    pairs(language, {
      ...{ ...shared, ...entry(`${share}.weights`), id: "weights", data: weights },
      ...{ map: "sequential", formula: typeset.weights },
      title: t(language, "projections.panel.weights"),
    }),
  ];
}

/** How far scores and weights are from symmetric, and how much a token looks at itself. */
function symmetryOf({ state, tensors }: Data, language: Language): Matrix[] {
  const { asymmetry, self } = tensors;
  if (!asymmetry || !self) return [];
  const column = SHARINGS.indexOf(state.share);
  const places = placesOf(language);
  const shared = { places, across: t(language, "projections.axis.share"), rounding: ROUNDING };
  return [
    series(language, {
      ...{ ...shared, id: "asymmetry", data: asymmetry, formula: typeset.asymmetry },
      slice: rowsOf(asymmetry, 2),
      title: t(language, "projections.panel.asymmetry"),
      names: (["scores", "weights"] as const).map((name) => t(language, `projections.row.${name}`)),
      chart: {
        ...{ kind: "bar", measure: t(language, "projections.measure.asymmetry") },
        roles: ["query", "neutral"],
      },
    }),
    series(language, {
      ...{ ...shared, id: "self", data: self, formula: typeset.self, role: "key" },
      title: t(language, "projections.panel.self", { draws: drawsOf(state) }),
      active: { row: 0, column },
      chart: {
        ...{ kind: "bar", measure: t(language, "projections.measure.self"), reach: [0, 1] },
        rules: [{ at: 1 / state.length, text: "1/n", beside: true }],
      },
    }),
  ];
}

/** The rank, which sharing leaves as it is, and the freedom, which it does not. */
function freedomOf({ state, tensors }: Data, language: Language): Matrix[] {
  const { spectra, freedom } = tensors;
  if (!spectra || !freedom) return [];
  const { width, d_k } = sizesOf(state);
  const rows = Math.min(width, MEASURED);
  // Beyond d_k there is only rounding: a few of it suffice.
  const shown = Math.min(rows, Math.max(16, d_k + 8));
  const places = placesOf(language);
  return [
    series(language, {
      ...{ id: "freedom", data: freedom, formula: typeset.freedom },
      slice: rowsOf(freedom, 3),
      title: t(language, "projections.panel.freedom"),
      names: (["parameters", "both", "scores"] as const).map((name) =>
        t(language, `projections.row.${name}`),
      ),
      ...{ places, across: t(language, "projections.axis.share") },
      chart: {
        ...{ kind: "bar", measure: t(language, "projections.measure.freedom") },
        roles: ["neutral", "value", "query"],
      },
    }),
    series(language, {
      ...{ id: "spectra", data: spectra, formula: typeset.spectra },
      slice: rowsOf(spectra, 2, shown),
      title: t(language, `projections.panel.${width > rows ? "part" : "spectra"}`, {
        ...{ rows, shown, ...ranksOf(tensors) },
      }),
      names: (["separate", "shared"] as const).map((name) =>
        t(language, `projections.row.${name}`),
      ),
      places: counted(shown),
      across: t(language, "projections.axis.place"),
      chart: { kind: "line", measure: "σ", log: true, roles: ["key", "query"] },
    }),
  ];
}

export const projectionsFigure: ProgramFigure<ProjectionsState> = {
  name: "projections",
  table: projectionsTable,
  program,
  settable: (tensor, { share }) => [`${share}.scaled`, `${share}.weights`].includes(tensor),
  drawn: ({ share }) => [
    ...[`${share}.scaled`, `${share}.weights`, "asymmetry", "self", "freedom"],
    ...["spectra", "query.weight.spectrum.rank", "key.weight.spectrum.rank"],
  ],
  describe,
  groups,
  looks,
  // What was set belongs to the scores of this sharing.
  change(state, values) {
    const next = { ...state, ...values };
    const other = values.share ?? values.example ?? values.length;
    return other !== undefined && values.edits === undefined ? { ...next, edits: "" } : next;
  },
  pairOf: (tensor, index) =>
    /\.(scaled|weights)$/.test(tensor) ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
