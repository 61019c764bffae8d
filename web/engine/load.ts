// Loads the core: the glue core.js and core.wasm, beside this file in the
// release folder, and when they are first needed more.wasm and models.wasm, which share
// their memory and table. Browsers fetch and compile while streaming; Node reads the files;
// either takes the bytes from a caller that has them already.

import { simd } from "wasm-feature-detect";
import type { CoreModule } from "./core.js";
import { LoadError, UnsupportedError } from "./errors.js";

/** The bytes of a file, or where they are. */
export type WasmSource = BufferSource | URL | string;

/** The files after core.wasm, without which only what the laboratory asks can be performed. */
export const parts = ["more", "models"] as const;
/** One of them; each needs those before it. */
export type Part = (typeof parts)[number];

/** The core's files. Default: beside this one; the others beside the URL of core.wasm. */
export interface Sources extends Partial<Record<"wasm" | Part, WasmSource | undefined>> {
  /** The last part to load together with core.wasm, before it is asked for. */
  ahead?: Part | undefined;
}

export interface Core {
  module: CoreModule;
  /** Adds the parts up to the last one that is asked for. */
  complete(last: Part): Promise<void>;
}

/** The parts up to this one. */
export function upTo(last: Part | undefined): readonly Part[] {
  return last ? parts.slice(0, parts.indexOf(last) + 1) : [];
}

interface NodeProcess {
  versions?: { node?: string };
  getBuiltinModule?(name: string): { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
}

function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.versions?.node ? process : undefined;
}

export const isNode = nodeProcess() !== undefined;

export async function loadCore(sources: Sources): Promise<Core> {
  await requireSimd();
  const coming = new Map<Part, Promise<WebAssembly.Module>>();
  const fetchTo = (last: Part | undefined): void => {
    for (const part of upTo(last)) {
      if (added.has(part) || coming.has(part)) continue;
      const compiled = compile(sourceOf(part, sources));
      // Told when it is added.
      compiled.catch(() => undefined);
      coming.set(part, compiled);
    }
  };
  const added = new Set<Part>();
  fetchTo(sources.ahead);
  const [{ default: create }, compiled] = await Promise.all([
    glue(),
    compile(sources.wasm ?? beside("wasm")),
  ]);
  let exports: WebAssembly.Exports = {};
  const module = await new Promise<CoreModule>((resolve, reject) => {
    create({
      // Else the glue asks import.meta.url, which a classic worker does not have.
      locateFile: (name) => name,
      instantiateWasm(imports, done) {
        const started = WebAssembly.instantiate(compiled, imports).then((instance) => {
          exports = instance.exports;
          done(instance);
        });
        started.catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
  return {
    module,
    async complete(last) {
      fetchTo(last);
      for (const part of upTo(last)) {
        const compiled = coming.get(part);
        if (!compiled) continue;
        // What fails is asked for again.
        coming.delete(part);
        exports = await add(part, await compiled, exports);
        added.add(part);
      }
    },
  };
}

function sourceOf(part: Part, sources: Sources): WasmSource {
  const { wasm, [part]: given } = sources;
  if (given !== undefined) return given;
  if (wasm === undefined || isBytes(wasm)) return beside(part);
  try {
    return new URL(`${part}.wasm`, at(wasm));
  } catch {
    // Nothing is beside a blob: or data: URL.
    return beside(part);
  }
}

/**
 * Links a part, which imports by the name of its release, that its core.wasm exports; what it
 * has is added to the `exports` of those before.
 */
async function add(
  part: Part,
  compiled: WebAssembly.Module,
  exports: WebAssembly.Exports,
): Promise<WebAssembly.Exports> {
  const release = Object.keys(exports).find((name) => name.startsWith("@"));
  try {
    const instance = await WebAssembly.instantiate(compiled, { [String(release)]: exports });
    return { ...exports, ...instance.exports };
  } catch (cause) {
    throw new LoadError(
      `${part}.wasm is not of the same release as core.wasm: reload the page, or give all files from one release`,
      { cause },
    );
  }
}

/** Gives the file of a shipped model by its name. */
export type ShippedFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

/** From the release folder. */
export async function shippedFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(`models/${name}.safetensors`, import.meta.url);
  if (url.protocol === "file:" && isNode) return readFile(url);
  return new Uint8Array(await (await request(url)).arrayBuffer());
}

async function glue(): Promise<typeof import("./core.js")> {
  try {
    return await import("./core.js");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LoadError(
      `core.js, beside engine.js in the release folder, did not load (${reason})`,
      {
        cause,
      },
    );
  }
}

async function requireSimd(): Promise<void> {
  if (typeof WebAssembly === "object" && (await simd())) return;
  throw new UnsupportedError(
    "this platform has no WebAssembly SIMD, which the engine needs: use Chrome or Edge 91, " +
      "Firefox 89, Safari 16.4 or Node 20.19, or a later version of one of them",
  );
}

function isBytes(source: WasmSource): source is BufferSource {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (isBytes(source)) return compileBytes(source, "the given bytes");
  const url = at(source);
  if (url.protocol === "file:" && isNode) return compileBytes(await readFile(url), url.href);
  return compileResponse(await request(url), url);
}

function at(source: URL | string): URL {
  try {
    const { location } = globalThis as { location?: { href: string } };
    return new URL(source, location?.href);
  } catch (cause) {
    throw new LoadError(`"${source}" is given for the core, which is neither bytes nor a URL`, {
      cause,
    });
  }
}

/** Where the file of an option lies in the release folder; written out, so that bundlers see it. */
function beside(option: "wasm" | Part): URL {
  try {
    if (option === "wasm") return new URL("./core.wasm", import.meta.url);
    if (option === "more") return new URL("./more.wasm", import.meta.url);
    return new URL("./models.wasm", import.meta.url);
  } catch (cause) {
    const name = option === "wasm" ? "core" : option;
    throw new LoadError(
      `the engine cannot tell where ${name}.wasm lies: pass its bytes or its URL as \`${option}\``,
      { cause },
    );
  }
}

async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = nodeProcess()?.getBuiltinModule?.("node:fs/promises");
  if (!files) throw new UnsupportedError("this Node is too old: use 20.19 or later");
  try {
    return await files.readFile(url);
  } catch (cause) {
    throw new LoadError(`${url.href} cannot be read; it lies in the release folder`, { cause });
  }
}

async function request(url: URL): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new LoadError(`${url.href} cannot be fetched; is the server reachable?`, { cause });
  }
  if (!response.ok) {
    throw new LoadError(
      `${url.href} answered ${response.status}; it lies in the release folder beside engine.js`,
    );
  }
  return response;
}

async function compileResponse(response: Response, url: URL): Promise<WebAssembly.Module> {
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/wasm")) {
    return compileBytes(await response.arrayBuffer(), url.href);
  }
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (cause) {
    throw notWasm(url.href, cause);
  }
}

async function compileBytes(bytes: BufferSource, origin: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw notWasm(origin, cause);
  }
}

function notWasm(origin: string, cause: unknown): LoadError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LoadError(`${origin}: not a WebAssembly module that runs here (${reason})`, { cause });
}
