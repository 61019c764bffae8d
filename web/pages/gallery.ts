// gallery.html: every figure with its lesson step, its task and its link.
import "../elements/clearhead.js";
import { lessons as englishLessons } from "../i18n/en/lessons.js";
import { page as english } from "../i18n/en/page.js";
import { markup } from "../i18n/symbols.js";
import { type Language, languageOf, provide, t } from "../i18n/t.js";
import { lessons as chineseLessons } from "../i18n/zh/lessons.js";
import { page as chinese } from "../i18n/zh/page.js";
import { Card } from "../lessons/card.js";
import { lessonNames } from "../lessons/lessons.js";
import { recall } from "../state/storage.js";
import { bindSwitches, element, LANGUAGES, paint, THEMES, translate } from "./switches.js";

provide("page", { en: english, zh: chinese });
provide("lessons", { en: englishLessons, zh: chineseLessons });

const cards = lessonNames.map((name) => new Card(name));
const contents = element<HTMLElement>("#contents");

function speak(language: Language): void {
  translate(language);
  for (const card of cards) card.render(language);
  for (const name of lessonNames) {
    const link = contents.querySelector(`[href="#${name}"]`);
    if (link) link.innerHTML = markup(t(language, `lessons.${name}`));
  }
}

element("#steps").append(...cards.map((card) => card.element));
contents.append(
  ...lessonNames.map((name) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `#${name}`;
    item.append(link);
    return item;
  }),
);
bindSwitches({ language: speak, theme: () => {} });
speak(recall("language", LANGUAGES) ?? languageOf(navigator.language) ?? "en");
paint(recall("theme", THEMES) ?? "auto");

// A step is loaded when it is less than a screen away.
const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) cards.find(({ element }) => element === target)?.load();
    }
  },
  { rootMargin: "100%" },
);
// The place that the link names is there by now; what is loaded above it must not push it away.
const place = document.getElementById(location.hash.slice(1));
const at = cards.findIndex(({ element }) => element === place);
place?.scrollIntoView();
for (const { element } of cards) near.observe(element);
Promise.all(cards.slice(Math.max(0, at - 1), at + 1).map((card) => card.load())).then(() =>
  place?.scrollIntoView(),
);
