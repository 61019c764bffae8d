// index.html: words in the reader's language, the state behind `#`, and the tasks of
// the lesson ticked when the figure shows that they are done.
import "../elements/clearhead.js";
import type { ClearheadFigure } from "../elements/figure.js";
import { page as english } from "../i18n/en/page.js";
import { type Language, languageOf, loadMore, loadWords, provide, t } from "../i18n/t.js";
import { page as chinese } from "../i18n/zh/page.js";
import { ignoredText } from "../state/ignored.js";
import { recall } from "../state/storage.js";
import type { Ignored } from "../state/table.js";
import { keepLink } from "./index/link.js";
import { Tasks } from "./index/tasks.js";
import { bindSwitches, element, LANGUAGES, paint, THEMES, translate } from "./switches.js";

provide("page", { en: english, zh: chinese });

const figure = element<ClearheadFigure>("clearhead-figure");
const notice = element<HTMLElement>("#notice");
const stage = element<HTMLElement>("#figure");
const tasks = new Tasks(element("#tasks"), element("#progress"), figure);

function currentLanguage(): Language {
  const { lang } = figure.getState();
  return lang === "auto" ? (languageOf(document.documentElement.lang) ?? "en") : (lang as Language);
}

function speak(language: Language): void {
  translate(language);
  tasks.render(language);
}

async function say(ignored: readonly Ignored[]): Promise<void> {
  notice.hidden = ignored.length === 0;
  if (notice.hidden) return;
  const language = currentLanguage();
  await Promise.all([loadWords(language), loadMore()]);
  const list = document.createElement("ul");
  for (const one of ignored) {
    const line = document.createElement("li");
    line.textContent = ignoredText(language, one);
    list.append(line);
  }
  const head = document.createElement("p");
  head.textContent = t(language, "page.link.ignored");
  const words = document.createElement("div");
  words.append(head, list);
  const close = document.createElement("button");
  close.textContent = t(language, "page.close");
  close.addEventListener("click", () => {
    notice.hidden = true;
    stage.focus({ preventScroll: true });
  });
  notice.replaceChildren(words, close);
}

/** The link's state; language and theme that it leaves open are the remembered ones. */
async function open(hash: string): Promise<void> {
  figure.told = figure.setState(hash);
  // Read from the link itself: what else it says waits for its view.
  const link = new URLSearchParams(hash.slice(1));
  const lang = LANGUAGES.find((one) => one === link.get("lang"));
  speak(lang ?? recall("language", LANGUAGES) ?? languageOf(navigator.language) ?? "en");
  const theme = THEMES.find((one) => one === link.get("theme") && one !== "auto");
  paint(theme ?? recall("theme", THEMES) ?? "auto");
  figure.told = await figure.untaken();
  await say(figure.told);
}

bindSwitches({
  language(language) {
    figure.setState({ lang: language });
    speak(language);
    notice.hidden = true;
  },
  theme: (theme) => void figure.setState({ theme }),
});
// The address holds the state: an anchor would take its place.
element(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  stage.focus();
});
// Without scripts it leads nowhere and is just words.
const own = element<HTMLAnchorElement>("#own");
own.href = "#v=1&mode=all";
own.addEventListener("click", (event) => {
  event.preventDefault();
  void figure.ask("text");
});
keepLink(figure, open);
