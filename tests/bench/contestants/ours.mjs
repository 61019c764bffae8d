// Our operations in bench.wasm, which is compiled as the shipped core is and
// needs no glue.
import { readFile } from "node:fs/promises";
import { key, WIDTH } from "../rows.mjs";

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

  const named = new TextEncoder();

  /** The row of that name (tests/bench/work.h). */
  function make(name) {
    const row = named.encode(`${name}\0`);
    new Uint8Array(exports.memory.buffer, exports.bench_row(), row.length).set(row);
    if (exports.bench_make() !== 1) throw new Error(`bench.wasm has no row ${name}`);
  }

  function given(row, inputs, size) {
    make(key(row));
    for (const [slot, cells] of inputs.entries()) {
      floats(exports.bench_input(slot), cells.length).set(cells);
    }
    return [
      {
        name: "clearhead",
        run: (count) => exports.bench_run(count),
        result: () => floats(exports.bench_output(), size).slice(),
        dispose() {},
      },
    ];
  }
  return {
    spin: (steps) => exports.bench_spin(steps),
    matmul: (row, { a, b }) => given(row, [a, b], row.n ** 2),
    /** The output lies in memory as [T, H, D]. */
    attention: (row, { q, k, v }) => given(row, [q, k, v], row.heads * row.length * WIDTH),
    encoder(row, { x, layers }) {
      // Slot 1 is the table of embeddings, which this does not read.
      const weights = layers.flatMap((layer) => Object.values(layer)).map(([cells]) => cells);
      return given(row, [x, new Float32Array(0), ...weights], x.length);
    },
    /** What nobody else does: { run, amount }, the amount of work of one call. */
    alone(row) {
      make(key(row));
      const amount = exports.bench_amount();
      return { name: "clearhead", run: (count) => exports.bench_run(count), amount };
    },
  };
}
