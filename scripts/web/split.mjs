// The linked core becomes three files that share memory and table: core.wasm, what the attention
// laboratory runs, with which index.html begins, more.wasm, the other operations, and models.wasm,
// what only Transformers need. The rule: what scripts/web/laboratory.mjs runs, and all that those
// functions call by name, is core.wasm; of the rest, what scripts/web/operators.mjs runs, in the same
// way, is more.wasm. Binaryen's wasm-split does the rest: it finds each function by its place, so
// nothing depends on names, inlining or the order of the link. A place of the table whose function is
// in a later file is empty until that is there: a call of it traps (web/engine/client.ts says what
// comes of that).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, common } from "./bundle.mjs";
import { laboratory } from "./laboratory.mjs";
import { operators } from "./operators.mjs";
import { named, withoutDetours, withoutPlaceholders } from "./parts.mjs";
import { paths, stop } from "./workspace.mjs";

/** In the order in which they are loaded. */
export const files = ["core.wasm", "more.wasm", "models.wasm"];

const at = (name) => join(paths.work, "split", name);
const read = (name) => readFileSync(at(name), "utf8");

export async function split() {
  if (!existsSync(paths.wasm) || !existsSync(paths.glue)) {
    stop("core.wasm or its glue is missing: run scripts/build wasm first");
  }
  const made = files.map(paths.part);
  const from = [paths.wasm, paths.glue, ...(await rule())];
  if (Math.min(...made.map(timeOf)) > Math.max(...from.map(timeOf))) {
    return { made, remark: "as before" };
  }
  mkdirSync(at(""), { recursive: true });
  binaryen("wasm-split", "--instrument", paths.wasm, "-o", at("recording.wasm"));
  const first = await record(at("recording.wasm"), laboratory);
  const second = await record(at("recording.wasm"), operators);
  const reached = reachedFrom([first, second.map((ran, place) => ran || first[place])]);
  const digest = createHash("sha256").update(readFileSync(paths.wasm)).update(String(reached));
  const release = `@${digest.digest("hex").slice(0, 6)}`;
  cut(paths.wasm, reached[0], release, "core.wat", "rest.wat");
  const inCore = new Set(reached[0]);
  const kept = reached[1].filter((name) => !inCore.has(name));
  cut(at("rest.wat"), kept, release, "more.wat", "models.wat", "--export-prefix=.");
  const core = withoutPlaceholders(read("core.wat"));
  const [more, models] = withoutDetours(withoutPlaceholders(read("more.wat")), read("models.wat"));
  const texts = [named(core, release), more, models];
  for (const [place, text] of texts.entries()) {
    writeFileSync(at("part.wat"), text);
    const passes = ["--remove-unused-module-elements", "--reorder-functions"];
    binaryen("wasm-opt", at("part.wat"), ...passes, "-o", made[place]);
  }
  return { made, remark: files.join(", ") };
}

/** The functions that are `kept` of a program become one text, the others another. */
function cut(program, kept, release, one, other, ...options) {
  writeFileSync(at("kept"), `${kept.join("\n")}\n`);
  const rules = [`--keep-funcs=@${at("kept")}`, `--import-namespace=${release}`, ...options];
  const outputs = ["-o1", at(one), "-o2", at(other), "--emit-text"];
  binaryen("wasm-split", program, ...rules, ...outputs);
}

/** The files that say what goes where: this one and the engine's handlers, with all that they import. */
export async function rule() {
  const handlers = ["load.ts", "handlers.ts"].map((name) => join(paths.web, "engine", name));
  const { metafile } = await build({
    ...common,
    entryPoints: [fileURLToPath(import.meta.url), ...handlers],
    outdir: at("unused"),
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    plugins: [glue],
  });
  return Object.keys(metafile.inputs).map((name) => join(paths.root, name));
}

const timeOf = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

let folder;
function binaryen(program, ...args) {
  try {
    folder ??= execFileSync("em-config", ["BINARYEN_ROOT"], { encoding: "utf8" }).trim();
    return execFileSync(join(folder, "bin", program), ["--all-features", ...args], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
  } catch (error) {
    return stop(`${program}, which comes with Emscripten, did not run: ${error.message}`);
  }
}

/** Whether `work` runs a function, for each that the core has, in order. */
async function record(instrumented, work) {
  const engine = await engineOf(readFileSync(instrumented));
  work(engine.handlers);
  const { memory, write } = engine;
  const size = write(0, 0);
  const start = memory.buffer.byteLength;
  memory.grow(Math.ceil(size / 65536));
  write(start, size);
  // A hash of the module, then when each function first ran; 0: never.
  const times = new Uint32Array(memory.buffer.slice(start + 8, start + size));
  return [...times].map((time) => time > 0);
}

const glue = {
  name: "glue",
  setup: (plugin) => plugin.onResolve({ filter: /(^|\/)core\.js$/ }, () => ({ path: paths.glue })),
};

/** The engine's own handlers on an instrumented core, and what the recording is read with. */
async function engineOf(bytes) {
  const outfile = at("handlers.mjs");
  const contents = ["load", "handlers"].map((name) => `export * from "./${name}.js";`).join("\n");
  await build({
    ...common,
    stdin: { contents, resolveDir: join(paths.web, "engine") },
    outfile,
    format: "esm",
    plugins: [glue],
  });
  const { instantiate } = WebAssembly;
  let exports;
  WebAssembly.instantiate = async (...given) => {
    const instance = await instantiate(...given);
    ({ exports = exports } = instance);
    return instance;
  };
  try {
    const { Handlers, loadCore } = await import(`${pathToFileURL(outfile)}?${Date.now()}`);
    const handlers = new Handlers(await loadCore({ wasm: bytes }));
    const memory = Object.values(exports).find((item) => item instanceof WebAssembly.Memory);
    return { handlers, memory, write: exports.__write_profile };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** For each recording, the names of the functions that ran and of all that they call, run or not. */
function reachedFrom(recordings) {
  const graph = binaryen("wasm-opt", paths.wasm, "--print-call-graph", "-o", at("unused.wasm"));
  const names = [...graph.matchAll(/^ *"(.+)" \[style="filled", fillcolor="white"\];$/gm)];
  const calls = new Map(names.map(([, name]) => [name, []]));
  for (const [, from, to] of graph.matchAll(/^ *"(.+)" -> "(.+)"; \/\/ call$/gm)) {
    if (calls.has(to)) calls.get(from).push(to);
  }
  return recordings.map((ran) => {
    if (names.length !== ran.length) stop(`${names.length} functions, ${ran.length} recorded`);
    const kept = new Set(names.map(([, name]) => name).filter((_, place) => ran[place]));
    for (const name of kept) for (const called of calls.get(name)) kept.add(called);
    return [...kept];
  });
}
