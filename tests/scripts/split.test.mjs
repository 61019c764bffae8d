// The core is divided again when anything has changed that the recording runs.
import assert from "node:assert/strict";
import { relative } from "node:path";
import { test } from "node:test";
import { rule } from "../../scripts/web/split.mjs";
import { paths } from "../../scripts/web/workspace.mjs";

test("the rule is all that is recorded with: the recordings, the handlers, what they import", async () => {
  const files = (await rule()).map((file) => relative(paths.root, file));
  for (const name of ["split", "parts", "laboratory", "operators", "ask"]) {
    assert.ok(files.includes(`scripts/web/${name}.mjs`), name);
  }
  for (const name of ["load", "files", "handlers", "transformer-handlers", "calls", "message"]) {
    assert.ok(files.includes(`web/engine/${name}.ts`), name);
  }
  assert.ok(!files.some((file) => file.startsWith("web/elements/")));
});
