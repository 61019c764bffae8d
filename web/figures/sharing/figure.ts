// From MHA over GQA to MQA and MLA: which query heads share a key and a value head, or a latent,
// what that does to their weights and to the output, and what it saves.
import { typeset } from "../../formulas/sharing.gen.js";
import { type Language, t } from "../../i18n/t.js";
import { formatNumber } from "../../scene/numbers.js";
import type { Matrix, Scene } from "../../scene/scene.js";
import { ignoredText } from "../../state/ignored.js";
import { counted, pairs, series } from "../pairs.js";
import { panel } from "../panel.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import { planeOf, slice } from "../slice.js";
import { cachedOf, latentNotes, ROUNDING, ranksOf } from "./latents.js";
import {
  groups,
  HEADS,
  kindsOf,
  looks,
  rankOf,
  type SharingState,
  sharingTable,
  shownOf,
} from "./parameters.js";
import { program } from "./program.js";

type Data = ProgramData<SharingState>;

function describe(data: Data, options: Options): Scene {
  const { language, ignored } = options;
  const latent = data.state.kv_heads === "mla";
  return {
    figure: "sharing",
    language,
    title: t(language, "sharing.title"),
    summary: summary(data, language),
    notes: [
      ...notesOf(data, language),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      latent
        ? {
            ...{ id: "latent", title: t(language, "sharing.band.latent") },
            panels: cachedOf(data, language),
          }
        : {
            ...{ id: "reads", title: t(language, "sharing.band.reads") },
            panels: readsOf(data, language),
          },
      {
        ...{ id: "weights", title: t(language, "sharing.band.weights") },
        panels: weightsOf(data, options),
      },
      ...(latent
        ? [
            {
              ...{ id: "ranks", title: t(language, "sharing.band.ranks") },
              panels: ranksOf(data, language),
            },
          ]
        : []),
      {
        ...{ id: "price", title: t(language, "sharing.band.price") },
        panels: chartsOf(data, language),
      },
    ],
    tables: [],
    fractions: false,
  };
}

function notesOf(data: Data, language: Language): string[] {
  const { kv_heads: size } = data.state;
  if (size === "mla") return latentNotes(data, language);
  const pooled = size === "8" ? [] : [t(language, "sharing.note")];
  return [t(language, `sharing.note.${size}`), ...pooled];
}

/** Query heads across, the key/value head that each reads: 1. */
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
      write: String,
      speak: (row, column, value) =>
        t(language, value === "0" ? "sharing.cell.apart" : "sharing.cell.reads", {
          ...{ head: column + 1, group: row + 1 },
        }),
    }),
  ];
}

/** The head shown: its weights with its own keys, with the new ones, and what its output loses. */
function weightsOf({ state, tensors }: Data, { language, active }: Options): Matrix[] {
  const { head, length } = state;
  const shown = shownOf(state);
  const latent = state.kv_heads === "mla";
  const names = { head: head + 1 };
  const place = { row: active?.query ?? length - 1, column: active?.key ?? 0 };
  const shared = { lead: [0, head], active: place, map: "sequential" } as const;
  const [full, pooled] = [tensors["kv8.weights"], tensors[`${shown}.weights`]];
  const difference = tensors[`${shown}.head_difference`];
  if (!full || !pooled || !difference) return [];
  return [
    pairs(language, {
      ...{ ...shared, id: "full", tensor: "kv8.weights", data: full, formula: typeset.full },
      title: t(language, "sharing.panel.full", names),
    }),
    pairs(language, {
      ...{ ...shared, id: "pooled", tensor: `${shown}.weights`, data: pooled },
      title: t(language, `sharing.panel.${latent ? "restored" : "pooled"}`, names),
      formula: latent ? typeset.restored : typeset.pooled,
    }),
    panel(language, {
      ...{ id: "difference", tensor: `${shown}.head_difference`, role: "value" },
      ...{ map: "diverging", reach: latent ? [100 * ROUNDING] : [] },
      formula: latent ? typeset.latent_difference : typeset.difference,
      title: t(language, "sharing.panel.difference", names),
      slice: slice(difference, "heads", head, HEADS),
      rowAxis: { title: t(language, "common.axis.token.down"), labels: counted(length) },
      columnAxis: {
        title: t(language, "common.axis.feature.across"),
        labels: counted(state.head_width),
      },
      active: { row: place.row, column: 0 },
      write: writer(language),
      speak: (row, column, value) =>
        t(language, "sharing.cell.feature", { token: row + 1, feature: column + 1, value }),
    }),
  ];
}

/** Where nothing was left out, what is not 0 is rounding. */
const writer = (language: Language) => (value: number) =>
  value !== 0 && Math.abs(value) < ROUNDING ? "≈0" : formatNumber(value, language);

const placeOf = (state: SharingState) => kindsOf(state).indexOf(state.kv_heads);

/** What is saved and what is lost, with every kind of sharing. */
function chartsOf({ state, tensors }: Data, language: Language): Matrix[] {
  const latent = state.kv_heads === "mla";
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
        ...{ id, data, role: id === "error" ? "neutral" : "key", rounding: ROUNDING },
        formula: typeset[latent ? (`latent_${id}` as const) : id],
        title: t(language, `sharing.panel.${id}`),
        places: kindsOf(state).map((kind) => (kind === "mla" ? "MLA" : kind)),
        across: t(language, "sharing.axis.kv_heads"),
        active: { row: 0, column: placeOf(state) },
        chart: { kind: "bar", measure: t(language, `sharing.measure.${id}`), rules },
      }),
    ];
  });
}

function summary({ state, tensors }: Data, language: Language): string {
  const at = placeOf(state);
  const write = (name: string, place: number) => writer(language)(tensors[name]?.data[place] ?? 0);
  const names = {
    ...{ heads: HEADS, bytes: write("cache", at), all: write("cache", 0) },
    ...{ error: write("error", at), length: write("length", 0) },
  };
  return state.kv_heads === "mla"
    ? t(language, "sharing.summary.mla", { ...names, rank: rankOf(state) })
    : t(language, "sharing.summary", { ...names, groups: Number(state.kv_heads) });
}

export const sharingFigure: ProgramFigure<SharingState> = {
  name: "sharing",
  table: sharingTable,
  program,
  drawn(state) {
    const shown = shownOf(state);
    const latent = state.kv_heads === "mla";
    const own = latent ? ["cached", "rest"] : ["reads"];
    return [
      ...["cache", "parameters", "error", "length", "kv8.weights"],
      ...["head_difference", ...own].map((name) => `${shown}.${name}`),
      ...(shown === "kv8" ? [] : [`${shown}.weights`]),
      ...(latent ? ["sigma", "weight_error", "latent_error", "W.length"] : []),
    ];
  },
  describe,
  groups,
  looks,
  pairOf: (tensor, index) =>
    tensor.endsWith(".weights") ? { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 } : {},
};
