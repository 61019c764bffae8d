// A figure of a Transformer, joined with the engine: the model is made once and kept, each
// update asks it and draws one run.
import type {
  AnyTransformer,
  Engine,
  ExplainOptions,
  Explanation,
  RunOptions,
  Transformer,
} from "../engine/types.js";
import type { ModelData, ModelFigure } from "../figures/model.js";
import type { Cell } from "../state/cells.js";
import type { State } from "../state/table.js";
import { keyOf } from "./held.js";
import { DrawnSession, drawnView } from "./program.js";
import { type Further, Gathering } from "./repeats.js";
import type { View } from "./view.js";

/** What a figure asks its model before the run: a text that it writes, its pieces. */
export type Ask<S extends State, A> = (
  model: Transformer,
  state: S,
  signal: AbortSignal,
) => Promise<A>;

/** Runs of the model beside the one that is drawn, whose numbers are gathered and open. */
export type FurtherRuns<S extends State, A> = (
  model: Transformer,
  state: S,
  asked: A,
) => Further | undefined;

class ModelSession<S extends State, A> extends DrawnSession<S, ModelData<S, A>> {
  readonly #gathering = new Gathering();
  #made: { key: string; model: Promise<Transformer> } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly figure: ModelFigure<S, A>,
    private readonly ask: Ask<S, A>,
    private readonly further: FurtherRuns<S, A> | undefined,
  ) {
    super(engine, figure);
  }

  override explain(cell: Cell, options?: ExplainOptions): Promise<Explanation> {
    const further = this.#gathering.has(cell);
    return further ? this.#gathering.explain(cell, options) : super.explain(cell, options);
  }

  protected override async release(): Promise<void> {
    await Promise.all([this.#gathering.dispose(), super.release()]);
    const made = this.#made;
    this.#made = undefined;
    await made?.model.then((model) => model.dispose()).catch(() => undefined);
  }

  protected async compute(state: S, signal: AbortSignal): Promise<ModelData<S, A>> {
    const wanted = this.figure.model(state);
    const model = await this.#model(wanted);
    signal.throwIfAborted();
    const asked = await this.ask(model, state, signal);
    signal.throwIfAborted();
    const input = this.figure.input(state, asked);
    const own = this.figure.interventions?.(state, asked) ?? [];
    const source = {
      key: keyOf([wanted, input, own]),
      run: ({ interventions = [], ...options }: RunOptions) =>
        model.run(input, { ...options, interventions: [...own, ...interventions] }),
    };
    const runs = this.further?.(model, state, asked);
    const { further, tensors, ...more } = await this.#gathering.next(runs, signal);
    const measures = this.figure.measuresOf?.(state, asked, tensors);
    const drawn = await this.draw(state, source, signal, measures);
    this.#gathering.show(further);
    const { settings, parameters, vocabulary } = model;
    const facts = { settings, parameters, vocabulary };
    const unfinished = more.unfinished || (this.figure.unfinished?.(asked) ?? false);
    return { state, tokens: [], truncated: undefined, ...drawn, model: facts, asked, unfinished };
  }

  #model(wanted: AnyTransformer): Promise<Transformer> {
    const key = keyOf(wanted);
    if (this.#made?.key !== key) {
      this.#made?.model.then((model) => model.dispose()).catch(() => undefined);
      const model = this.engine.model(wanted);
      this.#made = { key, model };
      // What failed is asked for again.
      model.catch(() => {
        if (this.#made?.model === model) this.#made = undefined;
      });
    }
    return this.#made.model;
  }
}

export function modelView<S extends State, A>(
  figure: ModelFigure<S, A>,
  ask: Ask<S, A>,
  further?: FurtherRuns<S, A>,
): View<S, ModelData<S, A>> {
  const open = (engine: Engine) => new ModelSession(engine, figure, ask, further);
  return drawnView(figure, figure.describe, open);
}
