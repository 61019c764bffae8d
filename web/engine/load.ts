// Loads the core: the glue core.js and core.wasm, beside this file in the
// release folder. Browsers fetch and compile while streaming; Node reads the
// file; either takes the bytes from a caller that has them already.

import { simd } from "wasm-feature-detect";
import type { CoreModule } from "./core.js";
import { LoadError, UnsupportedError } from "./errors.js";

/** The bytes of core.wasm, or where they are. */
export type WasmSource = BufferSource | URL | string;

interface NodeProcess {
  versions?: { node?: string };
  getBuiltinModule?(name: string): { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
}

function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.versions?.node ? process : undefined;
}

export const isNode = nodeProcess() !== undefined;

export async function loadCore(source?: WasmSource): Promise<CoreModule> {
  await requireSimd();
  const [{ default: create }, module] = await Promise.all([glue(), compile(source)]);
  return new Promise((resolve, reject) => {
    create({
      // Else the glue asks import.meta.url, which a classic worker does not have.
      locateFile: (name) => name,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then(done).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
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

async function compile(source: WasmSource | undefined): Promise<WebAssembly.Module> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return compileBytes(source, "the given bytes");
  }
  const url = locate(source);
  if (url.protocol === "file:" && isNode) return compileBytes(await readFile(url), url.href);
  return compileResponse(await request(url), url);
}

function locate(source: URL | string | undefined): URL {
  try {
    if (source === undefined) return new URL("./core.wasm", import.meta.url);
    const { location } = globalThis as { location?: { href: string } };
    return new URL(source, location?.href);
  } catch (cause) {
    throw new LoadError(
      source === undefined
        ? "the engine cannot tell where core.wasm lies: pass its bytes or its URL as `wasm`"
        : `\`wasm\` is "${source}", which is neither bytes nor a URL`,
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
      `${url.href} answered ${response.status}; core.wasm lies in the release folder beside engine.js`,
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
