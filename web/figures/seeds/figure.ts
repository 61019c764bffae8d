// How far initial weights of attention lie apart: one seed as a matrix, the least and the largest
// weight of every seed beside the weights that the chapter prints.
import { typeset } from "../../formulas/seeds.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { rowsOf } from "../slice.js";
import { groups, type SeedsState, seedsTable } from "./parameters.js";
import { insideOf, PRINTED } from "./printed.js";
import { LARGEST, LEAST, program, repeats } from "./program.js";

type Data = ProgramData<SeedsState>;

/** Seeds below which nothing is said of what to expect. */
const ENOUGH = 100;

function describe(data: Data, options: Options): Scene {
  const { language, claims, ignored } = options;
  const names = namesOf(data, language);
  const verdict = t(language, `common.claim.${names.inside > 0 ? "holds" : "fails"}`);
  return {
    figure: "seeds",
    language,
    title: t(language, "seeds.title", names),
    summary: t(language, "seeds.summary", names),
    notes: [
      t(language, "seeds.note"),
      ...(judges(data.state, claims) && suffices(data)
        ? [t(language, "seeds.claim", { ...names, verdict })]
        : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "seeds", title: t(language, "seeds.band.seeds"), panels: extremesOf(data, language) },
      {
        id: "weights",
        title: t(language, "seeds.band.weights"),
        panels: weightsOf(data, options),
        joints: ["", "softmax →"],
      },
    ],
    tables: [],
    fractions: false,
  };
}

/** For a verdict: the module as it is, and every one of many seeds looked at. */
function suffices({ state, unfinished }: Data): boolean {
  return state.smaller === "1" && state.seeds >= ENOUGH && !unfinished;
}

function namesOf({ tensors, state }: Data, language: Language) {
  const [least, largest] = [tensors[LEAST]?.data ?? [], tensors[LARGEST]?.data ?? []];
  const write = (name: string) => formatNumber(Number(tensors[name]?.data[0] ?? 0), language, 4);
  const printed = (value: number) => formatNumber(value, language, 4);
  return {
    ...{ count: least.length, seeds: state.seeds, inside: insideOf(least, largest) },
    ...{ least: write("least_over"), largest: write("largest_over") },
    ...{ from: printed(PRINTED.least), to: printed(PRINTED.largest) },
  };
}

function extremesOf({ tensors }: Data, language: Language): Matrix[] {
  const { extremes } = tensors;
  if (!extremes) return [];
  const count = extremes.data.length / 2;
  return [
    series(language, {
      ...{ id: "extremes", data: extremes, formula: typeset.extremes },
      slice: rowsOf(extremes, 2),
      title: t(language, "seeds.panel.extremes", { count }),
      names: [t(language, "seeds.row.least"), t(language, "seeds.row.largest")],
      places: Array.from({ length: count }, (_, seed) => String(seed)),
      across: t(language, "seeds.axis.seed"),
      chart: {
        ...{ kind: "line", measure: t(language, "seeds.measure.weight"), reach: [0] },
        roles: ["query", "key"],
        rules: (["largest", "least"] as const).map((end) => ({
          at: PRINTED[end],
          text: t(language, `seeds.rule.${end}`, {
            value: formatNumber(PRINTED[end], language, 4),
          }),
        })),
      },
    }),
  ];
}

function weightsOf({ state, tensors }: Data, { language, active }: Options): Matrix[] {
  const { scaled, weights } = tensors;
  if (!scaled || !weights) return [];
  const shared = { active: { row: active?.query ?? 0, column: active?.key ?? 0 } };
  return [
    pairs(language, {
      ...{ ...shared, id: "scaled", data: scaled, map: "diverging", formula: typeset.scaled },
      title: t(language, "seeds.panel.scaled", { seed: state.seed }),
    }),
    pairs(language, {
      ...{ ...shared, id: "weights", data: weights, map: "sequential", formula: typeset.weights },
      title: t(language, "seeds.panel.weights", { seed: state.seed }),
    }),
  ];
}

export const seedsFigure: ProgramFigure<SeedsState> = {
  name: "seeds",
  table: seedsTable,
  program,
  repeats,
  drawn: () => ["scaled", "weights", "extremes", "least_over", "largest_over", LEAST, LARGEST],
  describe,
  groups,
  pairOf: (tensor, index) =>
    /^(scaled|scores|weights)$/.test(tensor)
      ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 }
      : {},
};
