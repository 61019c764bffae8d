// Playwright with the system's Chromium; its JSON report is what is counted.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { capture, root, verdict } from "./results.mjs";

const report = join(root, "build", "tests", "playwright.json");

export async function runPlaywright() {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  rmSync(report, { force: true });
  const { code } = await capture(
    process.execPath,
    [cli, "test", "--config", "tests/browser/playwright.config.ts", "--reporter", "list,json"],
    { show: true, minutes: 25, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  );
  const counts = existsSync(report) ? countPlaywright(readFileSync(report, "utf8")) : undefined;
  if (!counts || (code !== 0 && counts.failed === 0)) {
    return verdict("tests/browser", false, `playwright ended with exit code ${code}`);
  }
  return counts;
}

/** A flaky test passed only when repeated, which is not a pass here. */
export function countPlaywright(json) {
  const { stats, errors } = JSON.parse(json);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
