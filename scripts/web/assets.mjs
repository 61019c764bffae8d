// Everything of dist/ that is not bundled: the pages with their styles and
// pictures, core.wasm, and its glue, which esbuild minifies.
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import * as esbuild from "esbuild";
import { filesBelow, paths, stop, write } from "./workspace.mjs";

const copied = new Set([".html", ".svg", ".png", ".ico", ".txt", ".webmanifest"]);
/** The template of single.html is not a page of its own. */
const templates = new Set(["single.html"]);

export async function assets() {
  if (!existsSync(paths.wasm) || !existsSync(paths.glue)) {
    stop("core.wasm or its glue is missing: run scripts/build wasm first");
  }
  const made = [];
  for (const file of filesBelow(join(paths.web, "pages"))) {
    const name = basename(file);
    const out = join(paths.dist, name);
    if (extname(name) === ".css") write(out, await minified(file, { loader: "css" }));
    else if (copied.has(extname(name)) && !templates.has(name)) {
      copyFileSync(join(paths.root, file), out);
    } else continue;
    made.push(out);
  }
  copyFileSync(paths.wasm, join(paths.dist, "core.wasm"));
  const glue = await esbuild.transform(readFileSync(paths.glue, "utf8"), {
    minify: true,
    format: "esm",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  write(join(paths.dist, "core.js"), glue.code);
  made.push(join(paths.dist, "core.wasm"), join(paths.dist, "core.js"));
  return { made, remark: made.map((path) => basename(path)).join(", ") };
}

async function minified(file, options) {
  const source = readFileSync(join(paths.root, file), "utf8");
  return (await esbuild.transform(source, { minify: true, charset: "utf8", ...options })).code;
}
