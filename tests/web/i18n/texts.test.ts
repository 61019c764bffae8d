import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { words as dictionaries } from "../../../web/i18n/dictionaries.js";
import { lessons as englishTitles } from "../../../web/i18n/en/lessons.js";
import { page as englishPage } from "../../../web/i18n/en/page.js";
import { has, type Key, languageOf, provide, t } from "../../../web/i18n/t.js";
import { lessons as chineseTitles } from "../../../web/i18n/zh/lessons.js";
import { page as chinesePage } from "../../../web/i18n/zh/page.js";
import { lessonNames, lessons } from "../../../web/lessons/lessons.js";
import type { Reason } from "../../../web/state/table.js";
import { defaults } from "../../../web/state/table.js";
import { viewNames, viewOf } from "../../../web/views/registry.js";

provide("page", { en: englishPage, zh: chinesePage });
provide("lessons", { en: englishTitles, zh: chineseTitles });
// A figure brings its words when it is loaded.
const views = await Promise.all(viewNames.map(viewOf));
type Words = Record<string, Record<string, string>>;
const english = dictionaries.en as Words;
const chinese = dictionaries.zh as Words;
const keys = Object.entries(english).flatMap(([section, texts]) =>
  Object.keys(texts).map((key) => `${section}.${key}`),
);
const textOf = (dictionary: typeof english, key: string): string => {
  const dot = key.indexOf(".");
  return dictionary[key.slice(0, dot)]![key.slice(dot + 1)]!;
};

/** Names of the placeholders of a text, whatever forms they choose between. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{([a-z_0-9]+)(?:\|[^{}]*)?\}/g)].map((match) => match[1]!);
  return [...new Set(names)].sort();
}

const PARTS = ["text", "task", "hint", "done"] as const;
const sameInBoth =
  /^(?:SVG|PNG|CSV|English|中文|Clearhead|LaTeX|PyTorch|ReLU|GELU|SwiGLU|(?:\d )?M[HQL]A|\d GQA|\p{L}?[^\p{L}]*)$/u;

/** Neither is empty, and the Chinese one is Chinese. */
function checkPair(key: string, first: string, second: string): void {
  if (key !== "common.sentence.end") assert.ok(first.trim() && second.trim(), key);
  const bare = second.replace(/\{[^{}]*\}/g, "").trim();
  if (!sameInBoth.test(bare)) assert.match(bare, /\p{Script=Han}|‖/u, `${key}: ${second}`);
  // Half-width punctuation between Chinese characters is a slip.
  assert.doesNotMatch(second, /\p{Script=Han}[,;?!]/u, `${key}: ${second}`);
}

/** What a template says besides its `${…}`, which may hold braces of their own. */
function literalParts(template: string): string[] {
  const parts = [""];
  let depth = 0;
  for (let at = 0; at < template.length; at++) {
    const opens = template.startsWith("${", at);
    if (opens && depth === 0) parts.push("");
    else if (depth === 0) parts[parts.length - 1] += template.charAt(at);
    if (opens || (depth > 0 && template.charAt(at) === "{")) depth++;
    else if (depth > 0 && template.charAt(at) === "}") depth--;
    if (opens) at++;
  }
  return parts;
}

test("every figure but the first has a lesson, every lesson a title and words in both languages", async () => {
  const figures = viewNames.filter((name) => name !== "attention");
  for (const names of [lessonNames, Object.keys(englishTitles), Object.keys(chineseTitles)]) {
    assert.deepEqual([...names].sort(), [...figures].sort());
  }
  for (const name of lessonNames) {
    const { en, zh } = (await lessons[name]()).words;
    assert.deepEqual([Object.keys(en), Object.keys(zh)], [PARTS, PARTS], name);
    for (const part of PARTS) checkPair(`lessons/${name}.${part}`, en[part], zh[part]);
  }
});

test("both languages have the same keys", () => {
  assert.deepEqual(Object.keys(chinese).sort(), Object.keys(english).sort());
  for (const [section, texts] of Object.entries(english)) {
    assert.deepEqual(Object.keys(chinese[section]!).sort(), Object.keys(texts).sort(), section);
  }
});

test("both languages fill the same placeholders", () => {
  for (const key of keys) {
    const [first, second] = [textOf(english, key), textOf(chinese, key)];
    assert.deepEqual(placeholders(second), placeholders(first), key);
    // Nothing that looks like a placeholder and is none.
    for (const text of [first, second]) {
      const rest = text.replace(/\{[a-z_0-9]+(?:\|[^{}]*)?\}/g, "");
      assert.doesNotMatch(rest, /[{}]/, key);
    }
  }
});

test("no text is empty, and Chinese is written in Chinese", () => {
  for (const key of keys) checkPair(key, textOf(english, key), textOf(chinese, key));
});

test("every key is used, and every key that is used exists", () => {
  const sources = readdirSync("web", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:ts|html)$/.test(file) && !/^i18n\/(?:en|zh)\/|\.gen\.ts$/.test(file))
    .map((file) => readFileSync(join("web", file), "utf8"))
    .join("\n");
  const sections = Object.keys(english).join("|");
  const literal = new Set<string>();
  for (const [, key] of sources.matchAll(
    new RegExp(`["\`]((?:${sections})\\.[\\w.-]+)["\`]`, "g"),
  )) {
    // Names of files look alike: embed.html.
    if (has(key!) || !/\.(?:html|js|css|ts|json|svg)$/.test(key!)) literal.add(key!);
  }
  // A template uses all keys that it can spell.
  const templates = [...sources.matchAll(new RegExp(`\`((?:${sections})\\.[^\`]*)\``, "g"))]
    .filter(([, key]) => key!.includes("${"))
    .map(([, key]) => {
      const parts = literalParts(key!).map((part) => part.replaceAll(".", "\\."));
      return new RegExp(`^${parts.join(".+")}$`);
    });
  // The page's markup names keys of its own section.
  for (const [, key] of sources.matchAll(/data-t(?:-[a-z]+)?="([\w.]+)"/g)) {
    literal.add(`page.${key}`);
  }
  // A parameter's label brings the texts of its words, unless its figure puts them together.
  const words = views.flatMap(({ table, looks }) => {
    const own = looks(defaults(table), undefined, "en");
    return table.parameters.flatMap(({ name, label, values = [] }) =>
      values.flatMap((value) => (own[name]?.texts?.[value] ? [] : `${label}.${value}`)),
    );
  });
  const used = (key: string) =>
    literal.has(key) || words.includes(key) || templates.some((template) => template.test(key));
  assert.deepEqual(
    keys.filter((key) => !used(key)),
    [],
  );
  for (const key of [...words, ...literal]) assert.ok(has(key), key);
});

test("plural forms, numbers, and parameters that are not there", () => {
  const key = "attention.summary" as Key;
  const rest = { mask: "no mask", low: "0", high: "1", pairs: "–" };
  assert.match(t("en", key, { count: 1, ...rest }), /^Self-attention over 1 token with no mask/);
  assert.match(t("en", key, { count: 12_345, ...rest }), /over 12,345 tokens /);
  assert.match(t("zh", key, { count: 1, ...rest }), /^1 个词元的自注意力，/);
  assert.match(t("en", "attention.title", {}), /\{sentence\}/);
  assert.match(
    t("en", "attention.title", { sentence: "{count|a|b} $& {sentence}" }),
    /\{count\|a\|b\} \$&/,
  );
  assert.throws(() => t("en", "attention.nothing" as Key), /no text "attention.nothing"/);
  for (const odd of ["__proto__.x", "attention.constructor", "attention", ""]) {
    assert.equal(has(odd), false, odd);
  }
});

test("every reason for not taking a value has its sentence", () => {
  const reasons: Record<Reason, true> = {
    unknown: true,
    version: true,
    repeated: true,
    number: true,
    range: true,
    choice: true,
    malformed: true,
    encoding: true,
    long: true,
    cut: true,
    conflict: true,
    shape: true,
    tensor: true,
    lost: true,
    refused: true,
    many: true,
  };
  for (const reason of Object.keys(reasons)) assert.ok(has(`common.ignored.${reason}`), reason);
});

test("languages of the web's tags", () => {
  assert.equal(languageOf("zh-Hant-TW"), "zh");
  assert.equal(languageOf("ZH"), "zh");
  assert.equal(languageOf("en-GB"), "en");
  for (const other of ["auto", "", null, undefined, "fr", "zhx"]) {
    assert.equal(languageOf(other), undefined, String(other));
  }
});
