// Our operations in bench.wasm, which is compiled as the shipped core is and
// needs no glue.
import { readFile } from "node:fs/promises";

export async function ours(path) {
  const module = await WebAssembly.compile(await readFile(path));
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== "function") throw new Error(`${path} imports the ${kind} ${from}.${name}`);
    imports[from] ??= {};
    // Clocks, printing and memory growth: nothing that a measured call uses.
    imports[from][name] = () => 0;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize?.();
  const floats = (pointer, count) => new Float32Array(exports.memory.buffer, pointer, count);

  function problem(inputs, size) {
    for (const [slot, cells] of inputs.entries()) {
      floats(exports.bench_input(slot), cells.length).set(cells);
    }
    return {
      name: "clearhead",
      run: (count) => exports.bench_run(count),
      result: () => floats(exports.bench_output(), size).slice(),
      dispose() {},
    };
  }
  return {
    spin: (steps) => exports.bench_spin(steps),
    matmul(n, { a, b }) {
      exports.bench_matmul(n);
      return [problem([a, b], n * n)];
    },
    /** The output lies in memory as [T, H, D]. */
    attention({ heads, length, causal }, { q, k, v }) {
      exports.bench_attention(heads, length, causal ? 1 : 0);
      return [problem([q, k, v], heads * length * 64)];
    },
  };
}
