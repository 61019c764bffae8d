// node scripts/testing/run.mjs LAYER…: builds and runs the layers and closes on one
// line, `N passed, N failed, N skipped`. Builds take all cores and go one after
// another; the tests of a layer, which take one core, go on beside the next build or
// beside one other layer. A layer that fails to build, or runs nothing, counts as one
// failure; the others still run.
import { layers } from "./layers.mjs";
import { add, build, onOneSheet, say } from "./results.mjs";

const names = [...new Set(process.argv.slice(2))];
const unknown = names.filter((name) => !(name in layers));
if (names.length === 0 || unknown.length > 0) {
  console.error(
    `layers are ${Object.keys(layers).join(", ")}; given: ${names.join(", ") || "none"}`,
  );
  process.exit(2);
}

const results = new Map();
const running = new Set();
for (const name of names) {
  const { parts, alone = false } = layers[name];
  while (running.size > (alone ? 0 : 1)) await Promise.race(running);
  const start = performance.now();
  const built = parts.length === 0 || (await build(...parts));
  const work = async () => {
    const result = await tested(name, built);
    results.set(name, { ...result, seconds: (performance.now() - start) / 1000 });
    running.delete(task);
  };
  const task = alone || names.length === 1 ? work() : onOneSheet(work);
  running.add(task);
  if (alone) await task;
}
await Promise.all(running);

const count = (number) => String(number).padStart(5);
const summary = names.map((name) => {
  const { passed, failed, skipped, seconds } = results.get(name);
  return (
    `  ${name.padEnd(10)} ${count(passed)} passed ${count(failed)} failed ` +
    `${count(skipped)} skipped ${seconds.toFixed(1).padStart(6)} s`
  );
});
const total = add(...results.values());
console.log(`\n${summary.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function tested(name, built) {
  say(`\n== ${name}`);
  const result = built ? await layers[name].run() : add({ failed: 1 });
  if (result.passed + result.failed + result.skipped > 0) return result;
  say(`the layer ${name} ran nothing`);
  return add(result, { failed: 1 });
}
