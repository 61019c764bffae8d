// <clearhead-figure view="attention" text="…" mask="causal" …>fallback</clearhead-figure>
// One figure with its engine, state, scene and explanations. The attributes are the
// parameters of its view's table; the light DOM shows until the first result is there,
// without JavaScript, and when nothing can be drawn.
import { LitElement, type TemplateResult } from "lit";
import type { Tensor } from "../engine/types.js";
import { type Language, speaks } from "../i18n/t.js";
import type { Scene } from "../scene/scene.js";
import { type Cell, type Edit, formatCell, withEdit } from "../state/cells.js";
import { difference, format, type Parsed } from "../state/codec.js";
import type { Ignored, State, Value } from "../state/table.js";
import { isDark, watch } from "./figure/environment.js";
import { Focus } from "./figure/focus.js";
import { type FigureModel, looks } from "./figure/model.js";
import { controls, exporting, retry } from "./figure/part.js";
import { frame } from "./figure/parts.js";
import { Place } from "./figure/place.js";
import { placeholder, stranded } from "./figure/placeholder.js";
import { Reports } from "./figure/reports.js";
import { type RunHandle, runHandle } from "./figure/run.js";
import { type Given, Shown } from "./figure/shown.js";
import { styles } from "./figure/styles.js";
import { wire } from "./figure/wire.js";
import { Words } from "./figure/words.js";

export type { RunHandle };

export class ClearheadFigure extends LitElement {
  static override styles = styles;

  /** Resolves when the first result is drawn; rejects when it cannot be. */
  get ready(): Promise<void> {
    return this.#reports.ready;
  }

  /** @internal */
  readonly focusOn = new Focus(this);
  /** @internal */
  scene: Scene | undefined;
  /** @internal */
  error: Error | undefined;
  /** @internal Values of the link, the attributes or the state that were not taken. */
  notices: readonly Ignored[] = [];
  /** @internal Those that the page tells its reader itself. */
  told: readonly Ignored[] = [];
  /** @internal The one spoken: the words of the wanted one may be on their way. */
  language: Language = "en";
  /** @internal */
  dark = false;
  readonly #reports = new Reports(this);
  #unwatch: (() => void) | undefined;
  readonly #shown = new Shown(this, {
    shown: () => this.#become(),
    drawn: () => this.#drawn(),
    failed: (error) => this.failed(error),
    changed: () => this.requestUpdate(),
  });
  readonly #words = new Words(this);
  readonly #place = new Place(() => this.shadowRoot);

  /** @internal */
  get model(): FigureModel {
    this.#shown.heed();
    const { present } = this;
    if (present) return present;
    throw new Error(`the view ${this.#shown.name} is on its way: wait for the figure to be ready`);
  }

  /** @internal The model, unless its view is on its way: for what happens later than asked. */
  get present(): FigureModel | undefined {
    return this.#shown.model;
  }

  // The public interface.

  /** Of a view that is still being loaded, its name alone is known. */
  getState(): State {
    this.#shown.heed();
    return { ...this.#shown.state };
  }

  /**
   * A text is a whole state, as behind `#` of a link; an object changes what it names.
   * Returns what was not taken, and why. Another `view` is loaded first, where it has to be.
   */
  setState(state: Given): readonly Ignored[] {
    this.#shown.heed();
    const ignored = this.#shown.set(state);
    this.#reports.changed();
    return ignored;
  }

  /** @internal What was not taken of the newest state, once its view is there. */
  async untaken(): Promise<readonly Ignored[]> {
    await this.#shown.coming;
    return this.present?.ignored ?? [];
  }

  /** The state as a link's text, `v=1&…`. */
  get link(): string {
    const { view, state } = this.model;
    return format(view.table, state).text;
  }

  /** Computes what waits, also off screen, and hands out the numbers. */
  async run(): Promise<RunHandle> {
    this.#shown.start();
    await this.#shown.coming;
    await this.model.settle();
    return runHandle(this);
  }

  /** @internal Tensors by name, for the scripts that the inspector writes. */
  readonly tensor = async (name: string): Promise<Tensor> => (await this.run()).tensor(name);

  async toSVG(): Promise<string> {
    return (await exporting.load()).toSVG(this);
  }

  async toPNG(scale = 2): Promise<Blob> {
    return (await exporting.load()).toPNG(this, scale);
  }

  /** All matrices, or the one with this id, at full precision. */
  async toCSV(matrix?: string): Promise<string> {
    return (await exporting.load()).toCSV(this, matrix);
  }

  /** The state and every number drawn, as plain JSON. */
  async exportJSON(): Promise<Record<string, unknown>> {
    return (await exporting.load()).toJSON(this);
  }

  // Life.

  override connectedCallback(): void {
    super.connectedCallback();
    this.#shown.heed();
    const loading = this.getAttribute("loading");
    // The place that an author keeps free, so that nothing on the page moves.
    const height = Number(this.getAttribute("height"));
    if (height > 0) this.style.minHeight = `${height}px`;
    this.#unwatch = watch(this, {
      changed: () => this.#surroundings(),
      seen: (visible) => {
        if (this.present) this.present.visible = visible;
        if (visible && loading !== "click") this.#shown.start();
      },
    });
    if (loading === "eager" || this.present?.data) this.#shown.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
    this.present?.stop();
  }

  /** Another view: nothing of the last one stays. */
  #become(): void {
    this.scene = undefined;
    this.focusOn.forget();
    this.#words.speak();
  }

  /** @internal Starts, or starts again after an error. */
  load(): void {
    this.#words.forget();
    retry();
    this.#shown.again();
    if (this.present) this.present.visible = true;
  }

  #surroundings(): void {
    if (!this.present) return;
    const probe = this.renderRoot.querySelector(".probe");
    const dark = probe ? isDark(probe) : this.dark;
    if (dark === this.dark && !this.#words.changed) return;
    this.dark = dark;
    this.requestUpdate();
  }

  // What the reader does.

  /** @internal A control was used. */
  change(values: Record<string, Value>): void {
    this.setState(values);
  }

  /** @internal Shows all controls, and leads the reader to one of them. */
  async ask(name: string): Promise<void> {
    this.change({ mode: "all" });
    const part = await controls.load().catch(() => undefined);
    this.requestUpdate();
    await this.updateComplete;
    await part?.focus(this, name);
  }

  /** @internal Opens a cell; undefined closes it. `shown`: the inspector shows it already. */
  open(cell: Cell | undefined, shown = false): void {
    if (cell && !shown) this.#place.opened();
    this.focusOn.follow(cell, shown);
    this.setState({ open: cell ? formatCell(cell) : "" });
    if (cell) this.#reports.say("ch-select", { ...cell, index: [...cell.index] });
  }

  /** @internal Sets cells, or takes them back: one change, whose undoing is one, too. */
  edit(cells: readonly (Omit<Edit, "value"> & { value: number | undefined })[]): void {
    // A field that goes with its view, for another one, gives its number up.
    if (!this.present || !this.scene) return;
    const edits = cells.reduce(
      (text, { tensor, index, value }) => withEdit(text, tensor, index, value),
      String(this.model.state.edits),
    );
    this.setState({ edits });
  }

  /** @internal Back to the example; language, colours and mode stay. */
  reset(): void {
    this.focusOn.active = this.focusOn.first = undefined;
    this.model.load(looks(this.model.state));
    this.#reports.changed();
  }

  /** @internal Back to the state before a change that took own work back. */
  undo(): void {
    this.model.undo();
    this.#reports.changed();
  }

  /** @internal Takes a whole state, read from a file; what is ignored may be all of it. */
  take({ state, ignored }: Pick<Parsed<State>, "state" | "ignored">): void {
    if (ignored.some(({ name }) => name === "file")) this.model.refuse(ignored);
    else this.model.load(difference(this.model.view.table, state));
    this.#reports.changed();
  }

  // Results.

  #drawn(): void {
    this.error = this.#words.failure;
    const { session } = this.model;
    this.focusOn.explain = session && ((cell, options) => session.explain(cell, options));
    this.requestUpdate();
    void this.updateComplete.then(() => this.#reports.drawn());
  }

  /** @internal Shows what went wrong. */
  failed(error: Error): void {
    this.error = error;
    this.#reports.failed(error);
    this.#reports.changed();
    this.requestUpdate();
  }

  // Drawing.

  protected override firstUpdated(): void {
    wire(this, this.renderRoot);
  }

  protected override willUpdate(): void {
    const { model } = this.#shown;
    if (!model) return;
    const { data, view, ignored } = model;
    this.#place.note();
    this.#words.speak();
    if (!data || !speaks(this.language)) return;
    const { active } = this.focusOn;
    const claims = this.getAttribute("claims") === "on";
    this.scene = view.describe(data, {
      language: this.language,
      claims,
      ...(active && { active }),
    });
    this.focusOn.begin(this.scene);
    this.notices = [...ignored.filter((one) => !this.told.includes(one)), ...data.ignored];
  }

  /** Complete with its words. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete();
    return (await this.#words.loaded) ? super.getUpdateComplete() : done;
  }

  protected override updated(): void {
    if (!this.present) return;
    this.#surroundings();
    this.#place.keep();
    this.focusOn.show(this.renderRoot.querySelector("ch-inspector"));
  }

  protected override render(): TemplateResult {
    this.setAttribute("aria-busy", String(this.present?.busy ?? true));
    if (!this.present) return stranded(this);
    return this.scene ? frame(this) : placeholder(this);
  }
}
