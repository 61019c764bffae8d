// <clearhead-figure view="attention" text="…" mask="causal" …>fallback</clearhead-figure>
// One figure with its engine, state, scene and explanations. The attributes are the
// parameters of the view's table; the light DOM shows until the first result is there,
// without JavaScript, and when nothing can be drawn.
import { LitElement, type TemplateResult } from "lit";
import { type Language, speaks } from "../i18n/t.js";
import type { Scene } from "../scene/scene.js";
import { type Cell, formatCell, withEdit } from "../state/cells.js";
import { difference, format, type Parsed } from "../state/codec.js";
import type { Ignored, State, Value } from "../state/table.js";
import { views } from "../views/registry.js";
import { changed, readAttributes, warn } from "./figure/attributes.js";
import { sharedEngine } from "./figure/engine.js";
import { isDark, watch } from "./figure/environment.js";
import { Focus } from "./figure/focus.js";
import { FigureModel } from "./figure/model.js";
import { exporting, retry } from "./figure/part.js";
import { frame } from "./figure/parts.js";
import { Place } from "./figure/place.js";
import { placeholder } from "./figure/placeholder.js";
import { Reports } from "./figure/reports.js";
import { type RunHandle, runHandle } from "./figure/run.js";
import { styles } from "./figure/styles.js";
import { wire } from "./figure/wire.js";
import { Words } from "./figure/words.js";

export type { RunHandle };

const view = views.attention;
const parameterNames = (view?.table.parameters ?? []).map(({ name }) => name);
/** Attributes of the element itself; the others are the view's parameters. */
const OWN = ["loading"];

export class ClearheadFigure extends LitElement {
  static override styles = styles;

  static override get observedAttributes(): string[] {
    const dashed = parameterNames.map((name) => name.replaceAll("_", "-"));
    return [...super.observedAttributes, ...OWN, ...new Set([...parameterNames, ...dashed])];
  }

  /** Resolves when the first result is drawn; rejects when it cannot be. */
  get ready(): Promise<void> {
    return this.#reports.ready;
  }

  /** @internal */
  readonly model: FigureModel;
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
  #upgraded = false;
  readonly #words = new Words(this);
  readonly #place = new Place(() => this.shadowRoot);

  constructor() {
    super();
    if (!view) throw new Error("the view attention is missing from this build");
    this.model = new FigureModel(view, {
      drawn: () => this.#drawn(),
      failed: (error) => this.failed(error),
      changed: () => this.requestUpdate(),
    });
  }

  // The public interface.

  getState(): State {
    return { ...this.model.state };
  }

  /**
   * A text is a whole state, as behind `#` of a link; an object changes what it names.
   * Returns what was not taken, and why.
   */
  setState(state: string | Readonly<Record<string, unknown>>): readonly Ignored[] {
    this.#upgrade();
    const ignored =
      typeof state === "string" ? this.model.load(state) : this.model.change(state, this.language);
    this.#reports.changed();
    return ignored;
  }

  /** The state as a link's text, `v=1&…`. */
  get link(): string {
    return format(this.model.view.table, this.model.state).text;
  }

  /** Computes what waits, also off screen, and hands out the numbers. */
  async run(): Promise<RunHandle> {
    this.#start();
    await this.model.settle();
    return runHandle(this);
  }

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
    this.#upgrade();
    const loading = this.getAttribute("loading");
    // The place that an author keeps free, so that nothing on the page moves.
    const height = Number(this.getAttribute("height"));
    if (height > 0) this.style.minHeight = `${height}px`;
    this.#unwatch = watch(this, {
      changed: () => this.#surroundings(),
      seen: (visible) => {
        this.model.visible = visible;
        if (visible && loading !== "click") this.#start();
      },
    });
    if (loading === "eager" || this.model.data) this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
    this.model.stop();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    const parameter = name.replaceAll("-", "_");
    if (!this.#upgraded || old === value || !parameterNames.includes(parameter)) return;
    warn(this.setState(changed(this.model.view.table, parameter, value)));
  }

  /** Reads the attributes once, when all of them are there. */
  #upgrade(): void {
    if (this.#upgraded) return;
    this.#upgraded = true;
    const { table } = this.model.view;
    const { state, ignored } = readAttributes(table, this.attributes);
    this.model.load(difference(table, state));
    warn(ignored);
    this.#words.speak();
  }

  #start(): void {
    if (this.model.started) return;
    this.error = undefined;
    this.model.start(sharedEngine);
    this.requestUpdate();
  }

  /** @internal Starts, or starts again after an error. */
  load(): void {
    this.#words.forget();
    retry();
    this.model.stop();
    this.#start();
    this.model.visible = true;
  }

  #surroundings(): void {
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

  /** @internal Opens a cell; undefined closes it. `shown`: the inspector shows it already. */
  open(cell: Cell | undefined, shown = false): void {
    if (cell && !shown) this.#place.opened();
    this.focusOn.follow(cell, shown);
    this.setState({ open: cell ? formatCell(cell) : "" });
    if (cell) this.#reports.say("ch-select", { ...cell, index: [...cell.index] });
  }

  /** @internal Sets a cell, or takes it back. */
  edit(tensor: string, index: readonly number[], value: number | undefined): void {
    this.setState({ edits: withEdit(String(this.model.state.edits), tensor, index, value) });
  }

  /** @internal Back to the example; language, colours and mode stay. */
  reset(): void {
    const { lang, theme, mode, controls, readonly, claims } = this.model.state;
    this.focusOn.active = undefined;
    this.model.load({ lang, theme, mode, controls, readonly, claims });
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
    const { data, view, ignored } = this.model;
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
    this.#surroundings();
    this.#place.keep();
    this.focusOn.show(this.renderRoot.querySelector("ch-inspector"));
  }

  protected override render(): TemplateResult {
    this.setAttribute("aria-busy", String(this.model.busy));
    return this.scene ? frame(this) : placeholder(this);
  }
}
