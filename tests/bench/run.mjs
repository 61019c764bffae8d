// node run.mjs BENCH.WASM BENCH ENGINE.JS [--json FILE]: three processes in a
// row, each followed by the native program; the best of them, as a table and,
// where asked for, as JSON.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { print } from "./print.mjs";
import { summarise } from "./report.mjs";
import { attentionRows, key, matmulRows } from "./rows.mjs";

const PROCESSES = 3;
const SECONDS = 0.3; // a row and a process
const [wasm, native, engine, option, file] = process.argv.slice(2);

function start(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status === 0) return stdout;
  console.error(`${command} ${args.join(" ")}\n${error?.message ?? ""}${stderr}`);
  process.exit(1);
}

const nativeRows = [
  ...matmulRows,
  ...attentionRows.filter(({ length }) => length % 256 === 64 || length === 1024),
];

/** The rows of the native program, `target`, and `spin`, by their first words. */
function startNative() {
  const lines = start(native, ["0.1", ...nativeRows.map(key)])
    .trim()
    .split("\n");
  return lines.map((line) => line.match(/^(.*) (\S+)$/).slice(1));
}

const times = { rows: {}, alone: {}, native: {}, laboratory: {} };
let target;
for (let round = 0; round < PROCESSES; ++round) {
  process.stderr.write(`process ${round + 1} of ${PROCESSES}\n`);
  const program = fileURLToPath(new URL("process.mjs", import.meta.url));
  const given = JSON.parse(start(process.execPath, [program, wasm, engine, `${SECONDS}`]));
  keepBest(times, given);
  for (const [name, value] of startNative()) {
    if (name === "target") target = value;
    else
      times.native[name] = Math.min(times.native[name] ?? Number.POSITIVE_INFINITY, Number(value));
  }
}

/** Merges numbers of equal places by their minimum. */
function keepBest(best, given) {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "number") {
      best[name] = Math.min(best[name] ?? value, value);
    } else {
      best[name] ??= {};
      keepBest(best[name], value);
    }
  }
}

const summary = summarise(times, target);
print(summary);
if (option === "--json") writeFileSync(file, `${JSON.stringify(summary, null, 2)}\n`);
