// <clearhead-figure view="attention" text="…" mask="causal" …>fallback</clearhead-figure>
// One figure with its engine, state, scene and explanations. The attributes are the
// parameters of the view's table; the light DOM shows until the first result is there,
// without JavaScript, and when nothing can be drawn.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { CatalogueEntry, Explanation, Tensor } from "../engine/types.js";
import { pairOf } from "../figures/attention/describe.js";
import { has, type Language, languageOf, t } from "../i18n/t.js";
import type { Matrix, Scene } from "../scene/scene.js";
import { paintSvg } from "../scene/svg.js";
import { type Cell, formatCell, parseCell, withEdit } from "../state/cells.js";
import { difference, format, fromAttributes, parseFile } from "../state/codec.js";
import type { Ignored, State, Value } from "../state/table.js";
import { views } from "../views/registry.js";
import { type Explain, unfold } from "../inspect/chain.js";
import type { Address } from "../inspect/tree.js";
import { sharedEngine } from "./figure/engine.js";
import { isDark, resolveLanguage, watch } from "./figure/environment.js";
import { FigureModel } from "./figure/model.js";
import { operandsOf, type Position, positionIn } from "./figure/operands.js";
import { Outlets } from "./figure/outlets.js";
import { frame } from "./figure/parts.js";
import { Paste } from "./figure/paste.js";
import { sceneToCsv, svgToPng } from "./figure/share.js";
import { styles } from "./figure/styles.js";
import { wire } from "./figure/wire.js";

/** What `run()` hands out: the numbers on screen, by name. */
export interface RunHandle {
  state: State;
  summary: string;
  tensor(name: string, gradient?: boolean): Promise<Tensor>;
  explain(name: string, index: number[], gradient?: boolean): Promise<Explanation>;
}

const NONE: readonly Position[] = [];
const ATTENTION = "attention";
const parameterNames = (views[ATTENTION]?.table.parameters ?? []).map(({ name }) => name);
/** Attributes of the element itself; the others are the view's parameters. */
const OWN = ["loading", "height", "readonly"];

export class ClearheadFigure extends LitElement {
  static override styles = styles;

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...OWN, ...parameterNames];
  }

  /** Resolves when the first result is drawn; rejects when it cannot be. */
  readonly ready: Promise<void>;
  readonly model: FigureModel;
  scene: Scene | undefined;
  explain: Explain | undefined;
  error: Error | undefined;
  /** The operands of the opened number, or the cell that the inspector points at. */
  marks: Address[] = [];
  pointed: Address | undefined;
  /** Values of the link, the attributes or the state that were not taken. */
  notices: readonly Ignored[] = [];
  language: Language = "en";
  dark = false;
  /** The (query, key) pair kept in view in every stage. */
  active: { query: number; key: number } | undefined;
  readonly outlets = new Outlets(this);
  readonly paste = new Paste(this);
  #ready!: { resolve(): void; reject(error: Error): void };
  #unwatch: (() => void) | undefined;
  #upgraded = false;

  constructor() {
    super();
    this.ready = new Promise((resolve, reject) => {
      this.#ready = { resolve, reject };
    });
    // Who does not wait for it need not handle its failure: there is ch-error.
    this.ready.catch(() => undefined);
    const view = views[ATTENTION];
    if (!view) throw new Error("the view attention is missing from this build");
    this.model = new FigureModel(view, {
      drawn: () => this.#drawn(),
      failed: (error) => this.#failed(error),
      changed: () => this.requestUpdate(),
    });
  }

  // --- the public interface ------------------------------------------------

  getState(): State {
    return { ...this.model.state };
  }

  /** A text is a whole state, as behind `#` of a link; an object changes what it names. */
  setState(state: string | Record<string, unknown>): readonly Ignored[] {
    this.#upgrade();
    return typeof state === "string" ? this.model.load(state) : this.#change(state);
  }

  /** The state as a link's text, `v=1&…`. */
  get link(): string {
    return format(this.model.view.table, this.model.state).text;
  }

  async run(): Promise<RunHandle> {
    this.#start();
    await this.model.settle();
    const { session, data } = this.model;
    if (!session || !data || this.error) throw this.error ?? new Error("the figure was removed");
    return {
      state: data.state,
      summary: this.scene?.summary ?? "",
      tensor: (name, gradient) => session.tensor(name, gradient),
      explain: (tensor, index, gradient = false) => session.explain({ tensor, index, gradient }),
    };
  }

  async toSVG(): Promise<string> {
    return paintSvg(await this.#sceneNow(), { theme: this.dark ? "dark" : "light" });
  }

  async toPNG(scale = 2): Promise<Blob> {
    return svgToPng(await this.toSVG(), scale);
  }

  /** All matrices, or the one with this id, at full precision. */
  async toCSV(matrix?: string): Promise<string> {
    return sceneToCsv(await this.#sceneNow(), matrix);
  }

  /** The state and every number drawn, as plain JSON. */
  async exportJSON(): Promise<Record<string, unknown>> {
    const scene = await this.#sceneNow();
    const matrices = scene.bands
      .flatMap((band) => band.panels)
      .map((matrix) => ({
        id: matrix.id,
        tensor: matrix.tensor,
        gradient: matrix.gradient,
        rows: matrix.rowAxis.labels,
        columns: matrix.columnAxis.labels,
        values: Array.from(matrix.values),
      }));
    const state = difference(this.model.view.table, this.model.state);
    return { clearhead: "1", link: this.link, state, summary: scene.summary, matrices };
  }

  async #sceneNow(): Promise<Scene> {
    await this.run();
    if (!this.scene) throw new Error("nothing is drawn yet");
    return this.scene;
  }

  // --- life ----------------------------------------------------------------

  override connectedCallback(): void {
    super.connectedCallback();
    this.#upgrade();
    const loading = this.getAttribute("loading");
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
    if (!this.#upgraded || old === value || !parameterNames.includes(name)) return;
    const parameter = this.model.view.table.parameters.find((one) => one.name === name);
    this.#warn(this.#change({ [name]: value === null ? parameter?.default : plain(name, value) }));
  }

  /** Reads the attributes once, when all of them are there. */
  #upgrade(): void {
    if (this.#upgraded) return;
    this.#upgraded = true;
    const attributes = [...this.attributes].map(({ name, value }) => ({
      name,
      value: plain(name, value),
    }));
    const { state, ignored } = fromAttributes(this.model.view.table, attributes);
    this.model.load(difference(this.model.view.table, state));
    this.#warn(ignored);
    this.language = resolveLanguage(String(this.model.state.lang));
  }

  #warn(ignored: readonly Ignored[]): void {
    for (const { name, given, allowed } of ignored) {
      console.warn(`clearhead-figure: ${name}="${given}" is ignored; allowed: ${allowed}`);
    }
  }

  #start(): void {
    if (this.model.started) return;
    this.error = undefined;
    this.model.start(sharedEngine);
    this.requestUpdate();
  }

  retry(): void {
    this.model.stop();
    this.#start();
  }

  load(): void {
    this.#start();
    this.model.visible = true;
  }

  #surroundings(): void {
    const probe = this.renderRoot.querySelector(".probe");
    const dark = probe ? isDark(probe) : this.dark;
    const language = resolveLanguage(String(this.model.state.lang));
    if (dark === this.dark && language === this.language) return;
    this.dark = dark;
    this.requestUpdate();
  }

  // --- state and results -----------------------------------------------------

  #change(values: Record<string, unknown>): readonly Ignored[] {
    return this.model.change(values, this.language);
  }

  /** A control, a cell or a chip was used. */
  change(values: Record<string, Value>): void {
    this.#change(values);
    this.#tell();
  }

  #drawn(): void {
    this.error = undefined;
    const { session } = this.model;
    // Another function for every result: the inspector opens its number again.
    this.explain = session && ((cell, options) => session.explain(cell, options));
    this.requestUpdate();
    void this.updateComplete.then(() => {
      if (!this.#told) this.#emit("ch-ready", { state: this.getState() });
      this.#ready.resolve();
      this.#tell();
    });
  }

  #told = "";

  /** Says so when the state or the result is another than the last time. */
  #tell(): void {
    const link = this.link;
    const done = this.model.data !== undefined && !this.model.busy;
    const now = `${link} ${done}`;
    if (now === this.#told || !done) return;
    this.#told = now;
    this.#emit("ch-change", { state: this.getState(), link, summary: this.scene?.summary ?? "" });
  }

  #failed(error: Error): void {
    this.error = error;
    const { code } = error as { code?: string };
    this.#emit("ch-error", { message: error.message, code: code ?? "unknown" });
    this.#ready.reject(error);
    this.requestUpdate();
  }

  errorText(error: Error): string {
    const { code } = error as { code?: string };
    const key = `errors.${code}`;
    const text = has(key) ? t(this.language, key) : t(this.language, "embed.error", { message: "" });
    return `${text} ${t(this.language, "errors.detail", { message: error.message })}`;
  }

  get status(): string {
    return this.model.busy ? "" : (this.scene?.summary ?? "");
  }

  /** The tokens of the result on screen. */
  get tokens(): readonly string[] {
    return this.model.data?.tokens ?? [];
  }

  /** Positions of a panel to ring. Hovering does not make a new list for every panel. */
  marksIn(matrix: Matrix): readonly Position[] {
    const cells = this.pointed ? [this.pointed] : this.marks;
    const found = cells.flatMap((cell) => positionIn(matrix, cell) ?? []);
    return found.length ? found : NONE;
  }

  /** Tensors by name, for the scripts that the inspector writes. */
  readonly tensorOf = (name: string): Promise<Tensor> => {
    const { session } = this.model;
    return session ? session.tensor(name) : Promise.reject(new Error("the figure was removed"));
  };

  get catalogue(): readonly CatalogueEntry[] {
    return this.model.data?.catalogue ?? [];
  }

  #emit(name: string, detail: Record<string, unknown>): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** Opens a cell in the inspector; undefined closes it. `shown`: it is open there already. */
  open(cell: Cell | undefined, shown = false): void {
    const open = cell ? formatCell(cell) : "";
    this.#byReader = true;
    if (shown) this.#inspected = open;
    if (cell) this.look(cell);
    this.change({ open });
    if (cell) this.#emit("ch-select", { ...cell, index: [...cell.index] });
  }

  /** Keeps the pair of a cell in view; what the cell leaves open stays. */
  look({ tensor, index }: Pick<Cell, "tensor" | "index">): void {
    const pair = { ...this.active, ...pairOf(tensor, index) };
    const { query, key } = pair;
    if (query === undefined || key === undefined) return;
    if (query === this.active?.query && key === this.active.key) return;
    this.active = { query, key };
    this.requestUpdate();
  }

  get opened(): Cell | undefined {
    return parseCell(String(this.model.state.open));
  }

  /** Back to the example; language, colours and mode stay. */
  reset(): void {
    const { lang, theme, mode } = this.model.state;
    this.model.load({ lang, theme, mode });
    this.active = undefined;
    this.#tell();
  }

  /** A cell of a panel or of the inspector is pointed at. */
  hover(cell: Cell | null): void {
    const pointed = cell ? address(cell) : undefined;
    if (pointed) this.look(pointed);
    if (pointed || this.pointed) this.requestUpdate();
    this.pointed = pointed;
  }

  /** Takes the state from a file saved by this figure. */
  loadFile(text: string): void {
    const { state, ignored } = parseFile(this.model.view.table, text);
    if (ignored.some(({ name }) => name === "file")) this.model.refuse(ignored);
    else this.model.load(difference(this.model.view.table, state));
    this.#tell();
  }

  edit(tensor: string, index: readonly number[], value: number | undefined): void {
    this.change({ edits: withEdit(String(this.model.state.edits), tensor, index, value) });
  }

  // --- drawing ---------------------------------------------------------------

  protected override willUpdate(): void {
    const { data, view, state, ignored } = this.model;
    this.language = resolveLanguage(String(state.lang));
    if (!data) return;
    const { language, active } = this;
    this.scene = view.describe(data, { language, ...(active && { active }) });
    this.active ??= pairOfScene(this.scene);
    this.notices = [...ignored, ...data.ignored];
  }

  protected override firstUpdated(): void {
    wire(this, this.renderRoot);
  }

  protected override updated(): void {
    this.#surroundings();
    this.#inspect();
  }

  /** Shows the opened cell in the inspector, unless it was opened there. */
  #inspect(): void {
    const { explain, opened } = this;
    const inspector = this.renderRoot.querySelector("ch-inspector");
    if (!inspector || !explain) return;
    if (explain !== this.#explained || this.model.state.open !== this.#marked) this.#mark();
    if (this.model.state.open === this.#inspected) return;
    this.#inspected = String(this.model.state.open);
    if (opened) {
      this.look(opened);
      void inspector.open(address(opened), { focus: this.#byReader });
    }
  }

  /** Rings the cells that the opened number is made of. */
  #mark(): void {
    const { explain, opened } = this;
    const { open } = this.model.state;
    this.#explained = explain;
    this.#marked = open;
    const set = (cells: Address[]) => {
      if (open !== this.model.state.open || explain !== this.explain) return;
      this.marks = cells;
      this.requestUpdate();
    };
    if (!opened || !explain) return set([]);
    unfold(address(opened), explain).then(
      (steps) => set(operandsOf(steps)),
      () => set([]),
    );
  }

  #explained: Explain | undefined;
  #marked: unknown = "";
  #inspected = "";
  /** A cell opened by a link does not take the focus. */
  #byReader = false;

  protected override render(): TemplateResult {
    const { language } = this;
    this.setAttribute("aria-busy", String(this.model.busy));
    if (!this.scene) return this.#placeholder(language);
    return frame(this);
  }

  /** Before the first result: the fallback, and what is being waited for. */
  #placeholder(language: Language): TemplateResult {
    const click = this.getAttribute("loading") === "click" && !this.model.started;
    return html`
      <span class="probe"></span>
      <slot></slot>
      ${
        click
          ? html`<button class="primary" @click=${() => this.load()}>
              ${t(language, "embed.load")}
            </button>`
          : nothing
      }
      ${
        this.model.busy
          ? html`<p class="hint loading" role="status">${t(language, "embed.loading")}</p>`
          : nothing
      }
    `;
  }
}

/** The pair that the figure itself keeps in view. */
function pairOfScene(scene: Scene): { query: number; key: number } | undefined {
  const at = scene.bands.flatMap(({ panels }) => panels).find(({ id }) => id === "weights")?.active;
  return at && { query: at.row, key: at.column };
}

function address({ tensor, index, gradient }: Cell): Address {
  return { tensor, index: [...index], gradient };
}

/** `lang="zh-CN"` of an author's page means Chinese here. */
function plain(name: string, value: string): string {
  return name === "lang" ? (languageOf(value) ?? value) : value;
}
