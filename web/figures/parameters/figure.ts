// An exact calculator: how many parameters a module, a layer or a model has, and where they are.
import { typeset } from "../../formulas/parameters.gen.js";
import { has, type Language, t } from "../../i18n/t.js";
import type { Matrix, Role, Scene } from "../../scene/scene.js";
import { formatWhole } from "../../scene/whole.js";
import { ignoredText } from "../../state/ignored.js";
import { judges } from "../common.js";
import { listed } from "../listed.js";
import type { Options, ProgramData, ProgramFigure } from "../program.js";
import {
  change,
  groups,
  isPreset,
  looks,
  type ParametersState,
  parametersTable,
} from "./parameters.js";
import { type PartName, partsOf } from "./parts.js";
import { groupsOf, program, VARIANTS } from "./program.js";

type Data = ProgramData<ParametersState>;

const ROLES: Partial<Record<PartName, Role>> = {
  ...{ query: "query", key: "key", value: "value" },
  ...{ attention: "query", self_attention: "query", encoder_attention: "query" },
  ...{ cross_attention: "key", feed_forward: "value" },
};
const SIGNS = { query: "W_Q", key: "W_K", value: "W_V", output: "W_O" } as const;
/** A number of the operation `count`: what float32 holds of it, and the rest. */
const split = (name: string) => [name, `${name}.remainder`];
const isMatrix = (name: PartName): name is keyof typeof SIGNS => name in SIGNS;

function describe(data: Data, { language, claims, ignored }: Options): Scene {
  const { state } = data;
  const judged = judges(state, claims);
  const total = formatWhole(exactly(data, "total"), language);
  const counts = countsOf(data).map((count) => formatWhole(count, language));
  return {
    figure: "parameters",
    language,
    title: t(language, "parameters.title"),
    summary: t(language, "parameters.summary", {
      ...{ model: nameOf(state, language), total },
      parts: partsOf(state)
        .map(({ name }, at) => `${partOf(name, 1, language)} ${counts[at]}`)
        .join(t(language, "parameters.separator")),
    }),
    notes: [
      t(language, `parameters.note.${state.model}`),
      ...sharesOf(state, language),
      t(language, "parameters.note.variants"),
      ...(judged ? verdicts(data, language) : []),
      ...(ignored ?? []).map((one) => ignoredText(language, one)),
    ],
    bands: [
      {
        id: "parts",
        title: t(language, "parameters.band.parts", {
          ...{ model: nameOf(state, language), total },
        }),
        panels: [...partsPanel(data, language), ...variantsPanel(data, language)],
      },
      ...(judged
        ? [
            {
              ...{ id: "claims", title: t(language, "parameters.band.claims") },
              panels: claimsPanels(data, language),
            },
          ]
        : []),
    ],
    tables: [],
    fractions: false,
  };
}

/** BERT-base with other sizes is BERT-base no more; a layer stays a layer. */
function nameOf(state: ParametersState, language: Language): string {
  const model = t(language, `parameters.parameter.model.${state.model}`);
  const known = ["bert", "gpt2", "t5"].includes(state.model);
  return known && !isPreset(state) ? t(language, "parameters.resized", { model }) : model;
}

/** What is true of the preset's sizes alone. */
function sharesOf(state: ParametersState, language: Language): string[] {
  const key = `parameters.share.${state.model}`;
  return isPreset(state) && has(key) ? [t(language, key)] : [];
}

/** Its word, and how many there are of it. */
function partOf(name: PartName, times: number, language: Language): string {
  const word = isMatrix(name) ? SIGNS[name] : t(language, `parameters.part.${name}`);
  return times === 1 ? word : `${word} × ${times}`;
}

/** A count with what float32 loses of it. */
const exactly = ({ tensors }: Data, name: string): number =>
  Number(tensors[name]?.data[0]) + Number(tensors[`${name}.remainder`]?.data[0]);

/** Every part as often as there is one, and the sum of them. */
const countsOf = (data: Data): number[] => [
  ...partsOf(data.state).map(({ name, times }) => times * exactly(data, `part.${name}`)),
  exactly(data, "total"),
];

function partsPanel(data: Data, language: Language): Matrix[] {
  const { parts } = data.tensors;
  if (!parts) return [];
  const all = partsOf(data.state);
  return [
    listed(language, {
      ...{ id: "parts", data: parts, counts: countsOf(data), down: t(language, "parameters.axis") },
      title: t(language, "parameters.panel.parts"),
      formula: typeset[data.state.model],
      places: [
        ...all.map(({ name, times }) => partOf(name, times, language)),
        t(language, "parameters.part.all"),
      ],
      roles: [...all.map(({ name }) => ROLES[name] ?? "neutral"), "neutral"],
    }),
  ];
}

function variantsPanel(data: Data, language: Language): Matrix[] {
  const { state, tensors } = data;
  const { variants } = tensors;
  if (!variants) return [];
  return [
    listed(language, {
      ...{ id: "variants", data: variants, role: "query" },
      counts: VARIANTS.map((name) => exactly(data, `variants.${name}`)),
      down: t(language, "parameters.axis.variant"),
      title: t(language, "parameters.panel.variants"),
      formula: typeset.variants,
      places: VARIANTS.map((name) => (name === "GQA" ? `GQA ${groupsOf(state)}` : name)),
    }),
  ];
}

/** What the chapter gives, under what is counted. */
function claimsPanels({ tensors }: Data, language: Language): Matrix[] {
  const [bert, mqa] = [tensors["bert.claims"], tensors["mqa.claims"]];
  if (!bert || !mqa) return [];
  const shared = {
    ...{ whole: true, role: "query" as const, down: t(language, "parameters.axis") },
    names: [t(language, "parameters.counted"), t(language, "parameters.claimed")],
    roles: ["query", "neutral"] as const,
  };
  return [
    listed(language, {
      ...{ ...shared, id: "bert.claims", data: bert },
      title: t(language, "parameters.panel.bert"),
      places: [
        t(language, "parameters.bert.whole"),
        ...["V = K", "Q = K"],
        t(language, "parameters.bert.bare"),
      ],
    }),
    listed(language, {
      ...{ ...shared, id: "mqa.claims", data: mqa, places: ["MQA"] },
      title: t(language, "parameters.panel.mqa"),
    }),
  ];
}

function verdicts({ tensors }: Data, language: Language): string[] {
  const numbers = (name: string) =>
    Array.from(tensors[name]?.data ?? [], (value) => formatWhole(Number(value), language));
  const [whole = "", shared = "", , bare = ""] = numbers("bert.claims");
  const [projections = ""] = numbers("bert.projections");
  const [mqa = "", claimed = ""] = numbers("mqa.claims");
  return [
    t(language, "parameters.claim.bert", { whole, projections, shared, bare }),
    t(language, "parameters.claim.mqa", { mqa, claimed }),
  ];
}

export const parametersFigure: ProgramFigure<ParametersState> = {
  name: "parameters",
  table: parametersTable,
  program,
  drawn: (state) => [
    ...["parts", "variants"],
    ...["total", ...partsOf(state).map(({ name }) => `part.${name}`)].flatMap(split),
    ...VARIANTS.map((name) => `variants.${name}`).flatMap(split),
    ...["bert.claims", "bert.projections", "mqa.claims"],
  ],
  describe,
  groups,
  looks,
  change,
  pairOf: () => ({}),
};
