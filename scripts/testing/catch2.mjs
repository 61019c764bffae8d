// Runs the Catch2 programs of a build folder and counts their test cases.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { add, capture, root, say, verdict } from "./results.mjs";

/** preset: the build folder; programs: names; a wasm program is run by Node. */
export async function runCatch2(preset, programs) {
  const results = [];
  for (const name of programs) {
    const base = join(root, "build", preset, "tests", name);
    const script = existsSync(`${base}.js`);
    if (!script && !existsSync(base)) {
      results.push(verdict(`${preset}/${name}`, false, "was not built: it has no sources"));
      continue;
    }
    const [command, args] = script ? [process.execPath, [`${base}.js`]] : [base, []];
    results.push(report(`${preset}/${name}`, await capture(command, args)));
  }
  return add(...results);
}

function report(name, { code, output }) {
  for (const line of output.split("\n")) {
    if (/^(family|handwritten) /.test(line)) say(line);
  }
  const counts = countCatch2(output);
  if (!counts || (code !== 0 && counts.failed === 0)) {
    return add(counts ?? {}, verdict(name, false, `${output}\nexit code ${code}`));
  }
  if (counts.failed > 0) say(output);
  say(
    `${counts.failed ? "FAILED" : "ok"}  ${name}: ${counts.passed} passed, ` +
      `${counts.failed} failed, ${counts.skipped} skipped`,
  );
  return counts;
}

/** Reads the closing lines of Catch2 2 and 3; undefined when there are none. */
export function countCatch2(output) {
  const all = output.match(/^All tests passed \(.* in (\d+) test cases?\)/m);
  if (all) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const line = output.match(/^test cases: *\d+(.*)$/m);
  if (!line) return undefined;
  const of = (word) => Number(line[1].match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return {
    passed: of("passed") + of("failed as expected"),
    failed: of("failed(?! as)"),
    skipped: of("skipped"),
  };
}
