// describe(data, options): the attention laboratory as a scene. Pure: no engine, no DOM.
import { has, type Language, t } from "../../i18n/t.js";
import type { Band, Matrix, Scene } from "../../scene/scene.js";
import type { Ignored } from "../../state/table.js";
import { judges } from "../common.js";
import { finite } from "../finite.js";
import { activeOf } from "./active.js";
import { claimsOf } from "./claims.js";
import type { AttentionData } from "./data.js";
import { type Context, find } from "./panel.js";
import { Panels } from "./panels.js";
import type { StageName } from "./stages.js";
import { notesOf, summaryOf, table, titleOf } from "./words.js";

export interface AttentionOptions {
  language: Language;
  /** The cell kept in view: query i and key j. */
  active?: { query: number; key: number };
  ignored?: readonly Ignored[];
  /** Verdicts on the chapter's claims, where the state leaves it open. */
  claims?: boolean;
}

function contextOf(data: AttentionData, language: Language): Context {
  const { state, tokens } = data;
  const mask = find(data.tensors, "mask");
  const padded = state.mask === "padding" || state.mask === "combined";
  const hides = mask?.data instanceof Uint8Array && mask.data.includes(0);
  return {
    language,
    tokens,
    words: [...new Set(tokens)],
    padding: padded ? [...tokens.keys()].filter((key) => key >= state.length) : [],
    mask: hides ? (mask.data as Uint8Array) : undefined,
    // Elsewhere a number that looks like a fraction does so by chance.
    fractions: state.weights === "exact" && !state.positions,
  };
}

function band(
  id: keyof typeof titles,
  language: Language,
  panels: Matrix[],
  joints: string[],
): Band {
  return { id, title: t(language, titles[id]), panels, joints };
}

const titles = {
  input: "attention.band.input",
  projections: "attention.band.projections",
  qkv: "attention.band.qkv",
  attention: "attention.band.attention",
  output: "attention.band.output",
  map: "attention.band.map",
} as const;

/** The sign before each panel, by its id; the first has none. */
function jointsOf(panels: Matrix[], signs: Record<string, string>): string[] {
  return panels.map((matrix, at) => (at === 0 ? "" : (signs[matrix.id] ?? "")));
}

function gradientBands(panels: Panels, language: Language, all: boolean): Band[] {
  const { gradients } = panels.data;
  if (gradients === undefined) return [];
  const { of } = gradients;
  const known = `inspect.name.${of.tensor}`;
  const name = has(known) ? t(language, known) : of.tensor;
  const target =
    "index" in of
      ? t(language, "attention.target.cell", { name, index: of.index.join(",") })
      : t(language, "attention.target.sum", { name });
  const inner = panels.gradients("output", "weights", ...(all ? (["masked"] as const) : []));
  const back = panels.gradients("scaled", "scores", "value", "query", "key", "x");
  const weights = all
    ? panels.gradients("embeddings", "query.weight", "key.weight", "value.weight")
    : [];
  return [
    band("map", language, panels.map(), []),
    {
      id: "gradients",
      title: t(language, "attention.band.gradients", { target }),
      panels: [...inner, ...back, ...weights],
    },
  ];
}

export function describe(data: AttentionData, options: AttentionOptions): Scene {
  const { language } = options;
  const { state, tokens } = data;
  const all = state.mode === "all";
  const context = contextOf(data, language);
  const panels = new Panels(data, context, activeOf(data, options.active));
  const bands: Band[] = [];
  if (tokens.length > 0) {
    const table: StageName[] = all ? ["embedding.table"] : [];
    const input = state.positions
      ? panels.of("tokens", ...table, "embeddings", "positions", "x")
      : panels.of("tokens", ...table, panels.has("x") ? "x" : "embeddings");
    const flow = {
      "embedding.table": "→",
      embeddings: "→",
      positions: "+",
      x: state.positions ? "=" : "→",
    };
    bands.push(band("input", language, input, jointsOf(input, flow)));
    if (all) {
      const projections = panels.of("query.weight", "key.weight", "value.weight");
      bands.push(band("projections", language, projections, []));
    }
    bands.push(band("qkv", language, panels.of("query", "key", "value"), []));
    const pairs = attentionPanels(panels);
    const signs = {
      scaled: `÷ √${state.d_k} →`,
      masked: "→",
      weights: "softmax →",
    };
    bands.push(band("attention", language, pairs, jointsOf(pairs, signs)));
    const output = [...panels.of("output"), ...(all ? panels.whole() : [])];
    bands.push(
      band(
        "output",
        language,
        output,
        output.map((_, at) => (at === 0 ? "· V →" : "")),
      ),
    );
    bands.push(...gradientBands(panels, language, all));
  }
  const shown = bands.flatMap((one) => one.panels);
  const named = (id: string) => shown.find((matrix) => matrix.id === id);
  const [weights, output, map] = ["weights", "output", "gradient_map"].map(named);
  const claims = judges(state, options.claims);
  const drawn = [data.tensors, data.gradients?.tensors ?? {}].flatMap((all) => Object.values(all));
  const scene: Scene = {
    figure: "attention",
    language,
    title: titleOf(language, tokens),
    summary: summaryOf(context, data, weights, map),
    notes: [
      ...notesOf(context, data, weights, options.ignored ?? []),
      ...(claims ? claimsOf(context, weights, map) : []),
    ],
    bands: bands.filter((one) => one.panels.length > 0),
    tables: [
      ...(weights ? [table(context, weights, "weights")] : []),
      ...(output ? [table(context, output, "output")] : []),
    ],
    fractions: context.fractions,
  };
  return finite(scene, [...drawn, data.gradients?.map], state.edits || state.matrix, language);
}

/** Scaling and mask are drawn where they change something. */
function attentionPanels(panels: Panels): Matrix[] {
  const { state } = panels.data;
  return [
    ...panels.of("scores"),
    ...(state.scaling ? panels.of("scaled") : []),
    ...(panels.masked ? panels.of("mask", "masked") : []),
    ...panels.of("weights"),
  ];
}
