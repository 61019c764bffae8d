// What each layer builds and runs.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { runChecks } from "../checks/run.mjs";
import { runPlaywright } from "./browser.mjs";
import { runCatch2 } from "./catch2.mjs";
import { checkTypes, runNodeTests } from "./node-tests.mjs";
import { add, root, say } from "./results.mjs";

const corePrograms = ["core_kernels_test", "core_test"];
const nativePrograms = [...corePrograms, "models_test"];
const configs = ["tsconfig.json", "tsconfig.pure.json", "tsconfig.tests.json"];

async function vectors() {
  const folder = resolve(root, process.env.CLEARHEAD_VECTORS ?? "../shared/vectors");
  if (!existsSync(folder)) {
    say(`${folder} does not exist: set CLEARHEAD_VECTORS to the folder of reference values`);
    return add(process.env.CI ? { failed: 1 } : { skipped: 1 });
  }
  return add(
    await runCatch2("native-release", ["vectors_test"]),
    await runCatch2("wasm", ["vectors_test"]),
    await runNodeTests("vectors"),
  );
}

/** Folders of tests/ that belong to another layer; the others need no engine. */
const elsewhere = ["core", "support", "vectors", "engine", "browser", "bench", "models"];

async function web() {
  const results = [];
  for (const config of configs) results.push(await checkTypes(config));
  for (const entry of readdirSync(join(root, "tests"), { withFileTypes: true })) {
    if (entry.isDirectory() && !elsewhere.includes(entry.name)) {
      results.push(await runNodeTests(entry.name));
    }
  }
  return add(...results);
}

/** `parts` are built before `run`; a layer that is `alone` runs beside no other. */
export const layers = {
  core: { parts: ["native"], run: () => runCatch2("native-release", nativePrograms) },
  sanitize: { parts: ["sanitize"], run: () => runCatch2("native-debug", corePrograms) },
  wasm: { parts: ["wasm-tests"], run: () => runCatch2("wasm", corePrograms) },
  engine: { parts: ["web"], run: () => runNodeTests("engine") },
  vectors: { parts: ["native", "wasm-tests", "web"], run: vectors },
  web: { parts: [], run: web },
  browser: { parts: ["web"], run: runPlaywright, alone: true },
  checks: { parts: ["web"], run: runChecks },
};
