// Everything of dist/ that is not bundled: the pages with their styles and
// pictures, the core's files and their glue, and the trained models.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import * as esbuild from "esbuild";
import { minifyGlue } from "./minify.mjs";
import { files } from "./split.mjs";
import { filesBelow, paths, write } from "./workspace.mjs";

const copied = new Set([".html", ".svg", ".png", ".ico", ".txt", ".webmanifest"]);
/** No pages of their own: the template of single.html, and what pages include. */
const templates = new Set(["single.html", "head.html", "header.html"]);

export async function assets() {
  const made = [];
  for (const file of filesBelow(join(paths.web, "pages"))) {
    const name = basename(file);
    const out = join(paths.dist, name);
    if (extname(name) === ".css") write(out, await minified(file, { loader: "css" }));
    else if (extname(name) === ".html" && !templates.has(name)) write(out, page(file));
    else if (copied.has(extname(name)) && !templates.has(name)) {
      copyFileSync(join(paths.root, file), out);
    } else continue;
    made.push(out);
  }
  for (const name of files) {
    const out = join(paths.dist, name);
    copyFileSync(paths.part(name), out);
    made.push(out);
  }
  const glue = join(paths.dist, "core.js");
  write(glue, await minifyGlue(readFileSync(paths.glue, "utf8")));
  made.push(glue, ...models());
  return { made, remark: made.map((path) => basename(path)).join(", ") };
}

function models() {
  const folder = join(paths.dist, "models");
  mkdirSync(folder, { recursive: true });
  return filesBelow(join(paths.web, "models")).map((file) => {
    const out = join(folder, basename(file));
    copyFileSync(join(paths.root, file), out);
    return out;
  });
}

/** A page with the parts that it shares with others, `<!-- include NAME -->`, and no indentation. */
function page(file) {
  const source = readFileSync(join(paths.root, file), "utf8");
  const whole = source.replaceAll(/ *<!-- include (\S+) -->\n/g, (_, name) =>
    readFileSync(join(paths.web, "pages", name), "utf8"),
  );
  return whole.replaceAll(/^ +/gm, "");
}

async function minified(file, options) {
  const source = readFileSync(join(paths.root, file), "utf8");
  return (await esbuild.transform(source, { minify: true, charset: "utf8", ...options })).code;
}
