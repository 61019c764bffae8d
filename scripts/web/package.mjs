// dist/package.json: the release folder is the npm package "clearhead".
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { paths, write } from "./workspace.mjs";

export function describePackage() {
  const { version, license, engines } = JSON.parse(
    readFileSync(join(paths.root, "package.json"), "utf8"),
  );
  const has = (name) => existsSync(join(paths.dist, name));
  const modules = { "engine.js": "views/release.d.ts", "clearhead.js": "elements/clearhead.d.ts" };

  const exported = {};
  for (const [name, types] of Object.entries(modules)) {
    if (has(name)) exported[`./${name}`] = { types: `./types/${types}`, default: `./${name}` };
  }
  exported["."] = exported["./engine.js"];
  for (const name of [
    "worker.js",
    "core.js",
    "core.wasm",
    "more.wasm",
    "models.wasm",
    "single.html",
    "embed.html",
  ]) {
    if (has(name)) exported[`./${name}`] = `./${name}`;
  }
  exported["./models/*"] = "./models/*";
  exported["./package.json"] = "./package.json";

  const description = {
    name: "clearhead",
    version,
    description: "A Transformer you can see through: engine, figures and page",
    license,
    type: "module",
    engines,
    sideEffects: ["./clearhead.js", "./index.js", "./embed.js"],
    exports: exported,
    types: "./types/views/release.d.ts",
  };
  const out = join(paths.dist, "package.json");
  write(out, `${JSON.stringify(description, null, 2)}\n`);
  for (const name of ["LICENSE", "NOTICE"]) {
    copyFileSync(join(paths.root, name), join(paths.dist, name));
  }
  return { made: out };
}
