// What each layer builds and runs.
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { runChecks } from "../checks/run.mjs";
import { runPlaywright } from "./browser.mjs";
import { runCatch2 } from "./catch2.mjs";
import { checkTypes, runNodeTests } from "./node-tests.mjs";
import { add, build, root } from "./results.mjs";

const corePrograms = ["core_kernels_test", "core_test"];
const configs = ["tsconfig.json", "tsconfig.pure.json", "tsconfig.tests.json"];

/** Runs after the parts are built, or counts the failed build. */
const built = (parts, run) => async () => ((await build(...parts)) ? run() : add({ failed: 1 }));

async function vectors() {
  const folder = resolve(root, process.env.CLEARHEAD_VECTORS ?? "../shared/vectors");
  if (!existsSync(folder)) {
    console.log(
      `${folder} does not exist: set CLEARHEAD_VECTORS to the folder of reference values`,
    );
    return add(process.env.CI ? { failed: 1 } : { skipped: 1 });
  }
  return add(
    await runCatch2("native-release", ["vectors_test"]),
    await runCatch2("wasm", ["vectors_test"]),
    await runNodeTests("vectors"),
  );
}

/** Folders of tests/ that belong to another layer; the others need no engine. */
const elsewhere = ["core", "support", "vectors", "engine", "browser", "bench"];

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

export const layers = {
  core: built(["native"], () => runCatch2("native-release", corePrograms)),
  sanitize: built(["sanitize"], () => runCatch2("native-debug", corePrograms)),
  wasm: built(["wasm-tests"], () => runCatch2("wasm", corePrograms)),
  engine: built(["web"], () => runNodeTests("engine")),
  vectors: built(["native", "wasm-tests", "web"], vectors),
  web,
  browser: built(["web"], runPlaywright),
  checks: built(["web"], runChecks),
};
