// A figure without its looks: state in, data out. It keeps one session of the
// shared engine, recomputes the newest state at most once a frame, and says when
// something changed.
import type { Engine } from "../../engine/types.js";
import type { Language } from "../../i18n/t.js";
import { difference, lost, parse, read } from "../../state/codec.js";
import { defaults, type Ignored, type State } from "../../state/table.js";
import type { Data, Session, View } from "../../views/view.js";
import { isAbort, Latest } from "./latest.js";

export interface Listener {
  /** There is a new result: `data` belongs to `state`. */
  drawn(): void;
  failed(error: Error): void;
  /** Anything else to show: state, ignored values, busy. */
  changed(): void;
}

/** Parameters that say how to look at a result, not what is computed. */
const LOOKS = new Set([
  ...["view", "open", "lang", "theme"],
  ...["controls", "readonly", "claims"],
]);

/** How the reader looks at any figure. */
export function looks({ lang, theme, mode, controls, readonly, claims }: State): State {
  return { lang, theme, mode, controls, readonly, claims } as State;
}

export class FigureModel {
  state: State;
  /** Values of the last link, attributes or setState that were not taken. */
  ignored: readonly Ignored[] = [];
  /** The state before own work of the reader was taken back, until the reader works on. */
  before: State | undefined;
  /** What was taken back. */
  #lost: readonly Ignored[] = [];
  data: Data<State> | undefined;
  session: Session<State, Data<State>> | undefined;
  busy = false;
  #engine: (() => Promise<Engine>) | undefined;
  readonly #latest: Latest<State, Data<State>>;

  constructor(
    readonly view: View,
    private readonly listener: Listener,
  ) {
    this.state = defaults(view.table);
    this.#latest = new Latest(
      (state, signal) => this.#compute(state, signal),
      (data) => {
        this.data = data;
        this.busy = false;
        // What is there is drawn, and more is on its way.
        if (data.unfinished) this.#request();
        listener.drawn();
      },
      (error) => {
        this.busy = false;
        listener.failed(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  /** Takes a whole state: everything that `source` does not give has its default. */
  load(source: string | Record<string, unknown>): readonly Ignored[] {
    const { state, ignored } = parse(this.view.table, source);
    this.ignored = ignored;
    this.before = undefined;
    this.#lost = [];
    this.#set(state);
    return ignored;
  }

  /** Takes some values, with what follows from them, as a control would. */
  change(values: Record<string, unknown>, language: Language): readonly Ignored[] {
    const { table } = this.view;
    const { values: taken, ignored } = read(table, values);
    const next = this.view.change(this.state, taken, language, this.data);
    const gone = lost(table, this.state, next, taken);
    const works = table.parameters.some(({ name, own }) => own && Object.hasOwn(taken, name));
    if (gone.length > 0 || works) {
      this.before = gone.length > 0 ? this.state : undefined;
      this.#lost = gone;
    }
    this.ignored = [...ignored, ...this.#lost];
    this.#set(next);
    return this.ignored;
  }

  /** Takes back the change that took own work of the reader back, and those after it. */
  undo(): void {
    if (this.before)
      this.load({ ...difference(this.view.table, this.before), ...looks(this.state) });
  }

  /** Says that something was not taken; the state stays. */
  refuse(ignored: readonly Ignored[]): void {
    this.ignored = ignored;
    this.listener.changed();
  }

  /** Begins to compute, with the engine that `engine` gives. */
  start(engine: () => Promise<Engine>): void {
    this.#engine = engine;
    this.#request();
  }

  get started(): boolean {
    return this.#engine !== undefined;
  }

  stop(): void {
    this.#engine = undefined;
    this.#latest.stop();
    this.busy = false;
    this.#release();
  }

  /** Whatever the session held may be gone with a stopped engine. */
  #release(): void {
    this.session?.dispose().catch(() => undefined);
    this.session = undefined;
  }

  set visible(visible: boolean) {
    this.#latest.paused = !visible;
  }

  /** Computes at once what waits and resolves when the newest result is drawn. */
  async settle(): Promise<void> {
    this.#latest.flush();
    await this.#latest.settled();
  }

  #set(state: State): void {
    const names = new Set([...Object.keys(state), ...Object.keys(this.state)]);
    const differs = [...names].filter((name) => state[name] !== this.state[name]);
    this.state = state;
    if (differs.some((name) => !LOOKS.has(name))) this.#request();
    if (differs.length > 0 || this.ignored.length > 0) this.listener.changed();
  }

  #request(): void {
    if (!this.#engine) return;
    this.busy = true;
    this.#latest.request(this.state);
  }

  async #compute(state: State, signal: AbortSignal): Promise<Data<State>> {
    const engine = this.#engine;
    if (!engine) throw new DOMException("the figure was removed", "AbortError");
    if (!this.session) {
      const opened = this.view.open(await engine());
      if (signal.aborted) {
        opened.dispose().catch(() => undefined);
        throw new DOMException("the figure was removed", "AbortError");
      }
      this.session = opened;
    }
    try {
      return await this.session.update(state, signal);
    } catch (error) {
      // After a trap the engine starts again: begin anew.
      if (!isAbort(error)) this.#release();
      throw error;
    }
  }
}
