// Loads the core: the glue core.js and core.wasm, beside this file in the
// release folder, and when they are first needed more.wasm and models.wasm, which share
// their memory and table. Browsers fetch and compile while streaming; Node reads the files;
// either takes the bytes from a caller that has them already.

import { simd } from "wasm-feature-detect";
import type { CoreModule } from "./core.js";
import { LoadError, MemoryError, UnsupportedError } from "./errors.js";
import { compile, placeOf } from "./files.js";

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

export async function loadCore(sources: Sources): Promise<Core> {
  await requireSimd();
  const coming = new Map<Part, Promise<WebAssembly.Module>>();
  const fetchTo = (last: Part | undefined): void => {
    for (const part of upTo(last)) {
      if (added.has(part) || coming.has(part)) continue;
      const compiled = compile(placeOf(part, sources));
      // Told when it is added.
      compiled.catch(() => undefined);
      coming.set(part, compiled);
    }
  };
  const added = new Set<Part>();
  fetchTo(sources.ahead);
  const [{ default: create }, compiled] = await Promise.all([
    glue(),
    compile(placeOf("wasm", sources)),
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
  }).catch((cause) => {
    throw unfit("core.wasm", "core.js", cause);
  });
  if (!module.Session) throw unfit("core.wasm", "core.js");
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
    throw unfit(`${part}.wasm`, "core.wasm", cause);
  }
}

/** Why a file could not be linked with another; a trap is a crash like any other. */
function unfit(file: string, other: string, cause?: unknown): unknown {
  if (cause instanceof WebAssembly.RuntimeError) return cause;
  if (cause instanceof RangeError) {
    return new MemoryError(
      `there is no room for ${file} (${cause.message}): close other pages, then try again`,
    );
  }
  return new LoadError(
    `${file} is not of the same release as ${other}: reload the page, or give all files from one release`,
    { cause },
  );
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
