// node web/build/after/prerender.mjs DIST: completes DIST/index.html with its English words
// and with the default figure, drawn by the same engine from the same state as the live one.
import { readFileSync, writeFileSync } from "node:fs";
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

const [{ render }, { page }, { createEngine }] = await Promise.all([
  load("views/render.ts"),
  load("i18n/en/page.ts"),
  import(pathToFileURL(join(dist, "engine.js")).href),
]);

const engine = await createEngine();
const { svg } = await render(engine, "attention", { lang: "en" });
await engine.dispose();

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const say = (key) => {
  if (!Object.hasOwn(page, key)) throw new Error(`index.html names the unknown text "${key}"`);
  return escaped(page[key]);
};

/** Styles of the page are files only: what the picture says in `style` becomes attributes. */
const still = svg
  .replace(/^(<svg[^>]*?) style="[^"]*"/, "$1")
  .replaceAll(/ style="font-style: ?italic;?"/g, ' font-style="italic"');
if (/ style="/.test(still)) throw new Error("the picture has a style attribute that was not moved");

const path = join(dist, "index.html");
let html = readFileSync(path, "utf8");
html = html.replaceAll(
  /(<meta name="\w+" data-t="([\w.]+)" content=")"/g,
  (_, tag, key) => `${tag}${say(key)}"`,
);
html = html.replaceAll(/(data-t="([\w.]+)"[^>]*>)(?=<\/)/g, (_, tag, key) => `${tag}${say(key)}`);
html = html.replaceAll(
  /data-t-label="([\w.]+)"/g,
  (whole, key) => `${whole} aria-label="${say(key)}"`,
);
const caption = `<figcaption>${say("fallback.caption")}</figcaption>`;
const marker = /<!-- prerender:[^>]*-->/;
if (!marker.test(html)) throw new Error("index.html has no place for the picture");
html = html.replace(marker, () => `<figure class="still">${still}${caption}</figure>`);
writeFileSync(path, html);
