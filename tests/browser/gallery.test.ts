// Every figure of the gallery in a frame of its own: axe, keyboard, link, small screens; and
// the gallery page with its tasks.
import AxeBuilder from "@axe-core/playwright";
import { lessons } from "../../web/lessons/lessons.js";
import { viewNames } from "../../web/views/registry.js";
import { expect, restingWidth, test } from "./support/fixtures.js";

for (const name of viewNames.filter((one) => one !== "attention")) {
  test.describe(name, () => {
    for (const [lang, colours] of [
      ["en", "light"],
      ["zh", "dark"],
    ] as const) {
      test(`axe finds nothing, ${lang}, ${colours}`, async ({ page, figure }) => {
        test.slow();
        await page.emulateMedia({ colorScheme: colours });
        await page.goto(`/index.html#v=1&view=${name}&mode=all&lang=${lang}`);
        await figure.ready();
        await restingWidth(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => ({
          ...{ id, where: nodes.slice(0, 3).map(({ target }) => String(target)) },
        }));
        expect(found).toEqual([]);
      });
    }

    test("a number opens by keyboard alone", async ({ page, figure }) => {
      await page.goto(`/embed.html#v=1&view=${name}&lang=en`);
      await figure.ready();
      const [first] = await figure.matrices();
      const grid = figure.grid(first?.id ?? "");
      await grid.focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("Enter");
      await expect(figure.inspector.getByRole("heading").first()).toBeVisible();
      await expect.poll(async () => (await figure.state()).open).toContain(first?.tensor);
      await page.keyboard.press("Escape");
      await expect.poll(async () => (await figure.state()).open).toBe("");
      await expect(grid).toBeFocused();
    });

    test("its link gives the same numbers", async ({ page, figure }) => {
      const { begin } = lessons.find((one) => one.name === name) ?? { begin: "" };
      await page.goto(`/embed.html#${["v=1", `view=${name}`, begin].join("&")}&mode=all`);
      await figure.ready();
      const before = await figure.matrices();
      const link = await page.evaluate(
        () => (document.querySelector("clearhead-figure") as unknown as { link: string }).link,
      );
      expect(link).toContain(`view=${name}`);
      await page.goto("about:blank");
      await page.goto(`/embed.html#${link}`);
      await figure.ready();
      expect(await figure.matrices()).toEqual(before);
    });

    test("fits 320 and 360 pixels", async ({ page, figure }) => {
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(`/embed.html#v=1&view=${name}&mode=all&lang=zh&theme=light`);
        await figure.ready();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(width);
      }
    });
  });
}

test("the gallery shows every figure with its task, in both languages", async ({ page }) => {
  await page.goto("/gallery.html");
  await expect(page.locator(".step")).toHaveCount(lessons.length);
  for (const { name } of lessons) {
    const step = page.locator(`#${name}`);
    await step.scrollIntoViewIfNeeded();
    await expect(step.getByRole("heading", { level: 2 }).first()).not.toBeEmpty();
    await expect(step.locator("ch-matrix canvas").first()).toBeVisible();
    await expect(step.locator(".task")).not.toHaveClass(/done/);
  }
  await page.locator("#language").selectOption("zh");
  await expect(page.locator("h1")).toHaveText(/\p{Script=Han}/u);
  for (const { name } of lessons) {
    await expect(page.locator(`#${name} h2`).first()).toHaveText(/\p{Script=Han}/u);
  }
  const { violations } = await new AxeBuilder({ page }).exclude("clearhead-figure").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("the task of alibi ticks itself", async ({ page, figure }) => {
  await page.goto("/gallery.html#alibi");
  await figure.ready();
  const task = page.locator("#alibi .task");
  await page.locator("#alibi").getByRole("button", { name: "All controls" }).click();
  await page.getByRole("switch", { name: /Wrong sign/ }).click();
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});
