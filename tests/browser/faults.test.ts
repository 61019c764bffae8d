// Files that do not come: one request, one message, and "Try again" that works.
import type { Page } from "@playwright/test";
import { expect, Figure, test } from "./support/fixtures.js";

test.use({ expected: [/Failed to load resource/] });

/** Blocks the files of a part, and counts how often they are asked for. */
async function block(page: Page, part: string) {
  const asked: string[] = [];
  const pattern = new RegExp(`/${part}-[A-Z0-9]+\\.js$`);
  await page.context().route(pattern, (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    addEventListener("ch-error", (event) => heard.push((event as CustomEvent).detail.code));
  });
  return { asked, release: () => page.context().unroute(pattern) };
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

/** Some frames and timers of a page that has come to rest. */
async function rest(figure: Figure): Promise<void> {
  for (let at = 0; at < 3; at++) await figure.set({ scaling: at % 2 === 1 });
}

const parts: [part: string, open: (page: Page, figure: Figure) => Promise<void>, then: string][] = [
  [
    "panel",
    (page) => page.getByRole("button", { name: "All controls" }).click(),
    "ch-controls input#control-text",
  ],
  ["outlets", (_, figure) => figure.locator(".outlets summary").click(), ".outlets .row button"],
  ["opened", (page) => page.getByRole("button", { name: "open 4/7" }).click(), "ch-inspector h3"],
];
for (const [part, open, then] of parts) {
  test(`${part}: asked for once, told once, there after "Try again"`, async ({ page, figure }) => {
    const { asked, release } = await block(page, part);
    await page.goto("/index.html#v=1&lang=en");
    await figure.ready();
    await open(page, figure);
    const alert = figure.locator(".alert");
    await expect(alert).toContainText("could not be loaded");
    const before = asked.length;
    expect(before).toBeLessThanOrEqual(2);
    const told = (await heard(page)).length;
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500))),
    );
    expect(asked.length).toBe(before);
    expect((await heard(page)).length).toBe(told);
    expect(await heard(page)).toEqual(Array(told).fill("load"));
    // The figure goes on without the part.
    await rest(figure);
    expect(asked.length).toBe(before);
    await expect(alert).toBeVisible();
    await release();
    await alert.getByRole("button").click();
    await expect(figure.locator(then).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
}

test("words: a message without them, and the figure after it", async ({ page, figure }) => {
  const { release } = await block(page, "en");
  await page.goto("/index.html#v=1&lang=en");
  const alert = figure.locator(".alert");
  await expect(alert).toContainText("could not be loaded");
  await figure.tensor("weights");
  await expect(alert).toBeVisible();
  await release();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(figure.grid("weights")).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test("another language: told in the one spoken, spoken after it", async ({ page, figure }) => {
  const { release } = await block(page, "zh");
  await page.goto("/index.html#v=1&lang=en");
  await figure.ready();
  await page.locator("#language").selectOption("zh");
  const alert = figure.locator(".alert");
  await expect(alert).toContainText("could not be loaded");
  await release();
  await alert.getByRole("button").click();
  await expect(figure.locator(".frame")).toHaveAttribute("lang", "zh-CN");
  await expect(alert).toHaveCount(0);
});

test("a first edit: told, kept in the address, done after it", async ({ page, figure }) => {
  const { release } = await block(page, "interventions");
  await page.goto("/index.html#v=1&mode=all&lang=en");
  await figure.ready();
  await figure.grid("scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  const alert = figure.locator(".alert");
  await expect(alert).toContainText("could not be loaded");
  await expect(page).toHaveURL(/edits=scores\[0,0,0,0\]=9/);
  await release();
  await alert.getByRole("button").click();
  await expect
    .poll(async () => (await figure.matrices()).find(({ id }) => id === "scores")?.values[0])
    .toBe(9);
  await expect(alert).toHaveCount(0);
});

for (const [what, pattern] of [
  ["its script", /\/embed\.js$/],
  ["a chunk of it", /\/chunk-[A-Z0-9]+\.js$/],
  ["its view", /\/mask-[A-Z0-9]+\.js$/],
] as const) {
  test(`an embed without ${what} says so, and tries again with its state`, async ({ page }) => {
    await page.context().route(pattern, (route) => route.abort());
    await page.goto("/embed.html#v=1&view=mask&lang=en&queries=5");
    const again = page.locator("a, button").filter({ hasText: "Try again", visible: true });
    await expect(again).toHaveCount(1);
    await page.context().unroute(pattern);
    await again.click();
    const figure = new Figure(page);
    await expect(figure.locator(".frame")).toBeVisible();
    expect(await figure.state()).toMatchObject({ view: "mask", queries: 5 });
    await expect(page.locator(".wait")).toBeHidden();
  });
}

test("an embed whose files are slow is never blank", async ({ page }) => {
  await page.context().route(/\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    return route.fallback();
  });
  await page.goto("/embed.html#v=1&view=mask&lang=en", { waitUntil: "commit" });
  const blank = () =>
    page.evaluate(() => {
      const figure = document.querySelector("clearhead-figure");
      const seen = (root: ParentNode | null | undefined, selector: string) =>
        [...(root?.querySelectorAll(selector) ?? [])].some((one) => one.getClientRects().length);
      return !seen(document, ".wait") && !seen(figure?.shadowRoot, ".alert, .frame");
    });
  await expect(page.locator(".wait")).toBeVisible();
  const drawn = page.locator("clearhead-figure .frame");
  while ((await drawn.count()) === 0) expect(await blank()).toBe(false);
  await expect(page.locator(".wait")).toBeHidden();
});
