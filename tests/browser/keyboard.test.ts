// The three main tasks without a pointer.
import type { Page } from "@playwright/test";
import { expect, test } from "./support/fixtures.js";

/** Tabs until the focused element answers to `name`; fails when the page has no such stop. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let at = 0; at < most; at++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const root = element?.getRootNode() as Document | ShadowRoot | undefined;
      const labels = (element?.getAttribute("aria-labelledby") ?? "")
        .split(" ")
        .map((id) => (id && root?.getElementById(id)?.textContent) || "");
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent ?? "";
      return [element?.getAttribute("aria-label"), ...labels, label, element?.textContent].join(
        " ",
      );
    });
    if (name.test(found)) return;
  }
  throw new Error(`no tab stop is called ${name}`);
}

test("open a number down to a token id, and come back", async ({ page, figure }) => {
  await page.goto("/index.html");
  await figure.ready();
  await tabTo(page, /open 4\/7/);
  await page.keyboard.press("Enter");
  await expect(figure.inspector.getByRole("heading").first()).toBeFocused();
  await tabTo(page, /open query.*2/);
  await page.keyboard.press("Enter");
  await expect(figure.inspector.getByRole("heading").first()).toBeFocused();
  await tabTo(page, /open embeddings.*1/);
  await page.keyboard.press("Enter");
  await expect(figure.inspector).toContainText(/token .*id/);
  await page.keyboard.press("Backspace");
  await expect(figure.inspector.getByRole("heading").first()).toContainText("query");
  await page.keyboard.press("Escape");
  await expect(figure.locator(".sheet")).toBeHidden();
  await expect(page.getByRole("button", { name: "open 4/7" })).toBeVisible();
});

test("escape on the grid closes the number that was opened from it", async ({ page, figure }) => {
  await page.goto("/index.html");
  await figure.ready();
  const grid = figure.grid("weights");
  await grid.focus();
  await page.keyboard.press("Enter");
  await expect(figure.locator(".sheet")).toBeVisible();
  await expect(figure.inspector.locator("h3")).toBeFocused();
  await grid.focus();
  await page.keyboard.press("Escape");
  await expect(figure.locator(".sheet")).toBeHidden();
  await expect(grid).toBeFocused();
});

test("walk a matrix and open any of its numbers", async ({ page, figure }) => {
  await page.goto("/index.html");
  await figure.ready();
  const grid = figure.grid("weights");
  await grid.focus();
  await page.keyboard.press("Control+Home");
  await expect(grid.getByRole("gridcell")).toHaveText(/query The, key The, 1\/4/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(grid.getByRole("gridcell")).toHaveText(/query cat, key sat, 4\/7/);
  await page.keyboard.press("Enter");
  await expect(figure.inspector).toContainText("≈ 0.5714286");
});

test("change the sentence, the mask and a number", async ({ page, figure }) => {
  await page.goto("/index.html");
  await figure.ready();
  await tabTo(page, /All controls/);
  await page.keyboard.press("Enter");
  await expect(figure.locator("ch-controls").first()).toBeVisible();
  await figure.locator("ch-controls input#control-text").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("I love AI");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await figure.matrices())[0]?.rowLabels)
    .toEqual(["I", "love", "AI"]);
  await tabTo(page, /none/);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => figure.state()).toMatchObject({ mask: "causal" });
  await figure.grid("scores").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("9");
  await page.keyboard.press("Enter");
  await expect.poll(() => figure.state()).toMatchObject({ edits: "scores[0,0,0,0]=9" });
  await expect.poll(async () => (await figure.tensor("scores")).data[0]).toBe(9);
});
