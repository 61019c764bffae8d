// The cards of the lesson. A card ticks itself when the figure's numbers show that its
// task was done; nothing is ticked by pressing a card.
import type { ClearheadFigure, RunHandle } from "../../elements/figure.js";
import { markup } from "../../i18n/symbols.js";
import { type Key, type Language, t } from "../../i18n/t.js";
import { parseEdits } from "../../state/cells.js";

interface Opened {
  tensor: string;
  index: number[];
  gradient: boolean;
}

interface Task {
  name: string;
  /** Looks at the cells opened since a weight was opened, oldest first. */
  opened?(path: readonly Opened[]): boolean;
  /** Looks at the numbers on screen. */
  run?(run: RunHandle): Promise<boolean>;
}

const CAT_SAT = 5; // weights[0, 0, 1, 2] of three tokens, flat
const near = (value: number | undefined, wanted: number) =>
  value !== undefined && Math.abs(value - wanted) < 1e-6;
const weights = async (run: RunHandle) => (await run.tensor("weights")).data;

const TASKS: Task[] = [
  {
    name: "1",
    opened: (path) =>
      path[0]?.tensor === "weights" &&
      path.some(({ tensor }) => ["tokens", "embeddings", "embedding.table"].includes(tensor)),
  },
  {
    name: "2",
    async run(run) {
      const { edits } = parseEdits(String(run.state.edits));
      const one = edits.length === 1 && edits[0]?.tensor === "query.weight";
      return one && run.state.example === "exact" && near((await weights(run))[CAT_SAT], 1 / 4);
    },
  },
  {
    name: "3",
    run: async (run) => !run.state.scaling && near((await weights(run))[CAT_SAT], 16 / 21),
  },
  {
    name: "4",
    async run(run) {
      const all = await weights(run);
      return all.length > 0 && all.every((weight) => weight === 0);
    },
  },
];

export class Tasks {
  readonly #done = new Set<string>();
  #path: Opened[] = [];
  #language: Language = "en";

  constructor(
    private readonly list: HTMLElement,
    private readonly progress: HTMLElement,
    figure: ClearheadFigure,
  ) {
    figure.addEventListener("ch-select", (event) => {
      const cell = (event as CustomEvent<Opened>).detail;
      if (cell.tensor === "weights") this.#path = [];
      this.#path.push(cell);
      for (const task of TASKS) if (task.opened?.(this.#path)) this.#tick(task);
    });
    figure.addEventListener("ch-change", () => {
      // An empty sentence or a failed run does no task; the figure tells of it.
      this.#check(figure).catch(() => undefined);
    });
  }

  async #check(figure: ClearheadFigure): Promise<void> {
    const open = TASKS.filter(({ name, run }) => run && !this.#done.has(name));
    if (open.length === 0) return;
    const run = await figure.run();
    for (const task of open) if (await task.run?.(run)) this.#tick(task);
  }

  #tick({ name }: Task): void {
    if (this.#done.has(name)) return;
    this.#done.add(name);
    // The other cards stay as they are: the reader may be in one of them.
    this.list.querySelector(`#hint-${name}`)?.parentElement?.replaceWith(this.#card(name));
    this.#count();
  }

  render(language: Language): void {
    this.#language = language;
    this.list.replaceChildren(...TASKS.map(({ name }) => this.#card(name)));
    this.#count();
  }

  #count(): void {
    this.progress.textContent = t(this.#language, "page.tasks.progress", {
      done: this.#done.size,
      all: TASKS.length,
    });
  }

  #card(name: string): HTMLElement {
    const say = (key: string) => t(this.#language, `page.${key}` as Key);
    const done = this.#done.has(name);
    const card = make("li", `task${done ? " done" : ""}`);
    const mark = make("span", "mark", done ? "✓" : name);
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", say(done ? "task.done" : "task.open"));
    const details = make("details", "") as HTMLDetailsElement;
    details.id = `hint-${name}`;
    details.open = this.list.querySelector(`#${details.id}`)?.hasAttribute("open") ?? false;
    details.append(make("summary", "", say("task.hint")), make("p", "", say(`task.${name}.hint`)));
    card.append(
      mark,
      make("h3", "", say(`task.${name}.title`)),
      make("p", "", say(`task.${name}.text`)),
      details,
    );
    return card;
  }
}

function make(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.innerHTML = markup(text);
  return element;
}
