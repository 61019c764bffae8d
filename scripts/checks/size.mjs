// Budgets of the release folder, gzip -9, 1 kB = 1000 bytes. What a figure or the
// page can load follows from the import graph that the bundler wrote down.
import { existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { say } from "../testing/results.mjs";
import { filesBelow, paths } from "../web/workspace.mjs";

// `goal` is the budget of the first figure with the operators it needs; the distance to it
// is reported. `limit` fails the check: it holds what is reached today, comes down with every
// saving, and rises by what the chapter's operators and figures weigh.
const budgets = [
  { what: "core.wasm", limit: 82e3, goal: 60e3, zipped: true, of: () => ["core.wasm"] },
  { what: "core.wasm and more.wasm", limit: 188.1e3, goal: 100e3, zipped: true, of: () => core },
  { what: "the first figure", limit: 184e3, goal: 100e3, zipped: true, of: firstFigure },
  { what: "one figure", limit: 302e3, goal: 100e3, zipped: true, of: figure },
  { what: "everything the page can load", limit: 371e3, goal: 180e3, zipped: true, of: page },
  { what: "single.html", limit: 2e6, goal: 2e6, zipped: false, of: () => ["single.html"] },
  { what: "a shipped model", limit: 1e6, goal: 1e6, zipped: false, of: largestModel },
];

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
const core = ["core.wasm", "more.wasm"];

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

/** One figure in a frame of its own, whichever is largest. */
function figure(release) {
  return largest(
    release,
    views(release).map((view) => framed(release, view)),
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
  const sets = languages.map((language) => {
    const foreign = languages
      .filter((other) => other !== language)
      .flatMap((other) => partsOf(release, `i18n/${other}`));
    const others = views(release).filter((other) => other !== view);
    return closure(release, entries, [...asked, ...foreign, ...others]);
  });
  const needed = view === `views/${first}` ? ["core.wasm"] : core;
  return [...largest(release, sets), ...needed, "core.js", "embed.html", "embed.css", "marks.css"];
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
  return [...largest(release, sets), ...others, ...core, "core.js"];
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

function measure(release) {
  return budgets.map(({ what, limit, goal, zipped, of }) => {
    const names = [...new Set(of(release))].filter((name) => name in release.bytes);
    const parts = names.map((name) => {
      const content = release.bytes[name];
      return { name, bytes: zipped ? gzipSync(content, { level: 9 }).length : content.length };
    });
    parts.sort((a, b) => b.bytes - a.bytes);
    return {
      what,
      limit,
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
  const sizes = measure(release);
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
  const bytes = {};
  for (const file of filesBelow(paths.dist)) {
    if (!file.startsWith("dist/types/"))
      bytes[file.slice(5)] = readFileSync(join(paths.root, file));
  }
  return { imports, parts, bytes };
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
  imports: {
    "clearhead.js": ["chunk.js", "attention-AB1.js", "alibi-AB1.js"],
    "attention-AB1.js": [],
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
    "en-AB1.js": "i18n/en/index",
    "zh-AB1.js": "i18n/zh/index",
    "copy-AB1.js": "elements/inspector/copy",
    "one-AB1.js": "lessons/one",
    "two-AB1.js": "lessons/two",
  },
  bytes: {
    "core.wasm": noise(1000),
    "clearhead.js": noise(1000),
    "chunk.js": noise(1000),
    "index.js": noise(1000),
    "single.html": noise(1000),
    "models/translate.safetensors": noise(1000),
    ...changes,
  },
});

const limitOf = (name) => budgets.find(({ what }) => what === name).limit;
const FIRST = limitOf("the first figure");
const ONE = limitOf("one figure");
const PAGE = limitOf("everything the page can load");
const BOTH = limitOf("core.wasm and more.wasm");

export const size = {
  name: "size",
  find,
  samples: [
    { problems: 0, files: {}, release: release({}) },
    {
      problems: 1,
      files: {},
      release: release({ "models/large.safetensors": noise(limitOf("a shipped model") + 1) }),
    },
    { problems: 1, files: {}, release: release({ "core.wasm": noise(limitOf("core.wasm") + 1) }) },
    { problems: 1, files: {}, release: release({ "more.wasm": noise(BOTH) }) },
    { problems: 2, files: {}, release: release({ "chunk.js": noise(ONE) }) },
    { problems: 2, files: {}, release: release({ "zh-AB1.js": noise(ONE) }) },
    { problems: 1, files: {}, release: release({ "attention-AB1.js": noise(FIRST) }) },
    { problems: 1, files: {}, release: release({ "alibi-AB1.js": noise(ONE) }) },
    {
      problems: 1,
      files: {},
      release: release({ "alibi-AB1.js": noise(ONE / 2), "more.wasm": noise(ONE / 2) }),
    },
    {
      problems: 0,
      files: {},
      release: release({ "en-AB1.js": noise(FIRST / 2), "zh-AB1.js": noise(FIRST / 2) }),
    },
    { problems: 0, files: {}, release: release({ "copy-AB1.js": noise(ONE) }) },
    { problems: 1, files: {}, release: release({ "index.js": noise(PAGE) }) },
    {
      problems: 0,
      files: {},
      release: release({ "one-AB1.js": noise(PAGE / 2), "two-AB1.js": noise(PAGE / 2) }),
    },
    { problems: 1, files: {}, release: release({ "two-AB1.js": noise(PAGE) }) },
    { problems: 1, files: {}, release: release({ "single.html": noise(2.1e6) }) },
  ],
};
