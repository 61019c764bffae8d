// A second pass over what esbuild minified: terser inlines and drops more of it.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { minify } from "terser";
import { paths, write } from "./workspace.mjs";

const options = {
  module: true,
  ecma: 2020,
  compress: { ecma: 2020, passes: 2, keep_fargs: false, unsafe_arrows: true },
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
