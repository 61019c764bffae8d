// node scripts/testing/run.mjs LAYER…: builds and runs each layer in turn and
// closes on one line, `N passed, N failed, N skipped`. A layer that fails to
// build, or runs nothing, counts as one failure; the others still run.
import { layers } from "./layers.mjs";
import { add, none } from "./results.mjs";

const names = [...new Set(process.argv.slice(2))];
const unknown = names.filter((name) => !(name in layers));
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `layers are ${Object.keys(layers).join(", ")}; given: ${names.join(", ") || "none"}`,
  );
  process.exit(2);
}

let total = none();
const summaries = [];
for (const name of names) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  let result = await layers[name]();
  if (result.passed + result.failed + result.skipped === 0) {
    console.log(`the layer ${name} ran nothing`);
    result = add(result, { failed: 1 });
  }
  total = add(total, result);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  summaries.push(
    `  ${name.padEnd(10)} ${count(result.passed)} passed ${count(result.failed)} failed ` +
      `${count(result.skipped)} skipped ${seconds} s`,
  );
}

function count(number) {
  return String(number).padStart(5);
}

console.log(`\n${summaries.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
