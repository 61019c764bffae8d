// Loading the core: from the file, from bytes, and what is said where it fails.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { configure, createEngine } from "clearhead/engine.js";
import { distribution } from "./support/distribution.js";
import { models, more, wasm } from "./support/instrumented.js";

after(() => configure({}));

async function works(options: Parameters<typeof createEngine>[0]): Promise<void> {
  const engine = await createEngine(options);
  const a = { shape: [1, 2], data: new Float32Array(2) };
  const { output } = await engine.softmax({ a });
  assert.deepEqual([...output.data], [0.5, 0.5]);
  await engine.dispose();
}

test("loads core.wasm from beside engine.js, from a URL and from bytes", async () => {
  await works({});
  await works({ wasm: new URL("core.wasm", distribution) });
  await works({ wasm: new URL("core.wasm", distribution).href });
  await works({ wasm });
  await works({ wasm: new Uint8Array(wasm).buffer, more });
  await works({ more: new URL("more.wasm", distribution).href });
  await works({ models: new URL("models.wasm", distribution).href });
  await works({ wasm: `data:application/wasm;base64,${wasm.toString("base64")}` });
});

test("a release folder without core.js says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clearhead-"));
  try {
    cpSync(distribution, folder, { recursive: true });
    rmSync(join(folder, "core.js"));
    const { createEngine } = await import(pathToFileURL(join(folder, "engine.js")).href);
    await assert.rejects(createEngine(), (error: Error) => {
      assert.equal(error.name, "LoadError");
      assert.match(error.message, /^core\.js, beside engine\.js in the release folder/);
      return true;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("without WebAssembly SIMD it says which platforms have it", async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    await assert.rejects(createEngine(), {
      name: "UnsupportedError",
      code: "unsupported",
      message: /no WebAssembly SIMD.*Chrome or Edge 91, Firefox 89, Safari 16\.4 or Node 20\.19/,
    });
  } finally {
    WebAssembly.validate = validate;
  }
  await works({});
});

test("a file that is not there, an address that is none and bytes that are no module", async () => {
  const missing = pathToFileURL("/nowhere/core.wasm");
  await assert.rejects(createEngine({ wasm: missing }), {
    name: "LoadError",
    message: /file:\/\/\/nowhere\/core\.wasm cannot be read/,
  });
  await assert.rejects(createEngine({ wasm: "core.wasm" }), {
    name: "LoadError",
    message: /"core\.wasm" is given for the core, which is neither bytes nor a URL/,
  });
  await assert.rejects(createEngine({ wasm: new Uint8Array(8) }), {
    name: "LoadError",
    message: /the given bytes: not a WebAssembly module/,
  });
  await assert.rejects(createEngine({ wasm: "http://127.0.0.1:9/core.wasm" }), {
    name: "LoadError",
    message: /http:\/\/127\.0\.0\.1:9\/core\.wasm cannot be fetched/,
  });
  await works({});
});

/** A module that holds nothing. */
const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

test("a module that is not the core of this release is named", async () => {
  for (const other of [empty, more, models]) {
    await assert.rejects(createEngine({ wasm: other }), {
      name: "LoadError",
      message: /^core\.wasm is not of the same release as core\.js/,
    });
  }
  await works({});
});

test("where there is no room for a part, the part is not called wrong", async () => {
  const { instantiate } = WebAssembly;
  let left = 0;
  WebAssembly.instantiate = ((module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    if (left-- > 0) return instantiate(module, imports);
    return Promise.reject(new RangeError("Out of memory: Cannot allocate Wasm memory"));
  }) as typeof WebAssembly.instantiate;
  try {
    for (const [file, parts] of [
      ["core.wasm", 0],
      ["more.wasm", 1],
      ["models.wasm", 2],
    ] as const) {
      left = parts;
      const asked = async (): Promise<unknown> => {
        const engine = await createEngine();
        return engine.modelTables().finally(() => engine.dispose());
      };
      await assert.rejects(asked(), {
        name: "MemoryError",
        message: new RegExp(`^there is no room for ${file} \\(Out of memory`),
      });
    }
  } finally {
    WebAssembly.instantiate = instantiate;
  }
});

test("a file that is not there is looked for where it should be", async () => {
  const nowhere = pathToFileURL("/nowhere/core.wasm");
  const told = (message: RegExp) => ({ name: "LoadError", message });
  await assert.rejects(createEngine({ wasm: nowhere }), told(/its address was given as `wasm`/));
  const own = await createEngine({ more: pathToFileURL("/nowhere/more.wasm") });
  await assert.rejects(own.softmax({ a: { shape: [1], data: new Float32Array(1) } }), {
    ...told(/\/nowhere\/more\.wasm cannot be read; its address was given as `more`/),
  });
  await own.dispose();
  const folder = mkdtempSync(join(tmpdir(), "clearhead-"));
  try {
    cpSync(new URL("core.wasm", distribution), join(folder, "core.wasm"));
    const wasm = pathToFileURL(join(folder, "core.wasm"));
    const engine = await createEngine({ wasm });
    await assert.rejects(engine.modelTables(), told(/beside the core\.wasm that was given/));
    await engine.dispose();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("unknown options are refused by name", async () => {
  await assert.rejects(createEngine({ wasn: 1 } as object), {
    name: "ArgumentError",
    message:
      'options has no field "wasn"; allowed: wasm, more, models, ahead, shipped, worker, signal',
  });
});

test("configure() sets the defaults of later engines", async () => {
  configure({ wasm: new Uint8Array(8) });
  await assert.rejects(createEngine(), { name: "LoadError" });
  configure({ wasm });
  await works({});
});

test("the files of shipped models may be given", async () => {
  const asked: string[] = [];
  const engine = await createEngine({
    shipped: async (name) => {
      asked.push(name);
      return new Uint8Array(readFileSync(new URL("models/bank.safetensors", distribution)));
    },
  });
  const model = await engine.model({ shipped: "mine" });
  assert.deepEqual([asked, model.parameters > 0], [["mine"], true]);
  await engine.dispose();
});
