// How many words each position sees: masks side by side, and what becomes of the share as the
// text grows.
import { typeset } from "../../formulas/context.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber, formatValue } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { counted, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { rowsOf } from "../slice.js";
import {
  CHAPTER,
  type ContextState,
  contextTable,
  groups,
  KINDS,
  type Kind,
  LENGTHS,
} from "./parameters.js";
import { GROWING, program } from "./program.js";

type Data = ProgramData<ContextState>;

const ROLES = { none: "neutral", causal: "query", window: "key", prefix: "value" } as const;

function describe(data: Data, options: Options): Scene {
  const { language, ignored } = options;
  const judged = judges(data.state, options.claims);
  // The chapter draws its line for a text of its own length.
  const claimed = judged && data.state.length === CHAPTER;
  return {
    figure: "context",
    language,
    title: t(language, "context.title"),
    summary: t(language, "context.summary", namesOf(data, language)),
    notes: [
      t(language, "context.note"),
      ...(claimed ? [meanVerdict(data, language)] : []),
      ...(judged ? [chainVerdict(data, language)] : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        ...{ id: "visible", title: t(language, "context.band.visible") },
        panels: KINDS.flatMap((kind) => barsOf(kind, data, options, claimed)),
      },
      {
        ...{ id: "growing", title: t(language, "context.band.growing") },
        panels: [...sharesOf(data, language), ...chainOf(data, language)],
      },
    ],
    tables: [],
    fractions: false,
  };
}

const meanOf = ({ tensors }: Data, kind: Kind) => Number(tensors[`visible.${kind}.mean`]?.data[0]);

function namesOf(data: Data, language: Language) {
  const { length } = data.state;
  const write = (kind: Kind) => formatNumber(meanOf(data, kind), language, 2);
  return {
    ...{ length, mean: write("causal"), window: write("window"), prefix: write("prefix") },
    percent: formatNumber((100 * meanOf(data, "causal")) / length, language, 1),
  };
}

/** How many keys each query sees, with the mean; at the causal one the line that is claimed. */
function barsOf(kind: Kind, data: Data, { language, active }: Options, claimed: boolean): Matrix[] {
  const { state, tensors } = data;
  const visible = tensors[`visible.${kind}`];
  if (!visible) return [];
  const { length } = state;
  const write = (value: number) => formatNumber(value, language, 2);
  const mean = meanOf(data, kind);
  const rules = [{ at: mean, text: t(language, "context.rule.mean", { value: write(mean) }) }];
  if (kind === "causal" && claimed) {
    const value = write(length / 2);
    rules.push({ at: length / 2, text: t(language, "context.rule.chapter", { value }) });
  }
  return [
    series(language, {
      ...{ id: `visible.${kind}`, data: visible, role: ROLES[kind], formula: typeset[kind] },
      title: t(language, `context.panel.${kind}`, { window: state.window, prefix: state.prefix }),
      places: counted(length),
      across: t(language, "common.axis.position"),
      active: active && { row: 0, column: Math.min(active.query, length - 1) },
      chart: {
        ...{ kind: "bar", measure: t(language, "context.axis.visible"), reach: [length] },
        rules,
      },
    }),
  ];
}

/** The mean as a share of n, for growing n; the causal one of the reader's n is a line. */
function sharesOf(all: Data, language: Language): Matrix[] {
  const { state, tensors } = all;
  const data = tensors.shares;
  if (!data) return [];
  const own = meanOf(all, "causal") / state.length;
  const value = formatNumber(own, language);
  return [
    series(language, {
      ...{ id: "shares", data, exact: true, formula: typeset.shares },
      slice: rowsOf(data, GROWING.length),
      title: t(language, "context.panel.shares"),
      names: GROWING.map((kind) => t(language, `context.name.${kind}`)),
      places: LENGTHS.map(String),
      across: t(language, "context.axis.length"),
      chart: {
        ...{ kind: "line", measure: t(language, "context.axis.share"), reach: [0, 1] },
        roles: GROWING.map((kind) => ROLES[kind]),
        rules: [
          { at: 0.5, text: t(language, "context.rule.half") },
          { at: own, text: t(language, "context.rule.own", { n: state.length, value }) },
        ],
      },
    }),
  ];
}

/** Bits of three words, each given those before it. */
function chainOf({ tensors }: Data, language: Language): Matrix[] {
  const { chain } = tensors;
  const whole = tensors["shared.joint_entropy"]?.data[0];
  if (!chain || whole === undefined) return [];
  return [
    series(language, {
      ...{ id: "chain", data: chain, role: "neutral", formula: typeset.chain },
      title: t(language, "context.panel.chain"),
      places: ["H(x₁)", "H(x₂|x₁)", "H(x₃|x₁,x₂)", t(language, "context.sum")],
      across: t(language, "context.axis.word"),
      chart: {
        ...{ kind: "bar", measure: t(language, "context.axis.bits"), reach: [0, 1] },
        rules: [{ at: Number(whole), text: "H(x₁,x₂,x₃)" }],
      },
    }),
  ];
}

/** A line at n/2. */
function meanVerdict(data: Data, language: Language): string {
  const { length } = data.state;
  const mean = meanOf(data, "causal");
  return t(language, "context.claim.mean", {
    claimed: formatNumber(length / 2, language, 2),
    value: formatNumber(mean, language, 2),
    ...{ share: formatValue(Math.fround(mean / length), language), n: length },
  });
}

/** Half of the information. */
function chainVerdict({ tensors }: Data, language: Language): string {
  const bits = (value: number | undefined) => formatNumber(Number(value), language);
  return t(language, "context.claim.half", {
    sum: bits(tensors.chain?.data[3]),
    whole: bits(tensors["shared.joint_entropy"]?.data[0]),
  });
}

export const contextFigure: ProgramFigure<ContextState> = {
  name: "context",
  table: contextTable,
  program,
  drawn: () => [
    ...KINDS.flatMap((kind) => [`visible.${kind}`, `visible.${kind}.mean`]),
    ...["shares", "chain", "shared.joint_entropy"],
  ],
  describe,
  groups,
  looks: ({ length }, _, language) => ({
    window: { maximum: length, hint: t(language, "context.hint.window") },
    prefix: { maximum: length, hint: t(language, "context.hint.prefix") },
  }),
  pairOf: (tensor, index) => (tensor.startsWith("visible.") ? { query: index.at(-1) ?? 0 } : {}),
};
