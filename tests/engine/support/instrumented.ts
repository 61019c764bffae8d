// The built core with its insides in reach: the memory of an instance can be
// wrecked, so that the engine truly traps.

import { readFileSync } from "node:fs";
import { distribution } from "./distribution.js";

type CoreModule = import("../../../web/engine/core.js").CoreModule;

export const wasm = readFileSync(new URL("core.wasm", distribution));
export const more = readFileSync(new URL("more.wasm", distribution));
export const models = readFileSync(new URL("models.wasm", distribution));
/** No core's part. */
export const noModule = new Uint8Array(8);

const { instantiate } = WebAssembly;

/** Memories of the instances made since watchMemories(). */
export function watchMemories(): WebAssembly.Memory[] {
  const memories: WebAssembly.Memory[] = [];
  const watched = async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    for (const item of Object.values(instance.exports)) {
      if (item instanceof WebAssembly.Memory) memories.push(item);
    }
    return instance;
  };
  WebAssembly.instantiate = watched as typeof WebAssembly.instantiate;
  return memories;
}

export function unwatch(): void {
  WebAssembly.instantiate = instantiate;
}

/** Overwrites every pointer of the instance, so that its next call traps. */
export function wreck(memory: WebAssembly.Memory): void {
  new Uint8Array(memory.buffer).fill(0xff);
}

/** The bare module, complete, without client or handlers. */
export async function instrumented(): Promise<{
  module: CoreModule;
  memory: () => WebAssembly.Memory;
}> {
  const { default: create } = await import(new URL("core.js", distribution).href);
  const files = [wasm, more, models].map((part) => WebAssembly.compile(part));
  const [first, ...parts] = await Promise.all(files);
  let memory: WebAssembly.Memory | undefined;
  const module = await create({
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): object {
      instantiate(first as WebAssembly.Module, imports).then(async (instance) => {
        let exports = instance.exports;
        for (const part of parts) {
          const [{ module: release } = { module: "" }] = WebAssembly.Module.imports(part);
          const added = await instantiate(part, { [release]: exports });
          exports = { ...exports, ...added.exports };
        }
        memory = Object.values(instance.exports).find(
          (item) => item instanceof WebAssembly.Memory,
        ) as WebAssembly.Memory;
        done(instance);
      });
      return {};
    },
  });
  return { module, memory: () => memory as WebAssembly.Memory };
}
