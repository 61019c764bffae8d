// node scripts/checks/run.mjs: every check over the project, after every check
// has shown on its own samples that it can fail. A check is
//   { name, find(files), samples }
// where files maps a path to its text, find returns one line a problem, and a
// sample is { files, problems: how many it must find }.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { add, capture, root, verdict } from "../testing/results.mjs";
import { format } from "./format.mjs";
import { generated } from "./generated.mjs";
import { layers } from "./layers.mjs";
import { lockfile } from "./lockfile.mjs";
import { random } from "./random.mjs";
import { size } from "./size.mjs";
import { types } from "./types.mjs";
import { words } from "./words.mjs";

const checks = [layers, types, random, lockfile, words, size, format, generated];

export async function runChecks() {
  const files = await projectFiles();
  const results = [];
  for (const check of checks) {
    for (const [at, sample] of check.samples.entries()) {
      const found = await check.find(new Map(Object.entries(sample.files)), sample);
      results.push(
        verdict(
          `check ${check.name}: sample ${at + 1} (${sample.problems} problems)`,
          found.length === sample.problems,
          `found ${found.length}:\n${found.join("\n")}`,
        ),
      );
    }
    const problems = await check.find(files);
    results.push(verdict(`check ${check.name}`, problems.length === 0, problems.join("\n")));
  }
  return add(...results);
}

/** The text files of the project: what git tracks or would add. */
async function projectFiles() {
  const { code, output } = await capture("git", ["ls-files", "-co", "--exclude-standard", "-z"]);
  if (code !== 0) throw new Error(`git ls-files failed: ${output}`);
  const files = new Map();
  for (const path of output.split("\0").filter(Boolean).sort()) {
    const full = join(root, path);
    const stats = statSync(full, { throwIfNoEntry: false });
    if (!stats?.isFile() || /\.(png|wasm|bin|safetensors)$/.test(path)) continue;
    files.set(path, readFileSync(full, "utf8"));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { passed, failed, skipped } = await runChecks();
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
}
