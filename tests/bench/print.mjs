// The report as a table for people.

const pad = (value, width) => String(value).padStart(width);
const fixed = (value, digits = 2) => value.toFixed(digits);
const mark = (ratio, target) =>
  `${pad(fixed(ratio), 6)} (≥ ${target})${ratio >= target ? " " : "!"}`;

export function print(report) {
  const { machine, calibration, matmul, attention, encoder, training, generation } = report;
  const { native, laboratory } = report;
  console.log(`${machine.processor}, node ${machine.node}, load ${fixed(machine.load, 1)}`);
  console.log(
    `calibration: 100 000 dependent steps take ${calibration.wasm_ms} ms as wasm, ` +
      `${calibration.native_ms} ms natively`,
  );
  console.log("\nRatios are times of theirs over ours, one thread, operands in memory. A `!` is");
  console.log(
    "below its target. tfjs keeps a packed copy of a right operand: `fresh` and `kept` are its",
  );
  console.log(
    "ratios with new and with equal operands. In products the better counts, in attention",
  );
  console.log("`fresh`, as keys and values are new with every call; ours packs in every call.");

  console.log("\nmatrix product, GFLOP/s");
  console.log("     n   ours   tfjs    ort      vs tfjs          vs ort     fresh");
  for (const row of matmul) {
    const speeds = [row.gflops, row.tfjs_gflops, row.ort_gflops].map((x) => pad(fixed(x, 1), 7));
    console.log(
      `${pad(row.n, 6)}${speeds.join("")}  ${mark(row.vs_tfjs, row.target.tfjs)}` +
        `  ${mark(row.vs_ort, row.target.ort)}  ${pad(fixed(row.vs_tfjs_fresh), 5)}`,
    );
  }

  console.log("\nattention, D 64, milliseconds");
  console.log(
    " heads     T  mask        ours      tfjs       ort  vs tfjs  vs ort   the better   kept",
  );
  for (const row of attention) {
    const times = [row.ms, row.tfjs_ms, row.ort_ms].map((x) => pad(x.toPrecision(3), 10));
    const better = Math.min(row.vs_tfjs, row.vs_ort);
    console.log(
      `${pad(row.heads, 6)}${pad(row.t, 6)}  ${row.causal ? "causal" : "none  "}${times.join("")}` +
        `${pad(fixed(row.vs_tfjs), 9)}${pad(fixed(row.vs_ort), 8)}  ` +
        `${mark(better, row.target.best)}  ${pad(fixed(row.vs_tfjs_kept), 5)}`,
    );
  }

  console.log("\nencoder layers, forward, milliseconds; weights the same with every call");
  console.log(" layers     C   H     F     T        ours      tfjs       ort   the better");
  for (const row of encoder) {
    const sizes = [
      pad(row.layers, 7) + pad(row.width, 6) + pad(row.heads, 4),
      pad(row.hidden, 6) + pad(row.length, 6),
    ];
    const times = [row.ms, row.tfjs_ms, row.ort_ms].map((x) => pad(x.toPrecision(3), 10));
    const better = Math.min(row.vs_tfjs, row.vs_ort);
    console.log(`${sizes.join("")}${times.join("")}  ${mark(better, row.target.best)}`);
  }

  console.log(
    "\ntraining a decoder, 6·parameters·tokens operations a step, against our product at 256",
  );
  for (const row of training) {
    const size = `${row.layers} layers, C ${row.width}, ${row.batch} × ${row.context} bytes`;
    console.log(
      `  ${size.padEnd(36)}${pad(row.ms.toPrecision(3), 9)} ms ${pad(fixed(row.gflops, 1), 7)} GFLOP/s  ` +
        `${mark(row.share, row.target)}`,
    );
  }
  console.log("\ngreedy generation with that decoder, tokens a second");
  for (const row of generation) {
    console.log(`  ${row.layers} layers, C ${row.width}: ${pad(Math.round(row.per_second), 7)}`);
  }

  console.log(`\nnative, ${machine.vectors} by dynamic dispatch, against wasm`);
  for (const row of native) {
    const ratio = row.target ? mark(row.vs_wasm, row.target) : pad(fixed(row.vs_wasm), 6);
    console.log(`  ${row.row.padEnd(20)} ${pad(row.ms.toPrecision(3), 9)} ms ${ratio}`);
  }

  console.log("\nlaboratory under Node: model, run, weights and output of 64 tokens, d_model 64");
  for (const row of laboratory) {
    console.log(`  ${row.heads} heads: ${row.ms} ms (processor ${row.cpu_ms} ms)`);
  }
  const all = [
    ...matmul,
    ...attention,
    ...encoder,
    ...training,
    ...native.filter(({ target }) => target),
  ];
  const missed = all.filter(({ reached }) => !reached).length;
  console.log(`\n${all.length - missed} of ${all.length} targets reached`);
}
