// Where the files of a release are, and how they come: browsers fetch and compile while streaming;
// Node reads them; either takes the bytes from a caller that has them already.

import { LoadError, UnsupportedError } from "./errors.js";
import type { Part, Sources, WasmSource } from "./load.js";

interface NodeProcess {
  versions?: { node?: string };
  getBuiltinModule?(name: string): { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
}

function nodeProcess(): NodeProcess | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.versions?.node ? process : undefined;
}

export const isNode = nodeProcess() !== undefined;

/** A file, and what is said where it is not there. */
interface Place {
  source: WasmSource;
  hint: string;
}

const RELEASED = "it lies in the release folder beside engine.js";

/** Of a part: beside core.wasm where that is given by its address. */
export function placeOf(option: "wasm" | Part, sources: Sources): Place {
  const { wasm, [option]: given } = sources;
  if (given !== undefined) {
    return { source: given, hint: `its address was given as \`${option}\`: check it` };
  }
  const released = (): Place => ({ source: beside(option), hint: RELEASED });
  if (wasm === undefined || isBytes(wasm)) return released();
  try {
    const source = new URL(`${option}.wasm`, at(wasm));
    return {
      source,
      hint: `it is looked for beside the core.wasm that was given: else give its address as \`${option}\``,
    };
  } catch {
    // Nothing is beside a blob: or data: URL.
    return released();
  }
}

/** Gives the file of a shipped model by its name. */
export type ShippedFile = (name: string) => Promise<Uint8Array<ArrayBuffer>>;

function isBytes(source: WasmSource): source is BufferSource {
  return source instanceof ArrayBuffer || ArrayBuffer.isView(source);
}

export async function compile({ source, hint }: Place): Promise<WebAssembly.Module> {
  if (isBytes(source)) return compileBytes(source, "the given bytes");
  const url = at(source);
  if (isFile(url)) return compileBytes(await readFile(url, hint), url.href);
  return compileResponse(await request(url, hint), url);
}

function isFile(url: URL): boolean {
  return url.protocol === "file:" && isNode;
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

/** The bytes of a file. */
export async function fetchFile(url: URL, hint: string): Promise<Uint8Array<ArrayBuffer>> {
  if (isFile(url)) return readFile(url, hint);
  return new Uint8Array(await (await request(url, hint)).arrayBuffer());
}

async function readFile(url: URL, hint: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = nodeProcess()?.getBuiltinModule?.("node:fs/promises");
  if (!files) throw new UnsupportedError("this Node is too old: use 20.19 or later");
  try {
    return await files.readFile(url);
  } catch (cause) {
    throw new LoadError(`${url.href} cannot be read; ${hint}`, { cause });
  }
}

async function request(url: URL, hint: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new LoadError(`${url.href} cannot be fetched; is the server reachable?`, { cause });
  }
  if (!response.ok) {
    throw new LoadError(`${url.href} answered ${response.status}; ${hint}`);
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
