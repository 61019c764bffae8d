// node web/build/after/prerender.mjs DIST: completes the pages of DIST with their words and
// index.html with the default figure, both in both languages (page.css shows those that first.js chose).
// The figure is drawn by the same engine from the same state as the live one.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const dist = process.argv[2] ?? fileURLToPath(new URL("../../../dist", import.meta.url));
const web = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

async function load(path) {
  const bundle = await build({
    entryPoints: [web(path)],
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    write: false,
    tsconfigRaw: {},
  });
  const code = Buffer.from(bundle.outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}

const [{ render }, { markup }, { page: en }, { page: zh }, { createEngine }] = await Promise.all([
  load("views/render.ts"),
  load("i18n/symbols.ts"),
  load("i18n/en/page.ts"),
  load("i18n/zh/page.ts"),
  import(pathToFileURL(join(dist, "engine.js")).href),
]);

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const say = (words, key) => {
  if (!Object.hasOwn(words, key)) throw new Error(`a page names the unknown text "${key}"`);
  return escaped(words[key]);
};

/**
 * A title holds no markup: Chinese stands beside it, for first.js. What stands in an option
 * shows only once index.ts has written it.
 */
function inBoth(tag, key) {
  const [english, chinese] = [say(en, key), say(zh, key)];
  const typeset = (words) => markup(words[key]);
  if (tag.startsWith("<option")) return `${tag}>${english}`;
  if (tag.startsWith("<title")) return `${tag} data-zh="${chinese}">${english}`;
  return `${tag}><span lang="en">${typeset(en)}</span><span lang="zh-CN">${typeset(zh)}</span>`;
}

/** Styles of the page are files only: what the picture says in `style` becomes attributes. */
async function picture(engine, words, language, tag) {
  const { svg } = await render(engine, "attention", { lang: language });
  const still = svg
    .replace(/^(<svg[^>]*?) style="[^"]*"/, "$1")
    .replaceAll(/ style="font-style: ?italic;?"/g, ' font-style="italic"')
    .replaceAll(/ data-[a-z]+="[^"]*"/g, "");
  if (/ style="/.test(still)) throw new Error("the picture has a style that was not moved");
  const caption = `<figcaption>${say(words, "fallback.caption")}</figcaption>`;
  return `<figure class="still" lang="${tag}">${still}${caption}</figure>`;
}

const engine = await createEngine();
const pictures = [await picture(engine, en, "en", "en"), await picture(engine, zh, "zh", "zh-CN")];
await engine.dispose();

/** Words into the places that name them. */
function complete(html) {
  return html
    .replaceAll(
      /(<meta name="\w+" data-t="([\w.]+)" content=")"/g,
      (_, tag, key) => `${tag}${say(en, key)}"`,
    )
    .replaceAll(/(<[^<>]*data-t="([\w.]+)"[^<>]*)>(?=<\/)/g, (_, tag, key) => inBoth(tag, key))
    .replaceAll(
      /data-t-label="([\w.]+)"/g,
      (whole, key) => `${whole} aria-label="${say(en, key)}"`,
    );
}

for (const page of ["index.html", "gallery.html"]) {
  const path = join(dist, page);
  writeFileSync(path, complete(readFileSync(path, "utf8")));
}
const path = join(dist, "index.html");
const html = readFileSync(path, "utf8");
// Its view, which a script asks for later, is fetched with the first ones, and so is what it imports.
const view = readdirSync(dist).find((name) => /^attention-\w+\.js$/.test(name));
if (!view) throw new Error("dist/ has no script of the default figure");
const imported = readFileSync(join(dist, view), "utf8").matchAll(/"\.\/([\w-]+\.js)"/g);
const ahead = [view, ...Array.from(imported, ([, name]) => name)]
  .map((name) => `<link rel="modulepreload" href="${name}" />\n`)
  .join("");
const marker = /<!-- prerender:[^>]*-->/;
if (!marker.test(html)) throw new Error("index.html has no place for the picture");
writeFileSync(
  path,
  html.replace("</head>", `${ahead}</head>`).replace(marker, () => pictures.join("")),
);
