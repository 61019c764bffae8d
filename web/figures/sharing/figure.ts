// From MHA over GQA to MQA: which query heads share a key and a value head, what that does to
// their weights and to the output, and what it saves.
import { typeset } from "../../formulas/sharing.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber, formatValue } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { counted, pairs, series } from "../pairs.js";
import { panel } from "../panel.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { planeOf, slice } from "../slice.js";
import { groups, HEADS, type SharingState, SIZES, sharingTable } from "./parameters.js";
import { program } from "./program.js";

type Data = ProgramData<SharingState>;

function describe(data: Data, options: Options): Scene {
  const { language, ignored } = options;
  const { kv_heads: size } = data.state;
  return {
    figure: "sharing",
    language,
    title: t(language, "sharing.title"),
    summary: summary(data, language),
    notes: [
      t(language, `sharing.note.${size}`),
      ...(size === "8" ? [] : [t(language, "sharing.note")]),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        ...{ id: "reads", title: t(language, "sharing.band.reads") },
        panels: readsOf(data, language),
      },
      {
        ...{ id: "weights", title: t(language, "sharing.band.weights") },
        panels: weightsOf(data, options),
      },
      {
        ...{ id: "price", title: t(language, "sharing.band.price") },
        panels: chartsOf(data, language),
      },
    ],
    tables: [],
    fractions: true,
  };
}

/** Query heads across, the key/value head that each reads; the number is its share in the mean. */
function readsOf({ state, tensors }: Data, language: Language): Matrix[] {
  const tensor = `kv${state.kv_heads}.reads`;
  const data = tensors[tensor];
  if (!data) return [];
  const place = { row: Math.floor((state.head * Number(state.kv_heads)) / HEADS) };
  return [
    panel(language, {
      ...{ id: "reads", tensor, role: "key", map: "sequential", formula: typeset.reads },
      title: t(language, "sharing.panel.reads"),
      slice: planeOf(data),
      rowAxis: {
        title: t(language, "sharing.axis.kv_head.down"),
        labels: counted(Number(state.kv_heads)),
      },
      columnAxis: { title: t(language, "sharing.axis.head.across"), labels: counted(HEADS) },
      active: { ...place, column: state.head },
      write: (value) => formatValue(value, language),
      speak: (row, column, share) =>
        t(language, share === "0" ? "sharing.cell.apart" : "sharing.cell.reads", {
          ...{ head: column + 1, group: row + 1, share },
        }),
    }),
  ];
}

/** The head shown: its weights with its own keys, with shared ones, and what its output loses. */
function weightsOf({ state, tensors }: Data, { language, active }: Options): Matrix[] {
  const { kv_heads: size, head, length } = state;
  const names = { head: head + 1 };
  const place = { row: active?.query ?? length - 1, column: active?.key ?? 0 };
  const shared = { lead: [0, head], active: place, map: "sequential" } as const;
  const [full, pooled] = [tensors["kv8.weights"], tensors[`kv${size}.weights`]];
  const difference = tensors[`kv${size}.head_difference`];
  if (!full || !pooled || !difference) return [];
  return [
    pairs(language, {
      ...{ ...shared, id: "full", tensor: "kv8.weights", data: full, formula: typeset.full },
      title: t(language, "sharing.panel.full", names),
    }),
    pairs(language, {
      ...{ ...shared, id: "pooled", tensor: `kv${size}.weights`, data: pooled },
      ...{ title: t(language, "sharing.panel.pooled", names), formula: typeset.pooled },
    }),
    panel(language, {
      ...{ id: "difference", tensor: `kv${size}.head_difference`, role: "value" },
      ...{ map: "diverging", formula: typeset.difference },
      title: t(language, "sharing.panel.difference", names),
      slice: slice(difference, "heads", head, HEADS),
      rowAxis: { title: t(language, "common.axis.token.down"), labels: counted(length) },
      columnAxis: {
        title: t(language, "common.axis.feature.across"),
        labels: counted(state.head_width),
      },
      active: { row: place.row, column: 0 },
      write: (value) => formatNumber(value, language),
      speak: (row, column, value) =>
        t(language, "sharing.cell.feature", { token: row + 1, feature: column + 1, value }),
    }),
  ];
}

/** What is saved and what is lost, for every number of key/value heads. */
function chartsOf({ state, tensors }: Data, language: Language): Matrix[] {
  const at = SIZES.indexOf(state.kv_heads);
  const length = tensors.length?.data[0];
  return (["cache", "parameters", "error"] as const).flatMap((id) => {
    const data = tensors[id];
    if (!data) return [];
    const rules =
      id === "error" && length !== undefined
        ? [{ at: length, text: t(language, "sharing.rule.length") }]
        : [];
    return [
      series(language, {
        ...{ id, data, role: id === "error" ? "neutral" : "key", formula: typeset[id] },
        title: t(language, `sharing.panel.${id}`),
        places: SIZES,
        across: t(language, "sharing.axis.kv_heads"),
        active: { row: 0, column: at },
        chart: { kind: "bar", measure: t(language, `sharing.measure.${id}`), rules },
      }),
    ];
  });
}

function summary({ state, tensors }: Data, language: Language): string {
  const at = SIZES.indexOf(state.kv_heads);
  const write = (name: string, place: number) =>
    formatNumber(tensors[name]?.data[place] ?? 0, language);
  return t(language, "sharing.summary", {
    ...{ heads: HEADS, groups: Number(state.kv_heads) },
    ...{ bytes: write("cache", at), all: write("cache", 0) },
    ...{ error: write("error", at), length: write("length", 0) },
  });
}

export const sharingFigure: ProgramFigure<SharingState> = {
  name: "sharing",
  table: sharingTable,
  program,
  drawn: ({ kv_heads: size }) => [
    ...["cache", "parameters", "error", "length", "kv8.weights"],
    ...["reads", "head_difference"].map((name) => `kv${size}.${name}`),
    ...(size === "8" ? [] : [`kv${size}.weights`]),
  ],
  describe,
  groups,
  pairOf: (tensor, index) =>
    tensor.endsWith(".weights") ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
