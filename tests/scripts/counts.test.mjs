// The closing lines of each runner, as they print them, become counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countPlaywright } from "../../scripts/testing/browser.mjs";
import { countCatch2 } from "../../scripts/testing/catch2.mjs";
import { countNodeTests } from "../../scripts/testing/node-tests.mjs";

test("Catch2 2: all passed, one failed, none at all", () => {
  assert.deepEqual(countCatch2("All tests passed (5 assertions in 3 test cases)\n"), {
    passed: 3,
    failed: 0,
    skipped: 0,
  });
  assert.deepEqual(countCatch2("test cases: 3 | 2 passed | 1 failed\nassertions: 3 | …\n"), {
    passed: 2,
    failed: 1,
    skipped: 0,
  });
  assert.equal(countCatch2("Segmentation fault\n"), undefined);
});

test("Catch2 3: skipped and expected failures", () => {
  assert.deepEqual(countCatch2("test cases: 4 | 1 passed | 2 skipped | 1 failed as expected\n"), {
    passed: 2,
    failed: 0,
    skipped: 2,
  });
});

test("node:test: the last summary counts, cancelled is failed, todo is skipped", () => {
  const summary = "ℹ pass 4\nℹ fail 1\nℹ cancelled 1\nℹ skipped 2\nℹ todo 1\n";
  assert.deepEqual(countNodeTests(`ℹ pass 9\n${summary}`), { passed: 4, failed: 2, skipped: 3 });
  assert.equal(countNodeTests("no summary"), undefined);
});

test("Playwright: flaky tests and errors outside tests are failures", () => {
  const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] };
  assert.deepEqual(countPlaywright(JSON.stringify(report)), { passed: 3, failed: 3, skipped: 2 });
});
