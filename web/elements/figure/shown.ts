// The view that a figure shows: named by its attribute or by the newest state, and loaded
// first. States that are set meanwhile wait for it.
import { difference } from "../../state/codec.js";
import type { Ignored, State } from "../../state/table.js";
import { type ViewName, viewOf } from "../../views/registry.js";
import type { View } from "../../views/view.js";
import type { ClearheadFigure } from "../figure.js";
import { Attributes, changed, viewIn, warn } from "./attributes.js";
import { sharedEngine } from "./engine.js";
import { FigureModel, type Listener, looks } from "./model.js";

/** A text is a whole state, as behind `#` of a link; an object changes what it names. */
export type Given = string | Readonly<Record<string, unknown>>;

export class Shown {
  name: ViewName | undefined;
  model: FigureModel | undefined;
  /** Resolves when the view that was named last is there, or is known not to come. */
  coming: Promise<void> | undefined;
  /** How the reader looked at the last view: what another one begins with. */
  #looks: State = {};
  #waiting: Given[] = [];
  #started = false;
  readonly #attributes: Attributes;

  constructor(
    private readonly figure: ClearheadFigure,
    private readonly listener: Listener & { shown(): void },
  ) {
    this.#attributes = new Attributes(figure, (name, value) => this.#heard(name, value));
  }

  /** Reads the attributes once, when all of them are there; later only what changed. */
  heed(): void {
    if (this.name) this.#attributes.heed();
    else this.#show(this.#attributes.view);
  }

  /** The state; of a view that is on its way, its name alone is known. */
  get state(): State {
    const auto = { lang: "auto", theme: "auto" };
    return this.model?.state ?? { ...auto, ...this.#looks, view: String(this.name) };
  }

  set(given: Given): readonly Ignored[] {
    const own = typeof given === "string" ? this.#attributes.view : this.name;
    this.#show(viewIn(given) ?? own);
    if (this.model) return this.#take(this.model, given);
    this.#waiting.push(given);
    return [];
  }

  start(): void {
    this.#started = true;
    // The engine comes along with the view that will need it; what fails is told then.
    const engine = () => sharedEngine(this.name);
    if (!this.model) engine().catch(() => undefined);
    if (!this.model || this.model.started) return;
    this.figure.error = undefined;
    this.model.start(engine);
    this.listener.changed();
  }

  /** Starts again; a view that did not come is asked for again. */
  again(): void {
    this.model?.stop();
    if (!this.model) {
      const { name } = this;
      this.name = undefined;
      this.#show(name);
    }
    this.start();
  }

  #heard(name: string, value: string | null): void {
    if (name === "view") this.#show(this.#attributes.view);
    else if (this.model) warn(this.set(changed(this.model.view.table, name, value)));
  }

  #show(name: ViewName | undefined): void {
    if (name === undefined || name === this.name) return;
    this.name = name;
    this.model?.stop();
    if (this.model) this.#looks = looks(this.model.state);
    this.model = undefined;
    this.coming = viewOf(name).then((view) => this.#become(view), this.listener.failed);
  }

  #become(view: View): void {
    if (view.name !== this.name) return;
    this.model = new FigureModel(view, this.listener);
    const { state, ignored } = this.#attributes.read(view.table);
    this.model.load({ ...difference(view.table, state), ...this.#looks });
    // Controls of another view's are nobody's mistake.
    this.model.ignored = [];
    warn(ignored);
    this.listener.shown();
    for (const given of this.#waiting.splice(0)) this.#take(this.model, given);
    if (this.#started) this.start();
  }

  #take(model: FigureModel, given: Given): readonly Ignored[] {
    return typeof given === "string"
      ? model.load(given)
      : model.change(given, this.figure.language);
  }
}
