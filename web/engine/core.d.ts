// The shape of core.js and core.wasm, which the build makes from wasm/. One
// member here is one line in wasm/bindings.cc; a test compares the two.

/** One message in, one message out (message.ts). Both are addresses in the core's memory. */
export interface CoreSession {
  /** Room for a request of so many bytes; 0 where there is none. */
  open(bytes: number): number;
  /** Performs the request; its answer stays until the next open(). */
  call(): number;
  delete(): void;
}

export interface CoreModule {
  Session: new () => CoreSession;
  /** The core's memory; another one after it has grown. */
  HEAPU8: Uint8Array<ArrayBuffer>;
}

/** Emscripten's factory. The loader hands over the compiled module; the glue fetches nothing. */
export default function create(options: {
  locateFile?(name: string): string;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  print?(text: string): void;
  printErr?(text: string): void;
  onAbort?(reason: unknown): void;
}): Promise<CoreModule>;
