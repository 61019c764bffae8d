// A figure that is a program, joined with the engine.
import type {
  CatalogueEntry,
  Engine,
  ExplainOptions,
  Explanation,
  Intervention,
  Run,
  RunOptions,
  Tensor,
} from "../engine/types.js";
import { finite } from "../figures/finite.js";
import {
  type Drawing,
  editsOf,
  type Measures,
  type Options,
  type Pair,
  type ProgramData,
  type ProgramFigure,
  within,
} from "../figures/program.js";
import { pairIn, type Scene } from "../scene/scene.js";
import { type Cell, parseCell } from "../state/cells.js";
import type { Ignored, State } from "../state/table.js";
import { excerpt } from "../state/text.js";
import { GRADIENT_MAP, Held, keyOf } from "./held.js";
import { Measuring } from "./measures.js";
import { Gathering, programs } from "./repeats.js";
import { Sentence } from "./sentence.js";
import { collect, isMisfit, RunSession, withMap } from "./session.js";
import type { Session, View } from "./view.js";

const LONGEST = 64;

/** What the drawn run comes from; equal keys mean equal runs. */
export interface Source {
  key: string;
  run(options: RunOptions): Promise<Run>;
}

/** The drawn run with what else belongs to it, whatever it comes from. */
export abstract class DrawnSession<S extends State, D extends ProgramData<S>> extends RunSession<
  S,
  D
> {
  /** Without the reader's edits: which tensors there are, by the source. */
  #plain: { key: string; catalogue: readonly CatalogueEntry[] } | undefined;

  readonly #measuring: Measuring;

  constructor(
    engine: Engine,
    private readonly drawing: Drawing<S>,
  ) {
    super();
    this.#measuring = new Measuring(engine);
  }

  override explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const measured = !cell.gradient && this.#measuring.has(cell.tensor);
    return measured ? this.#measuring.explain(cell, options) : super.explain(cell, options);
  }

  override tensor(name: string, gradient = false): Promise<Tensor> {
    const measured = !gradient && this.#measuring.has(name);
    return measured ? this.#measuring.tensor(name) : super.tensor(name, gradient);
  }

  protected override async release(): Promise<void> {
    this.#measuring.dispose();
    await super.release();
  }

  /** Runs the source, unless nothing changed, and reads what is drawn. */
  protected async draw(
    state: S,
    source: Source,
    signal: AbortSignal,
    measures?: Measures,
  ): Promise<Pick<D, "ignored" | "catalogue" | "tensors" | "gradients">> {
    const { held, ignored } = await this.#run(source, state, signal);
    let found: Awaited<ReturnType<typeof this.drawnOf>>;
    try {
      found = await this.drawnOf(held, state, signal, measures);
    } catch (error) {
      if (held !== this.held) await held.dispose();
      throw error;
    }
    const { measured, gradients, target } = found;
    if (target) this.target = target;
    const old = this.held;
    this.held = held;
    this.#measuring.show(measured);
    // Not awaited: what was computed is the newest by now.
    if (old !== held) old?.dispose().catch(() => undefined);
    const tensors = { ...found.tensors, ...measured.tensors };
    const map = tensors[GRADIENT_MAP];
    const all = map ? withMap(held.run.catalogue, map.shape[0] ?? 0) : held.run.catalogue;
    return { ignored, catalogue: [...all, ...measured.catalogue], tensors, gradients };
  }

  /** What the scene draws of a run. */
  private async drawnOf(
    held: Held,
    state: S,
    signal: AbortSignal,
    measures = this.drawing.measures?.(state, held.run.catalogue),
  ) {
    const wanted = this.drawing.gradients?.(state);
    const [tensors, gradients] = await Promise.all([
      collect(this.drawing.drawn(state), (name) => held.tensor(name)),
      wanted ? collect(wanted.names, (name) => held.gradient(wanted.of, name)) : {},
    ]);
    signal.throwIfAborted();
    const measured = await this.#measuring.next(measures, held, gradients, signal);
    return { tensors, gradients, measured, target: wanted?.of };
  }

  /** The run at hand when nothing changed, else a new one. */
  async #run(
    source: Source,
    state: S,
    signal: AbortSignal,
  ): Promise<{ held: Held; ignored: Ignored[] }> {
    const edits = String(state.edits ?? "");
    const start = async (interventions: Intervention[]) => {
      const whole = keyOf([source.key, interventions]);
      if (this.held?.key === whole) return this.held;
      return new Held(whole, await source.run({ record: "inspect", interventions, signal }));
    };
    if (edits === "") return { held: await start([]), ignored: [] };
    const { interventions, ignored } = editsOf(edits, await this.#settable(state, source, start));
    try {
      return { held: await start(interventions), ignored };
    } catch (error) {
      if (interventions.length === 0 || !isMisfit(error)) throw error;
      const given = excerpt(edits);
      const refused = { name: "edits", given, reason: "refused" as const, allowed: error.code };
      return { held: await start([]), ignored: [...ignored, refused] };
    }
  }

  /** What there is to set of what the source makes, from a run without edits. */
  async #settable(state: S, { key }: Source, start: (changes: []) => Promise<Held>) {
    if (this.#plain?.key !== key) {
      const held = await start([]);
      this.#plain = { key, catalogue: held.run.catalogue };
      if (held !== this.held) await held.dispose();
    }
    // States with one source may let different tensors be set.
    return this.#plain.catalogue.filter(({ name }) => this.drawing.settable?.(name, state) ?? true);
  }
}

class ProgramSession<S extends State> extends DrawnSession<S, ProgramData<S>> {
  readonly #sentence: Sentence;
  readonly #gathering = new Gathering();

  constructor(
    private readonly engine: Engine,
    private readonly figure: ProgramFigure<S>,
  ) {
    super(engine, figure);
    this.#sentence = new Sentence(engine, figure.longest ?? LONGEST);
  }

  override explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const further = this.#gathering.has(cell);
    return further ? this.#gathering.explain(cell, options) : super.explain(cell, options);
  }

  protected override async release(): Promise<void> {
    await Promise.all([this.#gathering.dispose(), super.release()]);
  }

  protected async compute(state: S, signal: AbortSignal): Promise<ProgramData<S>> {
    const { text = "", tokens: own = "" } = state;
    const { tokens, truncated } = await this.#sentence.split({
      ...{ text: String(text), tokens: String(own) },
    });
    signal.throwIfAborted();
    const repeats = programs(this.engine, this.figure.repeats?.(state));
    const { further, unfinished, tensors } = await this.#gathering.next(repeats, signal);
    const program = this.figure.program(state, tokens, tensors);
    const source = {
      key: keyOf(program),
      run: (options: RunOptions) => this.engine.compute(program, options),
    };
    const drawn = await this.draw(state, source, signal);
    this.#gathering.show(further);
    return { state, tokens, truncated, ...drawn, unfinished };
  }
}

/** What a cell says of the pair in view when the figure has nothing to add: its last two places. */
function lastTwo(_tensor: string, index: readonly number[]) {
  return index.length < 2 ? {} : { query: index.at(-2) ?? 0, key: index.at(-1) ?? 0 };
}

export function programView<S extends State>(figure: ProgramFigure<S>): View<S, ProgramData<S>> {
  return drawnView(figure, figure.describe, (engine) => new ProgramSession(engine, figure));
}

/** The view of what a `DrawnSession` draws. */
export function drawnView<S extends State, D extends ProgramData<S>>(
  figure: Drawing<S>,
  sceneOf: (data: D, options: Options) => Scene,
  open: (engine: Engine) => Session<S, D>,
): View<S, D> {
  const pairOf = figure.pairOf ?? lastTwo;
  return {
    name: figure.name,
    table: figure.table,
    open,
    describe(data, { active, ...options }) {
      const draw = ({ query, key }: Partial<Pair> = {}) => {
        if (query === undefined || key === undefined) return sceneOf(data, options);
        const pair = within({ query, key }, data.tensors, pairOf);
        return sceneOf(data, { ...options, active: pair });
      };
      const opened = active ? undefined : parseCell(String(data.state.open));
      const scene = opened
        ? draw({ ...pairIn(draw()), ...pairOf(opened.tensor, opened.index) })
        : draw(active);
      if (figure.speaksOfNaN) return scene;
      const drawn = [data.tensors, data.gradients].flatMap((all) => Object.values(all));
      return finite(scene, drawn, String(data.state.edits ?? ""), options.language);
    },
    change(state, values, language, data) {
      const next = figure.change?.(state, values, language, data) ?? { ...state, ...values };
      return figure.table.settle?.(next).state ?? next;
    },
    target: (state) => figure.gradients?.(state)?.of ?? { tensor: "output", reduce: "sum" },
    pairOf,
    groups: figure.groups,
    looks: (state, data, language) => figure.looks?.(state, data, language) ?? {},
  };
}
