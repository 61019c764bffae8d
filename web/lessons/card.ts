// A lesson step on a page: its words around its figure. The task ticks itself when the
// figure's numbers show that it was done.
import type { ClearheadFigure } from "../elements/figure.js";
import { markup } from "../i18n/symbols.js";
import { type Key, type Language, t } from "../i18n/t.js";
import type { Lesson } from "./lesson.js";

const SKELETON = `
  <h2 data-part="title"></h2>
  <p data-part="text"></p>
  <div class="task">
    <span class="mark" role="img"></span>
    <h3 data-part="head"></h3>
    <p data-part="task"></p>
    <details><summary data-part="reveal"></summary><p data-part="hint"></p></details>
    <p class="said" role="status" data-part="done"></p>
  </div>
  <p class="alone"><a data-part="alone"></a></p>`;

export class Card {
  readonly element = document.createElement("section");
  readonly #figure = document.createElement("clearhead-figure") as ClearheadFigure;
  #language: Language = "en";
  #done = false;

  constructor(private readonly lesson: Lesson) {
    const { name, begin } = lesson;
    this.element.id = name;
    this.element.className = "step";
    this.element.innerHTML = SKELETON;
    this.#figure.setAttribute("view", name);
    for (const [key, value] of new URLSearchParams(begin)) this.#figure.setAttribute(key, value);
    this.#part("text").after(this.#figure);
    const alone = this.#part("alone") as HTMLAnchorElement;
    alone.href = `index.html#${["v=1", `view=${name}`, begin].filter(Boolean).join("&")}`;
    this.#figure.addEventListener("ch-change", () => {
      // An input that is refused does no task; the figure tells of it.
      this.#check().catch(() => undefined);
    });
  }

  /** Writes its words. */
  render(language: Language): void {
    this.#language = language;
    const own = (key: string) => t(language, `lessons.${this.lesson.name}.${key}` as Key);
    const state = t(language, this.#done ? "page.task.done" : "page.task.open");
    const words = {
      ...{ title: own("title"), text: own("text"), task: own("task"), hint: own("hint") },
      head: t(language, "page.tasks"),
      reveal: t(language, "page.task.hint"),
      alone: t(language, "page.gallery.alone"),
      done: this.#done ? own("done") : "",
    };
    for (const [name, text] of Object.entries(words)) this.#part(name).innerHTML = markup(text);
    const mark = this.element.querySelector(".mark") as HTMLElement;
    mark.textContent = this.#done ? "✓" : "";
    mark.setAttribute("aria-label", state);
    mark.parentElement?.classList.toggle("done", this.#done);
  }

  #part(name: string): HTMLElement {
    return this.element.querySelector(`[data-part=${name}]`) as HTMLElement;
  }

  async #check(): Promise<void> {
    if (this.#done || !(await this.lesson.solved(await this.#figure.run()))) return;
    this.#done = true;
    this.render(this.#language);
  }
}
