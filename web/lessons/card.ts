// A lesson step on a page: its title at once, and its words around its figure when load() is
// called. The task ticks itself when the figure's numbers show that it was done.
import type { ClearheadFigure } from "../elements/figure.js";
import { markup } from "../i18n/symbols.js";
import { type Language, t, wordless } from "../i18n/t.js";
import type { Lesson, LessonName } from "./lesson.js";
import { lessons } from "./lessons.js";

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
/** Until its words are there, or when they do not come. */
const WAITING = `
  <h2 data-part="title"></h2>
  <div role="alert" hidden><p data-part="failed"></p><button data-part="retry"></button></div>`;

export class Card {
  readonly element = document.createElement("section");
  readonly #figure = document.createElement("clearhead-figure") as ClearheadFigure;
  #lesson: Lesson | undefined;
  #loading: Promise<void> | undefined;
  #language: Language = "en";
  #done = false;

  constructor(readonly name: LessonName) {
    this.element.id = name;
    this.element.className = "step waiting";
    this.element.innerHTML = WAITING;
    this.#part("retry").addEventListener("click", () => void this.load());
    this.#figure.addEventListener("ch-change", () => {
      // An input that is refused does no task; the figure tells of it.
      this.#check().catch(() => undefined);
    });
  }

  /** Resolves when its words are there, or the reader is told that they did not come. */
  load(): Promise<void> {
    this.#loading ??= lessons[this.name]().then(
      (lesson) => this.#begin(lesson),
      () => {
        this.#loading = undefined;
        (this.element.querySelector("[role=alert]") as HTMLElement).hidden = false;
      },
    );
    return this.#loading;
  }

  #begin(lesson: Lesson): void {
    this.#lesson = lesson;
    const { begin } = lesson;
    this.element.classList.remove("waiting");
    this.element.innerHTML = SKELETON;
    this.#figure.setAttribute("view", this.name);
    for (const [key, value] of new URLSearchParams(begin)) this.#figure.setAttribute(key, value);
    const alone = this.#part("alone") as HTMLAnchorElement;
    alone.href = `index.html#${["v=1", `view=${this.name}`, begin].filter(Boolean).join("&")}`;
    this.render(this.#language);
    this.#part("text").after(this.#figure);
  }

  /** Writes its words. */
  render(language: Language): void {
    this.#language = language;
    this.#say({ title: t(language, `lessons.${this.name}`), ...wordless[language] });
    if (!this.#lesson) return;
    const { done, ...words } = this.#lesson.words[language];
    this.#say({
      ...words,
      head: t(language, "page.tasks"),
      reveal: t(language, "page.task.hint"),
      alone: t(language, "page.gallery.alone"),
      done: this.#done ? done : "",
    });
    const mark = this.element.querySelector(".mark") as HTMLElement;
    mark.textContent = this.#done ? "✓" : "";
    mark.setAttribute("aria-label", t(language, this.#done ? "page.task.done" : "page.task.open"));
    mark.parentElement?.classList.toggle("done", this.#done);
  }

  /** Words into those of these parts that are on the page. */
  #say(words: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(words)) {
      const part = this.element.querySelector(`[data-part=${name}]`);
      if (part) part.innerHTML = markup(text);
    }
  }

  #part(name: string): HTMLElement {
    return this.element.querySelector(`[data-part=${name}]`) as HTMLElement;
  }

  async #check(): Promise<void> {
    if (this.#done || !(await this.#lesson?.solved(await this.#figure.run()))) return;
    this.#done = true;
    this.render(this.#language);
  }
}
