// The panels of one scene: every stage, its gradient, and what they share.
import type { CatalogueEntry, Tensor } from "../../engine/types.js";
import type { FormulaKey } from "../../formulas/attention.js";
import { t } from "../../i18n/t.js";
import type { Matrix } from "../../scene/scene.js";
import { slice } from "../slice.js";
import type { Active } from "./active.js";
import type { AttentionData } from "./data.js";
import { type Context, find, panel } from "./panel.js";
import { gradientsMasked, replaced, type Stage, type StageName, stages } from "./stages.js";
import { axesOf } from "./tensors.js";

/** Letters as in the formulas. */
const letters: Partial<Record<StageName, string>> = {
  embeddings: "E",
  x: "X",
  "query.weight": "W_Q",
  "key.weight": "W_K",
  "value.weight": "W_V",
  query: "Q",
  key: "K",
  value: "V",
  scores: "S",
  scaled: "S′",
  masked: "S″",
  weights: "A",
  output: "O",
};

function gradientOf(name: StageName): FormulaKey | undefined {
  return letters[name] === undefined ? undefined : (`gradient.${name}` as FormulaKey);
}

export class Panels {
  readonly #entries: Map<string, CatalogueEntry>;

  constructor(
    readonly data: AttentionData,
    readonly context: Context,
    readonly active: Active,
  ) {
    this.#entries = new Map(data.catalogue.map((entry) => [entry.name, entry]));
  }

  /** A mask hides something, or was asked for: it is drawn. */
  get masked(): boolean {
    return this.data.state.mask !== "none" || this.context.mask !== undefined;
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
      formula: gradient ? gradientOf(name) : this.#formula(name, stage),
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
    const own = t(language, `attention.panel.${name}`);
    const title = gradient
      ? t(language, "attention.panel.gradient", { letter: letters[name] ?? name, title: own })
      : own;
    const perHead = heads > 1 && name !== "mask" && /heads|pairs/.test(stage.layout);
    if (!perHead) return title;
    return t(language, "attention.panel.head", { title, head: head + 1, heads });
  }

  #formula(name: StageName, stage: Stage): FormulaKey | undefined {
    const { state } = this.data;
    if (name === "x" && !state.positions) return "x.embeddings";
    if (name === "masked" && !state.scaling) return "masked.scores";
    if (name !== "weights" || this.masked) return stage.formula;
    return state.scaling ? "weights.scaled" : "weights.scores";
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
