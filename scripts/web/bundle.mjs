// esbuild: the entry points of web/ become the modules of dist/. What several
// of them use goes into shared chunks beside them, so that `import.meta.url`
// is the release folder in all of them. The glue stays a file of its own.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { minifyModule } from "./minify.mjs";
import { bundled, templates } from "./templates.mjs";
import { filesBelow, paths, stop, write } from "./workspace.mjs";

const entries = {
  engine: "views/release.ts",
  worker: "engine/worker.ts",
  clearhead: "elements/clearhead.ts",
  first: "pages/first.ts",
  index: "pages/index.ts",
  gallery: "pages/gallery.ts",
  embed: "pages/embed.ts",
};

export const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["browser", "production"],
  legalComments: "linked",
  charset: "utf8",
  logLevel: "silent",
  tsconfigRaw: {
    compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
  },
};

/** `./core.js` from any folder is dist/core.js, which the wasm build makes. */
const externalGlue = {
  name: "glue",
  setup(build) {
    build.onResolve({ filter: /(^|\/)core\.js$/ }, () => ({ path: "./core.js", external: true }));
  },
};

/** The release loads the words of one language at a time. */
const words = {
  name: "words",
  setup(build) {
    build.onResolve({ filter: /^\.\/dictionaries\.js$/ }, () => ({
      path: join(paths.web, "i18n", "dictionaries.lazy.ts"),
    }));
  },
};

/**
 * A part that is loaded later also imports what is there by then: the figure, or for
 * what views load, which also run under Node, the engine. So all that is loaded first
 * is reachable from the same parts and stays in one file; otherwise each set of modules
 * that some parts share would be a file of its own.
 */
const together = {
  name: "together",
  setup(build) {
    const later = new Map();
    build.onResolve({ filter: /^\./ }, ({ kind, resolveDir, path, importer }) => {
      const file = join(resolveDir, path.replace(/\.js$/, ".ts"));
      // Words and lessons are nobody's part: they need nothing that is there.
      const alone = ["i18n", "lessons"].some((folder) => file.startsWith(join(paths.web, folder)));
      if (kind !== "dynamic-import" || alone || /engine[\\/]engine\.ts$/.test(importer)) return;
      later.set(file, importer);
    });
    build.onLoad({ filter: /[\\/]web[\\/].*\.ts$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const importer = later.get(path);
      const figure = importer.startsWith(join(paths.web, "elements"));
      const first = figure ? entries.clearhead : "engine/index.ts";
      const present = [importer, join(paths.web, first)];
      const imports = present.map((file) => `import ${JSON.stringify(file)};`).join("");
      return { contents: `${bundled(path)}\n${imports}`, loader: "ts" };
    });
  },
};

/** What the modules of the release are made with. */
export const plugins = [externalGlue, words, together, templates];

export async function bundle() {
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(paths.web, file)));
  const absent = Object.entries(entries).filter(([, file]) => !existsSync(join(paths.web, file)));
  if (present.length === 0) stop("web/ holds no entry point yet, so there is nothing to bundle");

  clear();
  const result = await build({
    ...common,
    entryPoints: present.map(([out, file]) => ({ out, in: join(paths.web, file) })),
    outdir: paths.dist,
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
    sourcemap: true,
    metafile: true,
    plugins,
  });
  write(join(paths.work, "meta.json"), JSON.stringify(result.metafile));
  const modules = Object.keys(result.metafile.outputs).filter((file) => file.endsWith(".js"));
  for (const file of modules) await minifyModule(file);
  return {
    made: modules.map((file) => join(paths.root, file)),
    remark: absent.length ? `missing: ${absent.map(([, file]) => `web/${file}`).join(", ")}` : "",
  };
}

/** One esbuild run whose messages end the build readably. */
export async function build(options) {
  try {
    return await esbuild.build({ absWorkingDir: paths.root, ...options });
  } catch (error) {
    const messages = await esbuild.formatMessages(error.errors ?? [], { kind: "error" });
    return stop(messages.length ? `bundling failed\n${messages.join("")}` : String(error));
  }
}

/** Nothing of an earlier build stays: chunk names change with their content. */
function clear() {
  for (const file of filesBelow(paths.dist)) {
    if (!file.startsWith(join("dist", "models"))) rmSync(join(paths.root, file));
  }
}
