// A mask that is painted by hand, and what follows from it: who sees how much, the weights, the
// output, and which inputs each output depends on.

import { typeset } from "../../formulas/mask.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import type { Look } from "../../state/table.js";
import { judges } from "../common.js";
import { counted, pairs, series } from "../pairs.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { documentsOf, groups, type MaskState, MOST, maskTable } from "./parameters.js";
import { program } from "./program.js";

type Data = ProgramData<MaskState>;

function describe(data: Data, { language, active, ignored, claims }: Options): Scene {
  const { state, tensors } = data;
  const { queries, keys } = state;
  const judged = judges(state, claims);
  const bits = tensors.mask?.data as Uint8Array | undefined;
  const place = { row: active?.query ?? Math.min(1, queries - 1), column: active?.key ?? 0 };
  const shared = {
    active: place,
    queries: counted(keys).slice(keys - queries),
    keys: counted(keys),
  };
  const stage = (id: string, map: "diverging" | "sequential", hidden?: string): Matrix[] => {
    const tensor = tensors[id];
    if (!tensor || !bits) return [];
    return [
      pairs(language, {
        ...{ id, data: tensor, map, mask: bits, ...shared },
        ...(hidden === undefined ? {} : { hidden }),
        title: t(language, `mask.panel.${id as "masked" | "weights"}`),
        formula: typeset[id as "masked" | "weights"],
      }),
    ];
  };
  const mask = tensors.mask ? [painted(data, language, shared)] : [];
  return {
    figure: "mask",
    language,
    title: t(language, "mask.title"),
    summary: bits ? summary(data, language, bits) : "",
    notes: [
      ...(bits ? notes(data, language, bits) : []),
      ...(judged ? verdict(data, language) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        id: "mask",
        title: t(language, "mask.band.mask"),
        panels: [...mask, ...context(data, language, place.row, judged)],
      },
      {
        id: "attention",
        title: t(language, "mask.band.attention"),
        panels: [...stage("masked", "diverging", "−∞"), ...stage("weights", "sequential")],
        joints: ["", "softmax →"],
      },
      ...influence(data, language, place),
    ],
    tables: [],
    fractions: false,
  };
}

/** The mask itself, painted by pointer or space bar. */
function painted(data: Data, language: Language, shared: Partial<Parameters<typeof pairs>[1]>) {
  const made = pairs(language, {
    ...shared,
    ...{ id: "mask", data: data.tensors.mask as NonNullable<Data["tensors"][string]> },
    ...{ map: "mask", editable: true, formula: typeset.mask },
    title: t(language, "mask.panel.mask"),
    entry: data.catalogue.find(({ name }) => name === "mask"),
  });
  return { ...made, paints: true };
}

/** How many keys each query sees, with the mean, and the line of the chapter where it errs. */
function context(
  { state, tensors }: Data,
  language: Language,
  row: number,
  judged: boolean,
): Matrix[] {
  const [visible, mean] = [tensors.visible, tensors["visible.mean"]];
  if (!visible || !mean) return [];
  const write = (value: number) => formatNumber(value, language, 2);
  const average = Number(mean.data[0]);
  const { queries, keys } = state;
  return [
    series(language, {
      ...{ id: "visible", data: visible, active: { row: 0, column: row } },
      title: t(language, "mask.panel.visible"),
      formula: typeset.visible,
      places: counted(keys).slice(keys - queries),
      across: t(language, "mask.axis.query"),
      chart: {
        kind: "bar",
        measure: t(language, "mask.axis.visible"),
        reach: [keys],
        rules: [
          { at: average, text: t(language, "mask.rule.mean", { value: write(average) }) },
          ...(judged && isChapters(state)
            ? [{ at: keys / 2, text: t(language, "mask.rule.chapter", { value: write(keys / 2) }) }]
            : []),
        ],
      },
    }),
  ];
}

/** The chapter's chart: a causal mask of as many queries as keys. */
function isChapters({ kind, join, queries, keys, edits }: MaskState): boolean {
  return kind === "causal" && join === "alone" && queries === keys && edits === "";
}

function verdict({ state, tensors }: Data, language: Language): string[] {
  const mean = tensors["visible.mean"];
  if (!mean || !isChapters(state)) return [];
  const write = (value: number) => formatNumber(value, language, 2);
  const claimed = write(state.keys / 2);
  return [t(language, "mask.claim", { claimed, value: write(Number(mean.data[0])) })];
}

/** ‖∂out_i/∂x_j‖, where there are as many queries as keys. */
function influence({ state, tensors }: Data, language: Language, active: Place) {
  const data = tensors.gradient_map;
  if (!data || !state.gradients) return [];
  const map = pairs(language, {
    ...{ id: "gradient_map", data, map: "sequential", role: "gradient", active },
    title: t(language, "mask.panel.gradient_map"),
    formula: typeset.gradient_map,
  });
  return [{ id: "gradients", title: t(language, "mask.band.gradients"), panels: [map] }];
}

interface Place {
  row: number;
  column: number;
}

/** "45 of 100 pairs are hidden". */
function summary({ state, tensors }: Data, language: Language, bits: Uint8Array): string {
  const hidden = bits.reduce((count, bit) => count + (bit === 0 ? 1 : 0), 0);
  const counts = Array.from(tensors.visible?.data ?? []);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return t(language, "mask.summary", {
    ...{ hidden, all: bits.length, queries: state.queries, keys: state.keys },
    seen: least === most ? most : least + t(language, "common.range") + most,
  });
}

/** Queries that see nothing, and those that see the word they would have to predict. */
function notes({ state }: Data, language: Language, bits: Uint8Array): string[] {
  const { queries, keys } = state;
  const rows = Array.from({ length: queries }, (_, row) => row);
  const positions = (chosen: number[]) =>
    chosen.map((row) => row + 1 + keys - queries).join(t(language, "common.list.separator"));
  const blind = rows.filter((row) => !bits.subarray(row * keys, (row + 1) * keys).includes(1));
  const leaks = rows.filter((row) => {
    const target = targetOf(state, row);
    return target !== undefined && bits[row * keys + target] === 1;
  });
  return [
    ...(blind.length > 0
      ? [t(language, "mask.note.blind", { queries: positions(blind), count: blind.length })]
      : []),
    leaks.length > 0
      ? t(language, `mask.note.leak.${own(state) ? "own" : "next"}`, {
          ...{ queries: positions(leaks), count: leaks.length },
        })
      : t(language, "mask.note.tight"),
  ];
}

/** XLNet's query stream predicts the word of its own position, all others the next word. */
const own = (state: MaskState) => state.kind === "permutation" && state.stream === "query";

/** The key whose word the query has to predict; nothing comes after the last one. */
function targetOf(state: MaskState, row: number): number | undefined {
  const key = row + state.keys - state.queries;
  if (own(state)) return key;
  return key + 1 < state.keys ? key + 1 : undefined;
}

function looksOf(state: MaskState, language: Language): Record<string, Look> {
  const { kind, keys, queries } = state;
  const long = kind === "padding" || kind === "prefix" || kind === "window";
  return {
    queries: { maximum: keys },
    length: { maximum: keys, ...(long && { hint: t(language, `mask.hint.length.${kind}`) }) },
    start: { maximum: keys },
    documents: { hint: documentsOf(state).join(",") },
    gradients: { disabled: queries !== keys },
  };
}

export const maskFigure: ProgramFigure<MaskState> = {
  name: "mask",
  table: maskTable,
  longest: MOST,
  program,
  drawn: ({ gradients, queries, keys }) => [
    ...["mask", "visible", "visible.mean", "masked", "weights"],
    ...(gradients && queries === keys ? ["gradient_map"] : []),
  ],
  settable: (tensor) => tensor === "mask",
  describe,
  groups,
  // A square stays one: what was set in it is there again when it has its old size.
  change: (state, values) => ({
    ...state,
    ...(state.queries === state.keys && values.keys && { queries: values.keys }),
    ...values,
  }),
  looks: (state, _, language) => looksOf(state, language),
  pairOf: (tensor, index) =>
    tensor === "visible"
      ? { query: index.at(-1) ?? 0 }
      : { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 },
};
