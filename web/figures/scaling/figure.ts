// Why the scores are divided by √d_k: they spread as d_k grows, softmax saturates, and its gradient
// is lost. Source: Vaswani et al. 2017, section 3.2.1, footnote 4.
import { typeset } from "../../formulas/scaling.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { counted, grid, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { gathered } from "../slice.js";
import { groups, lostOf, type ScalingState, scalingTable, WIDTHS } from "./parameters.js";
import { program, QUERIES } from "./program.js";

type Data = ProgramData<ScalingState>;

/** The rows of softmax as cells: so many to a line. */
const LINE = 32;
const KINDS = ["raw", "scaled"] as const;

function describe(data: Data, options: Options): Scene {
  const { language, claims, ignored } = options;
  const names = namesOf(data, language);
  const band = (id: "variance" | "weights" | "gradients", panels: Matrix[]) => ({
    ...{ id, title: t(language, `scaling.band.${id}`), panels },
  });
  return {
    figure: "scaling",
    language,
    title: t(language, "scaling.title"),
    summary: t(language, "scaling.summary", names),
    notes: [
      t(language, names.lost === "0" ? "scaling.note.none" : "scaling.note", names),
      ...(judges(data.state, claims) ? [claimOf(data, language)] : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      band("variance", variances(data, language)),
      band("weights", weights(data, options)),
      band("gradients", gradients(data, language)),
    ],
    tables: [],
    fractions: false,
  };
}

function namesOf(data: Data, language: Language) {
  const { state, tensors } = data;
  const at = WIDTHS.indexOf(state.d_k);
  const value = (name: string, row = 0) =>
    formatNumber(Number(tensors[name]?.data[row * WIDTHS.length + at] ?? 0), language);
  const share = (kind: (typeof KINDS)[number]) => {
    const norms = tensors[`d${state.d_k}.${kind}.norm`]?.data ?? [];
    return formatNumber((100 * lostOf(norms)) / QUERIES, language, 1);
  };
  return {
    ...{ width: state.d_k, keys: state.keys, rows: QUERIES, variance: value("independent") },
    ...{ raw: value("gradients"), scaled: value("gradients", 1) },
    ...{ lost: share("raw"), kept: share("scaled") },
  };
}

/** That the gradient is small without √d_k, at the width shown. */
function claimOf(data: Data, language: Language): string {
  const names = namesOf(data, language);
  const at = WIDTHS.indexOf(data.state.d_k);
  const mean = (row: number) => Number(data.tensors.gradients?.data[row * WIDTHS.length + at]);
  const holds = mean(0) < mean(1);
  const verdict = t(language, `common.claim.${holds ? "holds" : "fails"}`);
  return t(language, "scaling.claim", { ...names, verdict });
}

function variances({ state, tensors }: Data, language: Language): Matrix[] {
  const { independent, same } = tensors;
  if (!independent || !same) return [];
  const column = WIDTHS.indexOf(state.d_k);
  const shared = { places: WIDTHS, across: "d_k", active: { row: 0, column } };
  return [
    series(language, {
      ...{ ...shared, id: "independent", data: independent, formula: typeset.independent },
      title: t(language, "scaling.panel.independent"),
      names: [t(language, "scaling.row.variance"), "d_k"],
      chart: {
        ...{ kind: "line", measure: t(language, "scaling.measure.variance"), log: true },
        roles: ["query", "neutral"],
      },
    }),
    series(language, {
      ...{ ...shared, id: "same", data: same, formula: typeset.same },
      title: t(language, "scaling.panel.same"),
      names: [t(language, "scaling.row.variance"), t(language, "scaling.row.mean")],
      chart: {
        ...{ kind: "line", measure: t(language, "scaling.measure.square"), log: true },
        roles: ["query", "neutral"],
      },
    }),
  ];
}

/** The weights of the query in view. */
function weights({ state, tensors }: Data, { language, active }: Options): Matrix[] {
  const query = active?.query ?? 0;
  return KINDS.flatMap((kind) => {
    const tensor = `d${state.d_k}.${kind}.weights`;
    const data = tensors[tensor];
    if (!data) return [];
    return [
      series(language, {
        ...{ id: `weights.${kind}`, tensor, data, lead: [0, query], formula: typeset[kind] },
        title: t(language, `scaling.panel.weights.${kind}`, { query: query + 1 }),
        role: kind === "raw" ? "key" : "query",
        places: counted(state.keys),
        across: t(language, "scaling.axis.key"),
        chart: { kind: "bar", measure: t(language, "scaling.measure.weight"), reach: [0, 1] },
      }),
    ];
  });
}

/** The gradient of every row, and its mean against d_k. */
function gradients({ state, tensors }: Data, language: Language): Matrix[] {
  const { gradients: means } = tensors;
  const found = KINDS.map((kind) => tensors[`d${state.d_k}.${kind}.norm`]);
  const [raw, scaled] = found;
  if (!means || !raw || !scaled) return [];
  const reach = [0, ...found.flatMap((one) => Array.from(one?.data ?? [], Number))];
  const rows = QUERIES / LINE;
  return [
    series(language, {
      ...{ id: "gradients", data: means, formula: typeset.gradients },
      title: t(language, "scaling.panel.gradients"),
      names: KINDS.map((kind) => t(language, `scaling.row.${kind}`)),
      ...{ places: WIDTHS, across: "d_k" },
      active: { row: 0, column: WIDTHS.indexOf(state.d_k) },
      chart: {
        ...{ kind: "line", measure: t(language, "scaling.measure.gradient"), reach: [0] },
        roles: ["key", "query"],
      },
    }),
    ...KINDS.map((kind) => {
      const tensor = `d${state.d_k}.${kind}.norm`;
      const data = kind === "raw" ? raw : scaled;
      return grid(language, {
        ...{ id: `norm.${kind}`, tensor, data, map: "sequential", reach },
        slice: gathered(data, rows, LINE, (row, column) => [0, row * LINE + column, 0]),
        title: t(language, `scaling.panel.norm.${kind}`, { rows: QUERIES }),
        down: t(language, "scaling.axis.query"),
        rows: Array.from({ length: rows }, (_, row) => String(row * LINE + 1)),
        ...{ across: "+", columns: Array.from({ length: LINE }, (_, at) => String(at)) },
      });
    }),
  ];
}

export const scalingFigure: ProgramFigure<ScalingState> = {
  name: "scaling",
  table: scalingTable,
  program,
  drawn: ({ d_k }) => [
    ...["independent", "same", "gradients"],
    ...KINDS.flatMap((kind) => [`d${d_k}.${kind}.weights`, `d${d_k}.${kind}.norm`]),
  ],
  describe,
  groups,
  // A cell of the gradients shows the weights of its query.
  pairOf: (tensor, index) => (tensor.endsWith(".norm") ? { query: index[1] ?? 0, key: 0 } : {}),
};
