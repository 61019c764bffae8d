// What is left of a gradient over a distance: through a recurrent network one step at a time, through
// self-attention in one; and how many steps wait for one another in each.
import { typeset } from "../../formulas/recurrent.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { listed } from "../listed.js";
import { series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { rowsOf } from "../slice.js";
import {
  CURVES,
  type Curve,
  differentiated,
  type Edge,
  measures,
  NETS,
  normAt,
  ROWS,
} from "./norms.js";
import { distancesOf, groups, type RecurrentState, recurrentTable } from "./parameters.js";
import { program } from "./program.js";

type Data = ProgramData<RecurrentState>;

const ROLES = { bound: "neutral", network: "query", attention: "key" } as const;
/** What is left of a gradient when people say that it is gone. */
const TENTH = 0.1;

function describe(data: Data, { language, claims, ignored }: Options): Scene {
  const { state } = data;
  const numbers = numbersOf(data, language);
  return {
    figure: "recurrent",
    language,
    title: t(language, "recurrent.title"),
    summary: t(language, "recurrent.summary", numbers),
    notes: [
      t(language, `recurrent.note.${state.radius > 1 ? "large" : "bound"}`, numbers),
      t(language, "recurrent.note.attention", numbers),
      ...(judges(state, claims)
        ? [t(language, "recurrent.claim.steps", numbers), t(language, "recurrent.claim", numbers)]
        : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      { id: "norms", title: t(language, "recurrent.band.norms"), panels: norms(data, language) },
      { id: "waits", title: t(language, "recurrent.band.waits"), panels: waits(data, language) },
    ],
    tables: [],
    fractions: false,
  };
}

/** What the words tell: at the furthest distance mean, least and largest, at 1 the mean. */
function numbersOf({ state, tensors }: Data, language: Language) {
  const distance = state.length - 1;
  const all = Array.from(tensors.norms?.data ?? [], Number);
  const at = (curve: Curve, k: number, edge?: Edge) => normAt(all, state, curve, k, edge);
  const write = (curve: Curve, k: number, edge?: Edge) =>
    formatNumber(at(curve, k, edge), language);
  const [steps = 0, one = 0] = Array.from(tensors.waits?.data ?? [], Number);
  const edges = {
    least: write("network", distance, "least"),
    ...{ largest: write("network", distance, "largest"), seeds: state.seeds },
  };
  const faded = at("network", distance) < TENTH * at("network", 1);
  return {
    radius: formatNumber(state.radius, language),
    deviation: formatNumber(state.deviation, language),
    ...{ near: write("network", 1), far: write("network", distance), distance, steps, one },
    spread: state.seeds > 1 ? t(language, "recurrent.spread", edges) : "",
    bound: write("bound", distance),
    attention_near: write("attention", 1),
    attention_far: write("attention", distance),
    verdict: t(language, `common.claim.${faded ? "holds" : "fails"}`),
  };
}

function norms({ state, tensors }: Data, language: Language): Matrix[] {
  const { norms: data } = tensors;
  if (!data) return [];
  const distances = distancesOf(state);
  const several = state.seeds > 1;
  return [
    series(language, {
      ...{ id: "norms", data, formula: typeset.norms },
      slice: rowsOf(data, ROWS.length * CURVES.length),
      title: t(language, several ? "recurrent.panel.norms" : "recurrent.panel.norms.one", {
        seeds: state.seeds,
        seed: state.seed,
      }),
      names: CURVES.flatMap((curve) => {
        const name = t(language, `recurrent.curve.${curve}`);
        return ROWS.map((row) =>
          row === "mean" ? name : t(language, `recurrent.row.${row}`, { name }),
        );
      }),
      places: distances.map(String),
      across: t(language, "recurrent.axis.distance"),
      chart: {
        ...{ kind: "line", log: true, bands: true, at: distances },
        measure: t(language, "recurrent.measure"),
        roles: CURVES.flatMap((curve) => ROWS.map(() => ROLES[curve])),
        rules: [{ at: TENTH, text: formatNumber(TENTH, language, 1) }],
      },
    }),
  ];
}

/** How many steps wait for one another on the way to h_T and to out_T. */
function waits({ tensors }: Data, language: Language): Matrix[] {
  const { waits: data } = tensors;
  if (!data) return [];
  return [
    listed(language, {
      ...{ id: "waits", data, whole: true, formula: typeset.state },
      title: t(language, "recurrent.panel.waits"),
      down: t(language, "recurrent.axis.result"),
      places: NETS.map((net) => t(language, `recurrent.curve.${net}`)),
      roles: NETS.map((net) => ROLES[net]),
    }),
  ];
}

export const recurrentFigure: ProgramFigure<RecurrentState> = {
  name: "recurrent",
  table: recurrentTable,
  program,
  drawn: () => ["waits"],
  gradients: (state) => ({
    of: { tensor: "loss", reduce: "sum" },
    names: differentiated(state),
  }),
  measures,
  describe,
  groups,
};
