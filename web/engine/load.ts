// Loads the core: the glue core.js and core.wasm, beside this file in the
// release folder, and when it is first needed more.wasm, which shares their memory
// and table. Browsers fetch and compile while streaming; Node reads the files; either
// takes the bytes from a caller that has them already.

import { simd } from "wasm-feature-detect";
import type { CoreModule } from "./core.js";
import { LoadError, UnsupportedError } from "./errors.js";

/** The bytes of a file, or where they are. */
export type WasmSource = BufferSource | URL | string;

/** The core's files. Default: beside this one; more.wasm beside the URL of core.wasm. */
export interface Sources {
  wasm?: WasmSource | undefined;
  more?: WasmSource | undefined;
  /** Load more.wasm together with core.wasm, before it is asked for. */
  ahead?: boolean | undefined;
}

export interface Core {
  module: CoreModule;
  /** Adds more.wasm, without which only what the laboratory asks can be performed. */
  complete(): Promise<void>;
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
  let ahead = sources.ahead ? compile(moreOf(sources)) : undefined;
  // Told when it is asked for.
  ahead?.catch(() => undefined);
  const [{ default: create }, compiled] = await Promise.all([
    glue(),
    compile(sources.wasm ?? beside("core.wasm")),
  ]);
  let primary: WebAssembly.Exports;
  const module = await new Promise<CoreModule>((resolve, reject) => {
    create({
      // Else the glue asks import.meta.url, which a classic worker does not have.
      locateFile: (name) => name,
      instantiateWasm(imports, done) {
        const started = WebAssembly.instantiate(compiled, imports).then((instance) => {
          primary = instance.exports;
          done(instance);
        });
        started.catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
  let complete = false;
  return {
    module,
    async complete() {
      if (complete) return;
      // What failed is asked for again.
      const more = ahead ?? compile(moreOf(sources));
      ahead = undefined;
      await add(await more, primary);
      complete = true;
    },
  };
}

function moreOf({ wasm, more }: Sources): WasmSource {
  if (more !== undefined) return more;
  if (wasm === undefined || isBytes(wasm)) return beside("more.wasm");
  try {
    return new URL("more.wasm", at(wasm));
  } catch {
    // Nothing is beside a blob: or data: URL.
    return beside("more.wasm");
  }
}

/** Links more.wasm, which imports by the name of its release that its core.wasm exports. */
async function add(more: WebAssembly.Module, primary: WebAssembly.Exports): Promise<void> {
  const release = Object.keys(primary).find((name) => name.startsWith("@"));
  try {
    await WebAssembly.instantiate(more, { [String(release)]: primary });
  } catch (cause) {
    throw new LoadError(
      "more.wasm is not of the same release as core.wasm: reload the page, or give both from one release",
      { cause },
    );
  }
}

/** The bytes of a file of the release folder. */
export async function releaseFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(name, import.meta.url);
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

/** The address of a file of the release folder. */
function beside(name: "core.wasm" | "more.wasm"): URL {
  try {
    // Written out, so that bundlers see the files.
    return name === "core.wasm"
      ? new URL("./core.wasm", import.meta.url)
      : new URL("./more.wasm", import.meta.url);
  } catch (cause) {
    const option = name === "core.wasm" ? "wasm" : "more";
    throw new LoadError(
      `the engine cannot tell where ${name} lies: pass its bytes or its URL as \`${option}\``,
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
