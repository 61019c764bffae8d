// A view joins a figure with the engine: state → data → scene. No DOM here.
import type {
  CatalogueEntry,
  Engine,
  ExplainOptions,
  Explanation,
  GradientTarget,
  Tensor,
} from "../engine/types.js";
import type { Language } from "../i18n/types.js";
import type { Scene } from "../scene/scene.js";
import type { Cell } from "../state/cells.js";
import type { Group, Ignored, Look, State, Table } from "../state/table.js";

/** What every figure's data has. */
export interface Data<S extends State> {
  readonly state: S;
  /** Edits and matrices of the state that do not fit this sentence. */
  readonly ignored: readonly Ignored[];
  readonly tokens: readonly string[];
  /** The most tokens that are used, when the text had more. */
  readonly truncated: number | undefined;
  readonly catalogue: readonly CatalogueEntry[];
  /** Another update with the same state adds to it. */
  readonly unfinished?: boolean;
}

/** One figure at work: of its runs it holds the newest and nothing older, and what trains as long as it goes on. */
export interface Session<S extends State, D extends Data<S>> {
  /**
   * Computes the data of a state. A newer call or an aborted `signal` makes an
   * older one reject with AbortError; the last data stay usable.
   */
  update(state: S, signal?: AbortSignal): Promise<D>;
  /** Explains a cell of the newest data, of the gradient of their target, or of `cell.of`. */
  explain(cell: Cell, options?: ExplainOptions): Promise<Explanation>;
  /** Any tensor of the newest run, or its gradient: for exports. */
  tensor(name: string, gradient?: boolean): Promise<Tensor>;
  /** What took long to compute, as a file, where a figure has such a thing. */
  save?(): Promise<{ name: string; data: Uint8Array<ArrayBuffer> }>;
  /** Goes on from such a file; the values are those of its state. */
  restore?(file: Uint8Array): Promise<Partial<S>>;
  dispose(): Promise<void>;
}

export interface SceneOptions {
  language: Language;
  /** The cell kept in view, query i and key j; undefined: the one the state opens, else a telling one. */
  active?: { query: number; key: number };
  /** Values that were not taken and have no place of their own to be told; they become notes. */
  ignored?: readonly Ignored[];
  /** Verdicts on the chapter's claims, where the state leaves it open. */
  claims?: boolean;
}

export interface View<S extends State = State, D extends Data<S> = Data<S>> {
  readonly name: string;
  readonly table: Table<S>;
  open(engine: Engine): Session<S, D>;
  describe(data: D, options: SceneOptions): Scene;
  /** The state after controls were used, with what follows from it and from what was drawn. */
  change(state: S, values: Partial<S>, language: Language, data?: D): S;
  target(state: S): GradientTarget;
  /** What a cell of a tensor says about the pair kept in view. */
  pairOf(tensor: string, index: readonly number[]): { query?: number; key?: number };
  /** The controls, without those that would change nothing in this state. */
  groups(state: S): readonly Group[];
  /** What the data say about the controls. */
  looks(state: S, data: D | undefined, language: Language): Readonly<Record<string, Look>>;
}
