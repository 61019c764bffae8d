// Longer than trained: which pairs of rotary positions meet angles that training never showed,
// and what each scaling does about it. Sources: Chen et al. 2023; Peng et al. 2023.
import { typeset } from "../../formulas/stretch.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Band, Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { counted, pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { rowsOf } from "../slice.js";
import { groups, type StretchState, stretchTable } from "./parameters.js";
import { interpolates, lastOf, lengthOf, program, unseen } from "./program.js";

type Data = ProgramData<StretchState>;

const drawn = (state: StretchState) => [
  ...["wavelengths", "turns", "slowed.attention_factor", "mask", "plain_weights", "weights"],
  ...(interpolates(state) ? ["moved"] : []),
];

const formulas: Record<StretchState["scaling"], Exclude<keyof typeof typeset, "turns">> = {
  ...{ none: "none", linear: "linear", truncated: "linear", ntk: "ntk" },
  ...{ dynamic: "dynamic", yarn: "ramp", llama3: "ramp" },
};

function describe(data: Data, { language, active, ignored }: Options): Scene {
  const { state } = data;
  const numbers = measured(data, language);
  return {
    figure: "stretch",
    language,
    title: t(language, "stretch.title"),
    summary: t(language, "stretch.summary", numbers),
    notes: [
      t(language, `stretch.note.${state.scaling}`, numbers),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      curves(data, language, "turns"),
      curves(data, language, "wavelengths"),
      matrices(data, language, active),
    ],
    tables: [],
    fractions: false,
  };
}

/** The numbers that the words tell. */
function measured({ state, tensors }: Data, language: Language) {
  const { wavelengths, turns, "slowed.attention_factor": size } = tensors;
  const write = (value: unknown) => formatNumber(Number(value ?? 0), language);
  const new_ = unseen((turns?.data ?? []) as ArrayLike<number>);
  const count = state.pairs;
  const [first, last] = [(new_[0] ?? 0) + 1, (new_.at(-1) ?? 0) + 1];
  return {
    scaling: t(language, `stretch.parameter.scaling.${state.scaling}`),
    ...{ trained: state.trained, length: lengthOf(state), factor: state.factor },
    ...{ pairs: count, unseen: new_.length },
    which: new_.length === 0 ? "" : t(language, "stretch.which", { first, last }),
    size: write(size?.data[0]),
    fast: write(wavelengths?.data[0]),
    faster: write(wavelengths?.data[count]),
    slow: write(wavelengths?.data[count - 1]),
    slower: write(wavelengths?.data[2 * count - 1]),
  };
}

/** Two numbers a pair on a logarithmic axis: [2·F], before and after. */
function curves(data: Data, language: Language, id: "turns" | "wavelengths"): Band {
  const { state, tensors } = data;
  const own = tensors[id];
  const numbers = measured(data, language);
  const { pairs: count, trained, scaling } = state;
  const rules = {
    turns: [{ at: 1, text: t(language, "stretch.rule.turn") }],
    wavelengths: [
      { at: trained, text: t(language, "stretch.rule.trained") },
      { at: lengthOf(state), text: t(language, "stretch.rule.length") },
    ],
  };
  const panels: Matrix[] = [];
  if (own) {
    panels.push(
      series(language, {
        ...{ id, data: own },
        formula: id === "turns" ? typeset.turns : typeset[formulas[scaling]],
        slice: rowsOf(own, 2),
        title: t(language, `stretch.panel.${id}`, numbers),
        names: [t(language, `stretch.${id}.before`), t(language, `stretch.${id}.after`)],
        places: counted(count),
        across: t(language, "common.axis.pair"),
        chart: {
          ...{ kind: "line", log: true, measure: t(language, `stretch.measure.${id}`) },
          ...{ rules: rules[id], roles: ["neutral", "query"] },
        },
      }),
    );
  }
  return { id, title: t(language, `stretch.band.${id}`, numbers), panels };
}

/** One head that looks near, without and with the scaling. */
function matrices(data: Data, language: Language, active: Options["active"]): Band {
  const { state, tensors } = data;
  const { mask, moved, plain_weights: plain, weights } = tensors;
  const panels: Matrix[] = [];
  const places = lastOf(state).map(String);
  if (mask && plain && weights) {
    const end = places.length - 1;
    const shared = {
      ...{ queries: places, keys: places, mask: mask.data as Uint8Array },
      active: { row: active?.query ?? end, column: active?.key ?? end },
      map: "sequential" as const,
    };
    const title = t(language, "stretch.panel.plain");
    panels.push(
      pairs(language, { ...shared, id: "plain_weights", data: plain, title }),
      pairs(language, {
        ...{ ...shared, id: "weights", data: weights },
        title: t(language, "stretch.panel.weights", measured(data, language)),
      }),
    );
  }
  if (moved) {
    panels.push(
      series(language, {
        ...{
          id: "moved",
          data: moved,
          title: t(language, `stretch.panel.moved.${state.scaling as "linear"}`),
        },
        ...{ places, across: t(language, "common.axis.position") },
        chart: { kind: "line", measure: t(language, "stretch.measure.moved") },
      }),
    );
  }
  return { id: "matrices", title: t(language, "stretch.band.matrices"), panels };
}

export const stretchFigure: ProgramFigure<StretchState> = {
  name: "stretch",
  table: stretchTable,
  program,
  drawn,
  describe,
  groups,
  pairOf: (tensor, index) =>
    tensor.endsWith("weights") ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
