// The linked core becomes two files that share memory and table: core.wasm, what the attention
// laboratory runs, with which index.html begins, and more.wasm, everything else. The rule: what
// scripts/web/laboratory.mjs runs, and all that those functions call by name, is core.wasm.
// Binaryen's wasm-split does the rest: it finds each function by its place, so nothing depends on
// names, inlining or the order of the link. A place of the table whose function is in more.wasm is
// empty until that is there: a call of it traps (web/engine/client.ts says what comes of that).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, common } from "./bundle.mjs";
import { laboratory } from "./laboratory.mjs";
import { paths, stop } from "./workspace.mjs";

const at = (name) => join(paths.work, "split", name);

export async function split() {
  if (!existsSync(paths.wasm) || !existsSync(paths.glue)) {
    stop("core.wasm or its glue is missing: run scripts/build wasm first");
  }
  const made = [paths.core, paths.more];
  if (timeOf(paths.more) > Math.max(...[paths.wasm, ...rule].map(timeOf))) {
    return { made, remark: "as before" };
  }
  mkdirSync(at(""), { recursive: true });
  binaryen("wasm-split", "--instrument", paths.wasm, "-o", at("recording.wasm"));
  const ran = await record(at("recording.wasm"));
  const kept = `${reached(ran).join("\n")}\n`;
  writeFileSync(at("kept"), kept);
  const digest = createHash("sha256").update(readFileSync(paths.wasm)).update(kept).digest("hex");
  const release = `@${digest.slice(0, 6)}`;
  const outputs = ["-o1", at("core.wat"), "-o2", at("more.wat"), "--emit-text"];
  const rules = [`--keep-funcs=@${at("kept")}`, `--import-namespace=${release}`];
  binaryen("wasm-split", paths.wasm, ...rules, ...outputs);
  const text = withoutPlaceholders(readFileSync(at("core.wat"), "utf8"));
  writeFileSync(at("core.wat"), named(text, release));
  binaryen("wasm-opt", at("core.wat"), "--reorder-functions", "-o", paths.core);
  binaryen("wasm-opt", at("more.wat"), "--reorder-functions", "-o", paths.more);
  return { made, remark: "core.wasm, more.wasm" };
}

const rule = ["split.mjs", "laboratory.mjs"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
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

/** Whether the laboratory runs a function, for each that the core has, in order. */
async function record(instrumented) {
  const engine = await engineOf(readFileSync(instrumented));
  laboratory(engine.handlers);
  const { memory, write } = engine;
  const size = write(0, 0);
  const start = memory.buffer.byteLength;
  memory.grow(Math.ceil(size / 65536));
  write(start, size);
  // A hash of the module, then when each function first ran; 0: never.
  const times = new Uint32Array(memory.buffer.slice(start + 8, start + size));
  return [...times].map((time) => time > 0);
}

/** The engine's own handlers on an instrumented core, and what the recording is read with. */
async function engineOf(bytes) {
  const outfile = at("handlers.mjs");
  const contents = ["load", "handlers"].map((name) => `export * from "./${name}.js";`).join("\n");
  await build({
    ...common,
    stdin: { contents, resolveDir: join(paths.web, "engine") },
    outfile,
    format: "esm",
    plugins: [
      {
        name: "glue",
        setup: (plugin) =>
          plugin.onResolve({ filter: /(^|\/)core\.js$/ }, () => ({ path: paths.glue })),
      },
    ],
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

/** The names of the functions that ran and of all that they call directly, run or not. */
function reached(ran) {
  const graph = binaryen("wasm-opt", paths.wasm, "--print-call-graph", "-o", at("unused.wasm"));
  const names = [...graph.matchAll(/^ *"(.+)" \[style="filled", fillcolor="white"\];$/gm)];
  if (names.length !== ran.length) stop(`${names.length} functions, ${ran.length} recorded`);
  const calls = new Map(names.map(([, name]) => [name, []]));
  for (const [, from, to] of graph.matchAll(/^ *"(.+)" -> "(.+)"; \/\/ call$/gm)) {
    if (calls.has(to)) calls.get(from).push(to);
  }
  const kept = new Set(names.map(([, name]) => name).filter((_, at) => ran[at]));
  for (const name of kept) for (const called of calls.get(name)) kept.add(called);
  return [...kept];
}

/**
 * Exports the table by this name too: what more.wasm imports is under it, so that it fits
 * no other core.wasm.
 */
function named(text, release) {
  const table = /^ \(export "[^"]+" (\(table .*)$/m;
  if (!table.test(text)) stop("wasm-split writes its text in another way");
  return text.replace(table, (line, exported) => `${line}\n (export "${release}" ${exported}`);
}

/** wasm-split fills the places of the table with imports; empty ones do, and are smaller. */
function withoutPlaceholders(text) {
  const elements = /^ \(elem (?:\$\S+ )?\(i32\.const (\d+)\) (?:func )?(.*)\)$/gm;
  const stripped = text
    .replaceAll(/^ \(import "placeholder" .*\n/gm, "")
    .replaceAll(elements, (_, first, functions) => {
      const segments = [];
      let before = "";
      for (const [i, name] of functions.split(" ").entries()) {
        const empty = name.startsWith("$placeholder");
        if (!empty && before === "") segments.push(` (elem (i32.const ${Number(first) + i})`);
        before = empty ? "" : name;
        if (!empty) segments[segments.length - 1] += ` ${name}`;
      }
      return segments.map((segment) => `${segment})`).join("\n");
    });
  if (stripped.includes("placeholder")) stop("wasm-split writes its text in another way");
  return stripped;
}
