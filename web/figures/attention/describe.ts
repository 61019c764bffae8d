// describe(data, options): the attention laboratory as a scene. Pure: no engine, no DOM.
import type { CatalogueEntry, Tensor } from "../../engine/types.js";
import type { FormulaKey } from "../../formulas/formulas.js";
import { type Language, t } from "../../i18n/t.js";
import type { Band, Matrix, Scene } from "../../scene/scene.js";
import { parseCell } from "../../state/cells.js";
import type { Ignored } from "../../state/table.js";
import type { AttentionData } from "./data.js";
import { type Context, find, panel, write } from "./panel.js";
import { slice } from "./slice.js";
import { gradientsMasked, replaced, type Stage, type StageName, stages } from "./stages.js";
import { axesOf } from "./tensors.js";
import { notesOf, summaryOf, table, titleOf } from "./words.js";

export interface AttentionOptions {
  language: Language;
  /** The cell kept in view: query i and key j. */
  active?: { query: number; key: number };
  ignored?: readonly Ignored[];
}

interface Active {
  query: number;
  key: number;
  /** The feature shown beside them, in vectors of a head and of the model. */
  feature: number;
  /** Of the input vectors. */
  width: number;
}

/** What a cell of any tensor says about the pair in view. */
export function pairOf(tensor: string, index: readonly number[]): Partial<Active> {
  const last = index.at(-1) ?? 0;
  const row = index.at(-2) ?? 0;
  switch (axesOf(tensor)) {
    case "1HTT":
    case "11TT":
      return { query: row, key: last };
    case "1TF":
    case "1TG":
    case "1HTW":
      return tensor === "key" || tensor === "value"
        ? { key: row, feature: last }
        : { query: row, feature: last };
    case "1TC":
    case "TC":
      return { query: row, width: last };
    default:
      return {};
  }
}

/** The pair to keep in view: asked for, opened, or the strongest of a telling row. */
function activeOf(data: AttentionData, asked: AttentionOptions["active"]): Active {
  const { state, tokens } = data;
  const last = tokens.length - 1;
  const clamp = (place: number | undefined) => Math.max(0, Math.min(place ?? 0, last));
  const cell = parseCell(state.open);
  const opened = cell === undefined ? {} : pairOf(cell.tensor, cell.index);
  const query = clamp(asked?.query ?? opened.query ?? (state.weights === "exact" ? 1 : last));
  const weights = find(data.tensors, "weights");
  let key = asked?.key ?? opened.key;
  if (key === undefined && weights !== undefined) {
    const { values, columns } = slice(weights, "pairs", state.head, state.heads);
    key = 0;
    for (let j = 1; j < columns; j++) {
      if ((values[query * columns + j] ?? 0) > (values[query * columns + key] ?? 0)) key = j;
    }
  }
  return { query, key: clamp(key), feature: opened.feature ?? 0, width: opened.width ?? 0 };
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
    // Elsewhere one number in forty lies by chance within 1e-6 of a small fraction.
    fractions: state.weights === "exact" && !state.positions,
  };
}

/** The builder of panels for one scene. */
class Panels {
  readonly #entries: Map<string, CatalogueEntry>;

  constructor(
    readonly data: AttentionData,
    readonly context: Context,
    readonly active: Active,
  ) {
    this.#entries = new Map(data.catalogue.map((entry) => [entry.name, entry]));
  }

  has(name: string): boolean {
    return find(this.data.tensors, name) !== undefined;
  }

  /** The panels of these stages that the run has. */
  of(...names: StageName[]): Matrix[] {
    return names.flatMap((name) => {
      const tensor = find(this.data.tensors, name);
      return tensor === undefined ? [] : [this.make(name, tensor, false)];
    });
  }

  gradients(...names: StageName[]): Matrix[] {
    const tensors = this.data.gradients?.tensors ?? {};
    return names.flatMap((name) => {
      const tensor = find(tensors, name);
      return tensor === undefined ? [] : [this.make(name, tensor, true)];
    });
  }

  make(name: StageName, tensor: Tensor, gradient: boolean): Matrix {
    const { state, pasted } = this.data;
    const stage: Stage = stages[name];
    const own = pasted === "weights" && name === "weights";
    return panel(this.context, {
      id: gradient ? `d:${name}` : name,
      title: this.#title(name, gradient, stage),
      formula: gradient ? "gradient" : this.#formula(name, stage),
      tensor: name,
      gradient,
      role: gradient ? "gradient" : stage.role,
      map: gradient ? "diverging" : stage.map,
      slice: slice(tensor, stage.layout, state.head, state.heads),
      down: stage.down,
      across: stage.across,
      masked: gradient ? gradientsMasked.has(name) : (stage.masked ?? false) && !own,
      greyed: pasted !== undefined && replaced[pasted].has(name),
      editable: !gradient && axesOf(name) !== undefined,
      entry: gradient ? undefined : this.#entry(name),
      active: this.#place(name, stage),
    });
  }

  /** All heads side by side. */
  whole(): Matrix[] {
    const tensor = find(this.data.tensors, "output");
    if (tensor === undefined || this.data.state.heads < 2) return [];
    const { language } = this.context;
    return [
      panel(this.context, {
        ...{ id: "output.all", tensor: "output", gradient: false, formula: "output" },
        ...{ title: t(language, "attention.panel.output.all"), role: "neutral", map: "diverging" },
        ...{ down: "query.down", across: "feature.across", masked: false, greyed: false },
        slice: slice(tensor, "features", 0, 1),
        editable: true,
        entry: this.#entry("output"),
        active: { row: this.active.query, column: this.active.feature },
      }),
    ];
  }

  /** ‖∂out_i/∂x_j‖. */
  map(): Matrix[] {
    const tensor = this.data.gradients?.map;
    if (tensor === undefined) return [];
    const { language } = this.context;
    return [
      panel(this.context, {
        ...{ id: "gradient_map", tensor: "gradient_map", gradient: false, formula: "gradient_map" },
        ...{ title: t(language, "attention.panel.gradient_map"), role: "gradient" },
        ...{ down: "output.down", across: "input.across", map: "sequential", masked: false },
        ...{ greyed: false, editable: false, entry: undefined },
        slice: slice(tensor, "features", 0, 1),
        active: { row: this.active.query, column: this.active.key },
      }),
    ];
  }

  /** Edits of `output` are kept where its cells are: in head_outputs, [1, H, T, D] → [1, T, H·D]. */
  #entry(name: string): CatalogueEntry | undefined {
    const entry = this.#entries.get(name);
    const base = this.#entries.get("head_outputs");
    if (name !== "output" || entry === undefined || base === undefined) return entry;
    const [, heads = 1, length = 1, width = 1] = base.shape;
    const moved = base.edits.map(({ index, was }) => {
      const head = Math.floor(index / (length * width));
      const row = Math.floor(index / width) % length;
      return { index: row * heads * width + head * width + (index % width), was };
    });
    const known = new Set(entry.edits.map((edit) => edit.index));
    return { ...entry, edits: [...entry.edits, ...moved.filter((edit) => !known.has(edit.index))] };
  }

  #title(name: StageName, gradient: boolean, stage: Stage): string {
    const { language } = this.context;
    const { head, heads } = this.data.state;
    const title = gradient
      ? t(language, "attention.panel.gradient", { tensor: symbols[name] ?? name })
      : t(language, `attention.panel.${name}`);
    const perHead = heads > 1 && name !== "mask" && /heads|pairs/.test(stage.layout);
    if (!perHead) return title;
    return t(language, "attention.panel.head", { title, head: head + 1, heads });
  }

  #formula(name: StageName, stage: Stage): FormulaKey | undefined {
    const { state } = this.data;
    if (name === "x" && !state.positions) return "x.embeddings";
    return name === "scaled" && !state.scaling ? "scaled.off" : stage.formula;
  }

  #place(name: StageName, stage: Stage): { row: number; column: number } | undefined {
    const { query, key, feature, width } = this.active;
    switch (stage.down) {
      case "from.down":
      case "word.down":
        return undefined;
      case "key.down":
      case "value.down":
        return { row: key, column: feature };
      case "token.down":
        return { row: query, column: name === "tokens" ? 0 : width };
      default:
        return { row: query, column: stage.layout === "pairs" ? key : feature };
    }
  }
}

/** The letter a gradient is named after. */
const symbols: Partial<Record<StageName, string>> = {
  x: "X",
  embeddings: "E",
  query: "Q",
  key: "K",
  value: "V",
  "query.weight": "W_Q",
  "key.weight": "W_K",
  "value.weight": "W_V",
};

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
  const target =
    "index" in of
      ? t(language, "attention.target.cell", { cell: `${of.tensor}[${of.index.join(",")}]` })
      : t(language, "attention.target.sum", { tensor: of.tensor });
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
    const pairs = attentionPanels(panels, context);
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
  const [weights, output] = [named("weights"), named("output")];
  return {
    figure: "attention",
    language,
    title: titleOf(language, tokens),
    summary: summaryOf(context, data, weights, named("gradient_map")),
    notes: notesOf(context, data, weights, options.ignored ?? []),
    bands: bands.filter((one) => one.panels.length > 0),
    tables: [
      ...(weights ? [table(context, weights, "weights")] : []),
      ...(output ? [table(context, output, "output")] : []),
    ],
  };
}

/** Scaling and mask are drawn where they change something. */
function attentionPanels(panels: Panels, context: Context): Matrix[] {
  const { state } = panels.data;
  const masked = state.mask !== "none" || context.mask !== undefined;
  return [
    ...panels.of("scores"),
    ...(state.scaling ? panels.of("scaled") : []),
    ...(masked ? panels.of("mask", "masked") : []),
    ...panels.of("weights"),
  ];
}

/** How the figure writes a value of these data: for prompts such as "open 4/7". */
export function valueText(data: AttentionData, language: Language, value: number): string {
  return write(contextOf(data, language), value);
}
