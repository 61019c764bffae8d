// Ranks: what d_k bounds (QKᵀ), what it does not (A), and what the outputs have.
// Source: Golub and Van Loan 2013, section 2.4; Yang et al. 2018 (rank of ln A).
import type { Tensor } from "../../engine/types.js";
import { typeset } from "../../formulas/rank.gen.js";
import { type Language, t } from "../../i18n/t.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { counted, pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { groups, looks, type RankState, rankTable, sizesOf } from "./parameters.js";
import { hasLogarithm, program } from "./program.js";
import { claimsOf, notesOf, type Ranks, ranksOf, summaryOf } from "./words.js";

type Data = ProgramData<RankState>;

function drawn(state: RankState): string[] {
  return [
    ...(sizesOf(state).d_k === undefined ? ["weights"] : ["scores", "mask", "weights"]),
    ...["spectra", "spectra.rank", "spectra.effective_rank"],
    ...["output_spectra", "output_spectra.rank", "joined_spectrum", "joined_spectrum.rank"],
  ];
}

function describe(data: Data, options: Options): Scene {
  const { language, claims, ignored } = options;
  const ranks = ranksOf(data);
  const checked = judges(data.state, claims);
  return {
    figure: "rank",
    language,
    title: t(language, "rank.title"),
    summary: summaryOf(language, data.state, ranks),
    notes: [
      ...notesOf(language, data.state, ranks),
      ...(checked ? claimsOf(language, data.state, ranks) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        id: "spectra",
        title: t(language, "rank.band.spectra"),
        panels: spectraOf(data, language, ranks),
      },
      {
        id: "matrices",
        title: t(language, "rank.band.matrices"),
        panels: matricesOf(data, options),
        joints: ["", "softmax →"],
      },
    ],
    tables: [],
    fractions: data.state.example === "counterexample",
  };
}

/** QKᵀ and A of the head shown. */
function matricesOf({ state, tensors, catalogue }: Data, { language, active }: Options): Matrix[] {
  const { example, head } = state;
  const { scores, mask, weights } = tensors;
  const place = active ? { active: { row: active.query, column: active.key } } : {};
  const shared = { ...place, lead: [0, head], editable: true, exact: example === "counterexample" };
  const names = { head: head + 1 };
  const entry = (name: string) => catalogue.find((one) => one.name === name);
  const own = scores === undefined;
  return [
    ...(scores
      ? [
          pairs(language, {
            ...shared,
            ...{ id: "scores", data: scores, map: "diverging", formula: typeset.scores },
            title: t(language, "rank.panel.scores", names),
            entry: entry("scores"),
          }),
        ]
      : []),
    ...(weights
      ? [
          pairs(language, {
            ...shared,
            ...{ id: "weights", data: weights, map: "sequential", entry: entry("weights") },
            title: t(language, own ? "rank.panel.given" : "rank.panel.weights", names),
            ...(own ? {} : { formula: typeset.weights }),
            ...(mask && { mask: mask.data as Uint8Array }),
          }),
        ]
      : []),
  ];
}

function spectraOf({ state, tensors }: Data, language: Language, ranks: Ranks): Matrix[] {
  const { spectra, output_spectra: output, joined_spectrum: joined } = tensors;
  if (!spectra || !output || !joined) return [];
  const { heads } = sizesOf(state);
  const named = (name: string, value: number) => t(language, "rank.row", { name, value });
  const charted = (id: string, data: Tensor, row: number) => {
    const columns = data.shape.at(-1) ?? 1;
    const sigma = Array.from(data.data.subarray(row * columns, (row + 1) * columns), Number);
    const level = Number(state.threshold) * (sigma[0] ?? 0);
    // Where all count, and by far, the line would only press them together.
    const near = sigma.some((one) => one < 1000 * level);
    return {
      ...{ id, data, lead: [0], across: t(language, "rank.axis"), places: counted(columns) },
      chart: {
        ...{ kind: "line" as const, measure: "σ", log: true },
        rules: near ? [{ at: level, text: t(language, "rank.rule") }] : [],
      },
    };
  };
  const last = (spectra.shape.at(-2) ?? 1) - 1;
  const first = charted("spectra", spectra, last);
  const mixed = charted("output_spectra", output, state.head);
  const rows = [
    ...(ranks.scores === undefined ? [] : [named("QKᵀ", ranks.scores)]),
    ...(hasLogarithm(state) && ranks.logarithm !== undefined
      ? [named("ln A", ranks.logarithm)]
      : []),
    named("A", ranks.weights),
  ];
  const roles = { 1: ["key"], 2: ["query", "key"], 3: ["query", "neutral", "key"] } as const;
  return [
    series(language, {
      ...{ ...first, names: rows, formula: typeset.spectra },
      title: t(language, "rank.panel.spectra", {
        rows: rows.join(t(language, "common.list.separator")),
      }),
      chart: { ...first.chart, roles: roles[rows.length as 1 | 2 | 3] },
    }),
    series(language, {
      ...{ ...mixed, role: "value", formula: typeset.output },
      names: ranks.outputs.map((value, at) =>
        heads === 1 ? named("A·V", value) : named(`A·V ${at + 1}`, value),
      ),
      title: t(language, "rank.panel.output", { rank: ranks.output }),
    }),
    ...(heads > 1
      ? [
          series(language, {
            ...{ ...charted("joined_spectrum", joined, 0), role: "value" },
            formula: typeset.joined,
            title: t(language, "rank.panel.joined", { heads, rank: ranks.joined }),
          }),
        ]
      : []),
  ];
}

const MATRICES = new Set(["scores", "scaled", "masked", "weights", "mask"]);

export const rankFigure: ProgramFigure<RankState> = {
  name: "rank",
  table: rankTable,
  program,
  drawn,
  settable: (tensor) => /^(scores|weights)$/.test(tensor),
  describe,
  groups,
  looks,
  // Cells of other examples, or of other sizes, mean nothing.
  change(state, values) {
    const next = { ...state, ...values };
    return values.example !== undefined && values.edits === undefined
      ? { ...next, edits: "" }
      : next;
  },
  pairOf: (tensor, index) =>
    MATRICES.has(tensor) ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
