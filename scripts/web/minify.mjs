// A second pass over what esbuild minified, and the only one over the glue: terser inlines and
// drops more of it.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { minify } from "terser";
import { paths, write } from "./workspace.mjs";

const options = {
  module: true,
  ecma: 2020,
  compress: { ecma: 2020, passes: 3, keep_fargs: false, unsafe_arrows: true },
  format: { ecma: 2020, comments: /^!/ },
};

/** A module of dist/ and its source map, in place. */
export async function minifyModule(file) {
  const path = join(paths.root, file);
  const content = readFileSync(`${path}.map`, "utf8");
  const { code, map } = await minify(readFileSync(path, "utf8"), {
    ...options,
    sourceMap: { content, filename: basename(path), url: `${basename(path)}.map` },
  });
  write(path, code);
  write(`${path}.map`, map);
}

/**
 * The glue gets the compiled module from the loader: it need not know where it runs nor how to
 * fetch, and what it would do about that is dropped.
 */
const nowhere = {
  window: undefined,
  document: undefined,
  importScripts: undefined,
  fetch: undefined,
};

export async function minifyGlue(source) {
  const compress = { ...options.compress, global_defs: nowhere };
  return (await minify(source, { ...options, compress })).code;
}
