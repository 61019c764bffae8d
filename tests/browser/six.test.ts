// Six figures on one page: one worker, one engine, little memory, nothing moves.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { expect, hostOrigin, test } from "./support/fixtures.js";

const MEGABYTE = 2 ** 20;

/** Memory that belongs to the processes of pages alone, workers and wasm included. */
async function anonymous(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1])
    .reduce((sum, size) => sum + 1024 * Number(size ?? 0), 0);
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await customElements.whenDefined("clearhead-figure");
    const figures = [...document.querySelectorAll("clearhead-figure")];
    await Promise.all(figures.map((one) => (one as unknown as { ready: Promise<void> }).ready));
  });
}

test.describe.configure({ timeout: 180_000 });

test("six figures share one worker and one engine, below 128 MB, and move nothing", async ({
  page,
  browser,
}) => {
  let wasm = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("core.wasm")) wasm++;
  });
  // The same page before its module runs.
  await page.route("**/clearhead.js", (route) => route.abort());
  await page.goto(`${hostOrigin}/six.html`);
  const before = await anonymous(browser);
  await page.unroute("**/clearhead.js");
  await page.goto(`${hostOrigin}/six.html`);
  await drawn(page);
  await page.waitForTimeout(500);
  expect(page.workers().length).toBe(1);
  expect(wasm).toBe(1);
  const used = (await anonymous(browser)) - before;
  expect(used, `${(used / MEGABYTE).toFixed(0)} MB`).toBeLessThan(128 * MEGABYTE);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(
    0.02,
  );
});

test.use({ expected: [/Failed to load resource/] });
