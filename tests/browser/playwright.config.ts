// Playwright with the system's Chromium, against dist/ on one loopback origin, the
// pages of hosts/ on a second one without special headers, and dist/ once more as a
// release folder that other sites may load from. Nothing else is reachable: the
// browser resolves no other name. Two tests run at a time; those that measure time
// run after all others, one by one (`--no-deps` leaves the others out).
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const root = fileURLToPath(new URL("../../", import.meta.url));
const serve = "node scripts/serve.mjs --exact-port";

const measured = "speed.test.ts";

export const origin = "http://127.0.0.1:4173";
export const hostOrigin = "http://127.0.0.1:4174";
export const releaseOrigin = "http://127.0.0.1:4175";

// The shell draws the same pages without the windows and menus of a browser, for less
// than half of the work; where it is missing the whole browser does.
const chromium = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

export default defineConfig({
  testDir: ".",
  outputDir: `${root}build/tests/browser`,
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: origin,
    launchOptions: {
      executablePath: process.env.CLEARHEAD_CHROMIUM ?? chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
    },
  },
  projects: [
    { name: "chromium", testIgnore: measured },
    { name: "alone", testMatch: measured, dependencies: ["chromium"], workers: 1 },
  ],
  webServer: [
    { command: `${serve} --port 4173 --root dist`, cwd: root, port: 4173 },
    { command: `${serve} --port 4174 --root tests/browser/hosts`, cwd: root, port: 4174 },
    { command: `${serve} --port 4175 --root dist --cors`, cwd: root, port: 4175 },
  ],
});
