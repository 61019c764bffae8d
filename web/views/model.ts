// A figure of a Transformer, joined with the engine: the model is made once and kept, each
// update asks it and draws one run.
import type { AnyTransformer, Engine, RunOptions, Transformer } from "../engine/types.js";
import type { ModelData, ModelFigure } from "../figures/model.js";
import type { State } from "../state/table.js";
import { keyOf } from "./held.js";
import { DrawnSession, drawnView } from "./program.js";
import type { View } from "./view.js";

/** What a figure asks its model before the run: a text that it writes, its pieces. */
export type Ask<S extends State, A> = (
  model: Transformer,
  state: S,
  signal: AbortSignal,
) => Promise<A>;

class ModelSession<S extends State, A> extends DrawnSession<S, ModelData<S, A>> {
  #made: { key: string; model: Promise<Transformer> } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly figure: ModelFigure<S, A>,
    private readonly ask: Ask<S, A>,
  ) {
    super(engine, figure);
  }

  protected override async release(): Promise<void> {
    await super.release();
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
    const drawn = await this.draw(state, source, signal, this.figure.measuresOf?.(state, asked));
    const { settings, parameters, vocabulary } = model;
    const facts = { settings, parameters, vocabulary };
    const unfinished = this.figure.unfinished?.(asked) ?? false;
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
): View<S, ModelData<S, A>> {
  const open = (engine: Engine) => new ModelSession(engine, figure, ask);
  return drawnView(figure, figure.describe, open);
}
