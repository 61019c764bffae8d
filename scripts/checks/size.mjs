// Budgets of the release folder, gzip -9, 1 kB = 1000 bytes. What a figure or the
// page can load follows from the import graph that the bundler wrote down.
import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { say } from "../testing/results.mjs";
import { files } from "../web/split.mjs";
import { filesBelow, paths } from "../web/workspace.mjs";

// `goal` is the budget of the first figure with the operators it needs; the distance to it
// is reported. `limit` fails the check: it holds what is reached today, comes down with every
// saving, and rises by what the chapter's operators and figures weigh. In the samples the limits
// are `sample`, so that these do not change with those.
const budgets = [
  ["core.wasm", 82.4e3, 60e3, 3e3, () => core(1)],
  ["core and more", 131.4e3, 100e3, 5e3, () => core(2)],
  ["the whole core", 193.6e3, 100e3, 7e3, () => core(3)],
  ["the first figure", 183.4e3, 100e3, 2e4, firstFigure],
  ["one figure", 234.9e3, 100e3, 3e4, figure],
  ["one of a model", 310.3e3, 130e3, 4e4, figureOfModel],
  ["everything the page can load", 381.2e3, 180e3, 5e4, page],
  ["single.html", 2e6, 2e6, 6e4, () => ["single.html"], false],
  ["a shipped model", 1e6, 1e6, 7e4, largestModel, false],
].map(([what, limit, goal, sample, of, zipped = true]) => ({
  ...{ what, limit, goal, sample, of, zipped },
}));

/** What only programs ask for: the words about operations. */
const programs = ["engine/described"];
/** Loaded later and by itself: what a reader of one figure need not ask for. */
const asked = [
  ...programs,
  ...["panel", "outlets", "exports"].map((name) => `elements/figure/${name}`),
  ...["i18n/more", "elements/inspector/copy", "figures/attention/interventions"],
];
const languages = ["en", "zh"];
/** The figure that index.html begins with, the only one that core.wasm suffices for. */
const first = "attention";
/** The first files of the core, in the order in which they are needed. */
const core = (count) => files.slice(0, count);

/** What is loaded by itself of a folder of web/: `views/mask`, `lessons/mask`. */
function partsOf(release, folder) {
  return Object.values(release.parts).filter((part) => part.startsWith(`${folder}/`));
}

/** Figures that are loaded by themselves. */
const views = (release) => partsOf(release, "views").filter((part) => part !== "views/release");

/** The largest of some sets of files. */
function largest(release, sets) {
  const sizes = sets.map((names) => ({ names, bytes: zippedSize(release, names) }));
  return sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a)).names;
}

function largestModel(release) {
  const models = Object.keys(release.bytes).filter((name) => name.endsWith(".safetensors"));
  models.sort((a, b) => release.bytes[b].length - release.bytes[a].length);
  return models.slice(0, 1);
}

const isOfModel = (release, view) => release.models.includes(basename(view));

/** One figure of operations in a frame of its own, whichever is largest. */
function figure(release) {
  const some = views(release).filter((view) => !isOfModel(release, view));
  return largest(
    release,
    some.map((view) => framed(release, view)),
  );
}

/** The same of those whose subject is a Transformer. */
function figureOfModel(release) {
  const some = views(release).filter((view) => isOfModel(release, view));
  return largest(
    release,
    some.map((view) => framed(release, view)),
  );
}

function firstFigure(release) {
  return framed(release, `views/${first}`);
}

/**
 * A figure in a frame of its own: the page, the element, the worker, what it needs of the core, the
 * larger of the two languages, and all that opening a number loads. Only what its reader asks for
 * by name (all controls, exports, copies, own numbers) comes on top.
 */
function framed(release, view) {
  const entries = ["clearhead.js", "embed.js", "worker.js"];
  // Loaded with the first Transformer that is made.
  const transformers = isOfModel(release, view) ? [] : ["engine/transformer"];
  const sets = languages.map((language) => {
    const foreign = languages
      .filter((other) => other !== language)
      .flatMap((other) => partsOf(release, `i18n/${other}`));
    const others = views(release).filter((other) => other !== view);
    return closure(release, entries, [...asked, ...foreign, ...others, ...transformers]);
  });
  const needed = view === `views/${first}` ? 1 : isOfModel(release, view) ? 3 : 2;
  const page = ["core.js", "embed.html", "embed.css", "marks.css"];
  return [...largest(release, sets), ...core(needed), ...page];
}

/**
 * Every script but those for programs, every page and picture; of the figures and lessons, which
 * come one by one, the first and the largest.
 */
function page(release) {
  const loaded = new Set([".html", ".css", ".svg", ".png", ".ico"]);
  const others = Object.keys(release.bytes).filter(
    (name) => loaded.has(extname(name)) && name !== "single.html",
  );
  const entries = ["first.js", "index.js", "gallery.js", "clearhead.js", "embed.js", "worker.js"];
  const oneByOne = [...views(release), ...partsOf(release, "lessons")];
  const names = new Set([first, ...oneByOne.map((part) => basename(part))]);
  const sets = [...names].map((name) => {
    const others = oneByOne.filter((other) => ![first, name].includes(basename(other)));
    return closure(release, entries, [...programs, ...others]);
  });
  return [...largest(release, sets), ...others, ...core(3), "core.js"];
}

/** The entries that exist, with all that they import, at once or later, without some parts. */
function closure(release, entries, without = []) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || !(name in release.imports)) return;
    if (without.includes(release.parts[name])) return;
    seen.add(name);
    release.imports[name].forEach(visit);
  };
  entries.forEach(visit);
  return [...seen];
}

function zippedSize(release, names) {
  return names
    .filter((name) => name in release.bytes)
    .reduce((sum, name) => sum + gzipSync(release.bytes[name], { level: 9 }).length, 0);
}

function measure(release, isSample) {
  return budgets.map(({ what, limit, goal, sample, zipped, of }) => {
    const names = [...new Set(of(release))].filter((name) => name in release.bytes);
    const parts = names.map((name) => {
      const content = release.bytes[name];
      return { name, bytes: zipped ? gzipSync(content, { level: 9 }).length : content.length };
    });
    parts.sort((a, b) => b.bytes - a.bytes);
    return {
      what,
      limit: isSample ? sample : limit,
      goal,
      zipped,
      parts,
      bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    };
  });
}

function find(_, sample) {
  const release = sample?.release ?? read();
  if (!release) return ["dist/ is not built: run scripts/build web"];
  const sizes = measure(release, sample !== undefined);
  if (!sample) {
    for (const { what, limit, goal, bytes, zipped } of sizes) {
      const unit = zipped ? " gz" : "";
      const above = bytes > goal ? `, ${kilobytes(bytes - goal)} above the goal` : "";
      say(`    ${what}: ${kilobytes(bytes)} of ${kilobytes(limit)}${unit}${above}`);
    }
  }
  return [
    ...sizes
      .filter(({ bytes }) => bytes === 0)
      .map(({ what }) => `${what}: dist/ holds nothing of it`),
    ...sizes
      .filter(({ bytes, limit }) => bytes > limit)
      .map(({ what, limit, bytes, parts }) => {
        const list = parts.slice(0, 6).map((part) => `${part.name} ${kilobytes(part.bytes)}`);
        return `${what}: ${kilobytes(bytes)} is above ${kilobytes(limit)} (${list.join(", ")})`;
      }),
  ];
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function read() {
  const meta = join(paths.work, "meta.json");
  if (!existsSync(meta) || !existsSync(paths.dist)) return undefined;
  const imports = {};
  const parts = {};
  for (const [file, output] of Object.entries(JSON.parse(readFileSync(meta, "utf8")).outputs)) {
    imports[basename(file)] = output.imports.map(({ path }) => basename(path));
    const part = output.entryPoint?.match(/^web\/(.*)\.ts$/)?.[1];
    if (part) parts[basename(file)] = part;
  }
  // The views that figures/common.ts names as those of models.
  const common = readFileSync(join(paths.web, "figures", "common.ts"), "utf8");
  const [, named] = common.match(/modelViews\b.*?= \[(.*?)\]/s) ?? [];
  const models = Array.from(named.matchAll(/"(\w+)"/g), ([, name]) => name);
  const bytes = {};
  for (const file of filesBelow(paths.dist)) {
    if (!file.startsWith("dist/types/"))
      bytes[file.slice(5)] = readFileSync(join(paths.root, file));
  }
  return { imports, parts, bytes, models };
}

/** Bytes that do not compress, from a fixed sequence. */
function noise(length) {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

const release = (changes) => ({
  models: ["train"],
  imports: {
    "clearhead.js": ["chunk.js", "attention-AB1.js", "alibi-AB1.js", "train-AB1.js"],
    "attention-AB1.js": [],
    "train-AB1.js": [],
    "alibi-AB1.js": [],
    "chunk.js": ["en-AB1.js", "zh-AB1.js", "copy-AB1.js"],
    "en-AB1.js": [],
    "zh-AB1.js": [],
    "copy-AB1.js": ["chunk.js"],
    "index.js": ["clearhead.js"],
    "gallery.js": ["clearhead.js", "one-AB1.js", "two-AB1.js"],
    "one-AB1.js": [],
    "two-AB1.js": [],
  },
  parts: {
    "attention-AB1.js": "views/attention",
    "alibi-AB1.js": "views/alibi",
    "train-AB1.js": "views/train",
    "en-AB1.js": "i18n/en/index",
    "zh-AB1.js": "i18n/zh/index",
    "copy-AB1.js": "elements/inspector/copy",
    "one-AB1.js": "lessons/one",
    "two-AB1.js": "lessons/two",
  },
  bytes: {
    "core.wasm": noise(1000),
    "more.wasm": noise(1000),
    "models.wasm": noise(1000),
    "clearhead.js": noise(1000),
    "chunk.js": noise(1000),
    "index.js": noise(1000),
    "single.html": noise(1000),
    "models/translate.safetensors": noise(1000),
    ...changes,
  },
});

/** What a release with other sizes of some files is told, by number. */
const sample = (problems, changes) => {
  const sized = Object.entries(changes).map(([name, length]) => [name, noise(length)]);
  return { problems, files: {}, release: release(Object.fromEntries(sized)) };
};

export const size = {
  name: "size",
  find,
  samples: [
    sample(0, {}),
    sample(1, { "models/large.safetensors": 7.1e4 }),
    sample(1, { "core.wasm": 3.1e3 }),
    sample(1, { "more.wasm": 4.1e3 }),
    sample(1, { "models.wasm": 5.1e3 }),
    sample(4, { "core.wasm": 2e4 }),
    // The first figure goes without more.wasm, and figures of operations without models.wasm.
    sample(3, { "more.wasm": 3e4 }),
    sample(2, { "models.wasm": 4e4 }),
    sample(2, { "chunk.js": 3e4 }),
    sample(3, { "zh-AB1.js": 4e4 }),
    sample(1, { "attention-AB1.js": 2e4 }),
    sample(1, { "alibi-AB1.js": 3e4 }),
    sample(1, { "train-AB1.js": 4e4 }),
    sample(0, { "en-AB1.js": 1.5e4, "zh-AB1.js": 1.5e4 }),
    sample(0, { "copy-AB1.js": 4e4 }),
    sample(1, { "index.js": 5e4 }),
    sample(0, { "one-AB1.js": 2.5e4, "two-AB1.js": 2.5e4 }),
    sample(1, { "two-AB1.js": 5e4 }),
    sample(1, { "single.html": 6.1e4 }),
  ],
};
