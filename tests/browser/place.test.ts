// The reader's place and work: focus, address and edits survive what happens around them.
import type { Page } from "@playwright/test";
import { lessonNames } from "../../web/lessons/lessons.js";
import { expect, Figure, test } from "./support/fixtures.js";

/** The innermost focused element, by what tells it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const host = (at?.getRootNode() as ShadowRoot | undefined)?.host as HTMLElement | undefined;
    return [host?.dataset?.panel, at?.localName, at?.className || at?.id].filter(Boolean).join(" ");
  });

for (const mode of ["guided", "all"]) {
  test(`closing a number leads back to its cell (${mode})`, async ({ page, figure }) => {
    await page.goto(`/index.html#v=1&mode=${mode}&lang=en`);
    await figure.ready();
    const heading = figure.inspector.getByRole("heading").first();
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => figure.inspector.getByRole("button", { name: "Close" }).press("Enter"),
    ]) {
      await figure.grid("weights").focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("Enter");
      await expect(heading).toBeFocused();
      await close();
      await expect(figure.locator(".sheet")).toBeHidden();
      expect(await focused(page)).toBe("weights div grid");
      await expect(figure.grid("weights").getByRole("gridcell")).toHaveText(/query The, key The/);
    }
    await page.getByRole("button", { name: "open 4/7" }).press("Enter");
    await expect(heading).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "open 4/7" })).toBeFocused();
  });
}

for (const [step, key] of [
  ["going back", "Backspace"],
  ["going deeper", "Enter"],
] as const) {
  test(`a card that is closed while ${step} stays closed`, async ({ page, figure }) => {
    await page.goto("/index.html#v=1&lang=en");
    await figure.ready();
    await page.getByRole("button", { name: "open 4/7" }).press("Enter");
    const operand = figure.inspector.getByRole("button", { name: /open query.*2/ }).first();
    await operand.press("Enter");
    await expect(figure.inspector.getByRole("heading").first()).toContainText("query");
    // Answers come late: the next step is under way when the card is closed.
    await figure.inspector.evaluate((card) => {
      const slow = card as unknown as { explain: (...asked: unknown[]) => Promise<unknown> };
      const { explain } = slow;
      slow.explain = async (...asked) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return explain(...asked);
      };
    });
    const deeper = figure.inspector.getByRole("button", { name: /open embeddings|open x/ }).first();
    await deeper.press(key);
    await page.keyboard.press("Escape");
    await expect(figure.locator(".sheet")).toBeHidden();
    await page.waitForTimeout(1000);
    await expect(figure.locator(".sheet")).toBeHidden();
    expect((await figure.state()).open).toBe("");
  });
}

test("what undoes itself away leaves the focus beside it", async ({ page, figure }) => {
  await page.goto(
    "/index.html#v=1&mode=all&lang=en&edits=scores[0,0,0,0]=2&matrix=weights:1,0,0;0,1,0;0,0,1",
  );
  await figure.ready();
  await figure.locator('[data-action="undo-all"]').press("Enter");
  await expect(figure.locator(".edits")).toHaveCount(0);
  expect(await focused(page)).not.toMatch(/body/);
  await figure.locator(".paste").getByRole("button", { name: "Remove the matrix" }).press("Enter");
  await expect.poll(() => figure.state()).toMatchObject({ matrix: "" });
  await expect(figure.locator(".paste summary")).toBeFocused();
});

test("closing the page's notice leads to the figure", async ({ page, figure }) => {
  await page.goto("/index.html#heads=99&lang=en");
  await figure.ready();
  await page.locator("#notice").getByRole("button").press("Enter");
  await expect(page.locator("#notice")).toBeHidden();
  await expect(page.locator("section#figure")).toBeFocused();
});

test("the skip link leads to the figure and leaves the address alone", async ({ page, figure }) => {
  const link = "text=dogs+bark+loudly&mask=causal";
  await page.goto(`/index.html#${link}`);
  await figure.ready();
  const state = await figure.state();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.locator("section#figure")).toBeFocused();
  expect(page.url()).toContain(link);
  // An anchor written by hand is no state either.
  await page.evaluate(() => {
    location.hash = "figure";
  });
  await expect.poll(() => page.url()).toMatch(/#figure$/);
  await figure.set({});
  expect(await figure.state()).toEqual(state);
  await expect(page.locator("#notice")).toBeHidden();
});

test("a sentence of nothing is no error", async ({ page, figure }) => {
  for (const text of ["", "+++", "%0A%0A", "%00%01"]) {
    await page.goto("about:blank");
    await page.goto(`/index.html#text=${text}&lang=en`);
    await figure.ready();
    await expect(figure.locator(".frame")).toBeVisible();
    await figure.set({ scaling: false });
    await expect(page.locator(".task.done")).toHaveCount(0);
  }
});

test("what a new sentence takes back is told, and comes back", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all&lang=en&text=a+b+c&edits=scores[0,0,0,0]=3");
  await figure.ready();
  const field = figure.locator("input#control-text");
  await field.fill("a b c d");
  await field.press("Enter");
  await expect(figure.locator(".ignored")).toContainText("scores[0,0,0,0]=3");
  await figure.locator('[data-action="undo-change"]').click();
  await expect
    .poll(() => figure.state())
    .toMatchObject({
      text: "a b c",
      edits: "scores[0,0,0,0]=3",
    });
  await expect(figure.locator(".ignored")).toHaveCount(0);
});

test("what was taken back can come back until the reader works on", async ({ page, figure }) => {
  await page.goto("/embed.html#v=1&view=heads&mode=all&lang=en&edits=keep[1,0,0]=0");
  await figure.ready();
  const undo = figure.locator('[data-action="undo-change"]');
  await figure.locator("ch-controls").getByRole("slider", { name: "Heads" }).first().focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) {
    const before = (await figure.state()).heads;
    await page.keyboard.press(key);
    await expect.poll(async () => (await figure.state()).heads).not.toBe(before);
    await expect(figure.locator(".ignored")).toContainText("keep[1,0,0]=0");
  }
  await figure.set({ lang: "zh" });
  await undo.click();
  await expect.poll(() => figure.state()).toMatchObject({ edits: "keep[1,0,0]=0", lang: "zh" });
  await expect(undo).toHaveCount(0);
  await figure.set({ heads: 2 });
  await expect(undo).toHaveCount(1);
  await figure.set({ edits: "keep[0,0,0]=0" });
  await expect(undo).toHaveCount(0);
  expect(await figure.state()).toMatchObject({ heads: 2, edits: "keep[0,0,0]=0" });
});

test("another view may be asked for at any moment, and speaks as the last one", async ({
  page,
}) => {
  test.slow(); // a page for every moment
  const moments = ["open", "hover", "close", "edit", "change", "drawn"] as const;
  for (const moment of moments) {
    await page.goto("about:blank");
    await page.goto("/embed.html#v=1&lang=en");
    const figure = new Figure(page);
    await figure.ready();
    const state = await page.evaluate(async (what) => {
      const figure = document.querySelector("clearhead-figure") as HTMLElement & {
        open(cell: unknown): void;
        change(values: object): void;
        setState(values: object): void;
        getState(): Record<string, unknown>;
        run(): Promise<unknown>;
        updateComplete: Promise<unknown>;
      };
      const cell = { tensor: "weights", gradient: false, index: [0, 0, 1, 1] };
      const matrix = figure.shadowRoot?.querySelector("ch-matrix") as HTMLElement;
      const say = (name: string, detail: unknown) =>
        matrix.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
      figure.change({ lang: "zh" });
      if (what === "open") figure.open(cell);
      if (what === "drawn") await figure.run();
      figure.setState({ view: "cache" });
      if (what === "hover") say("ch-hover", cell);
      if (what === "close") say("ch-close", undefined);
      if (what === "edit") say("ch-edit", [{ ...cell, value: 1 }]);
      if (what === "change") say("ch-change", { name: "mode", value: "all" });
      const coming = figure.getState();
      await figure.run();
      await figure.updateComplete;
      return [coming, figure.getState()];
    }, moment);
    expect(state, moment).toMatchObject([
      { view: "cache", lang: "zh" },
      { view: "cache", lang: "zh", mode: "guided", open: "" },
    ]);
    await expect(figure.locator(".frame")).toHaveAttribute("lang", "zh-CN");
    await page.waitForTimeout(200);
  }
});

for (const name of lessonNames) {
  test(`a stepper at its limit keeps the focus (${name})`, async ({ page, figure }) => {
    await page.goto(`/embed.html#v=1&view=${name}&mode=all&lang=en`);
    await figure.ready();
    await expect(figure.locator("ch-controls").first()).toBeVisible();
    const lost = await page.evaluate(async () => {
      const figure = document.querySelector("clearhead-figure") as HTMLElement & {
        updateComplete: Promise<unknown>;
      };
      const frames = async () => {
        for (let at = 0; at < 2; at++) await new Promise((next) => requestAnimationFrame(next));
        await figure.updateComplete;
      };
      const found: string[] = [];
      for (const group of figure.shadowRoot?.querySelectorAll("ch-controls") ?? []) {
        const root = group.shadowRoot as ShadowRoot;
        const ids = [...root.querySelectorAll(".number input[type=text]")].map(({ id }) => id);
        for (const id of ids) {
          for (const end of ["min", "max"] as const) {
            const control = () => root.querySelector(`#${id}`)?.closest(".number");
            const slider = control()?.querySelector<HTMLInputElement>("input[type=range]");
            if (!slider || slider.disabled) continue;
            const away = Number(slider.step) * (end === "min" ? 1 : -1);
            slider.value = String(Number(slider[end]) + away);
            slider.dispatchEvent(new Event("input"));
            await frames();
            const button = control()?.querySelectorAll("button")[end === "min" ? 0 : 1];
            if (!button) continue;
            for (let press = 0; press < 2; press++) {
              button.focus();
              button.click();
              await frames();
              if (root.activeElement !== button) found.push(`${id} ${end} ${press}`);
            }
            const text = root.querySelector<HTMLInputElement>(`#${id}`)?.value;
            if (button.ariaDisabled !== "true") found.push(`${id} ${end}: ${text} is no end`);
          }
        }
      }
      return found;
    });
    expect(lost).toEqual([]);
  });
}

test("everything that was not taken is told exactly once", async ({ page, figure }) => {
  for (const [link, given] of [
    ["edits=scores[999999,0,0,0]=1", "scores[999999,0,0,0]=1"],
    ["matrix=scores:1", "1×1"],
    ["gradients=true&of=nonsense", "nonsense"],
    ["heads=99", "99"],
    ["edits=scores[0,0,0,0]=1e99", "1e99"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/index.html#${link}&lang=en`);
    await figure.ready();
    const places = page.locator("#notice:visible li, .ignored li, .note");
    await expect(places.filter({ hasText: given }), link).toHaveCount(1);
  }
});

test("the stage that is selected is the one that a pasted matrix replaces", async ({
  page,
  figure,
}) => {
  await page.goto("/index.html#v=1&mode=all&lang=en&matrix=weights:1,0,0;0,1,0;0,0,1");
  await figure.ready();
  const select = figure.locator(".paste select");
  await expect(select).toHaveValue("weights");
  await figure.locator(".paste textarea").fill("0,1,0\n0,1,0\n0,0,1");
  await figure.locator('[data-action="paste"]').click();
  await expect.poll(() => figure.state()).toMatchObject({ matrix: "weights:0,1,0;0,1,0;0,0,1" });
  await select.selectOption("scores");
  await figure.locator('[data-action="paste"]').click();
  await expect.poll(() => figure.state()).toMatchObject({ matrix: "scores:0,1,0;0,1,0;0,0,1" });
  await figure.set("v=1&mode=all&lang=en&matrix=weights:1,0,0;0,1,0;0,0,1");
  await expect(select).toHaveValue("weights");
});

test("a cell's editor begins with a number that it reads back", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all&lang=en&edits=scores[0,0,1,2]=30");
  await figure.ready();
  const grid = figure.grid("weights");
  const editor = figure.locator('ch-matrix[data-panel="weights"] .editor');
  await grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F2");
  await expect(editor).toHaveValue("1/4");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("F2");
  await expect(editor).toHaveValue(/^3\.0\d+e-7$/);
  await editor.fill("1e39");
  await page.keyboard.press("Enter");
  await expect(figure.locator('ch-matrix[data-panel="weights"]').getByRole("alert")).toContainText(
    "3.4×10³⁸",
  );
});

test("an attribute is followed in either spelling", async ({
  page,
  figure,
}: {
  page: Page;
  figure: Figure;
}) => {
  await page.goto("/index.html#v=1&text=a+b&lang=en");
  await figure.ready();
  await page.evaluate(() =>
    document.querySelector("clearhead-figure")?.setAttribute("d-model", "7"),
  );
  expect(await figure.state()).toMatchObject({ d_model: 7 });
});

for (const [name, word] of [
  ["10,000 letters", "x".repeat(10_000)],
  ["300 letters", "x".repeat(300)],
  ["a German word", "Rindfleischetikettierungsüberwachungsaufgabe"],
] as const) {
  test(`a word of ${name} never makes the page scroll sideways`, async ({ page, figure }) => {
    for (const mode of ["guided", "all"]) {
      await page.goto("about:blank");
      await page.goto(`/index.html#v=1&lang=en&mode=${mode}&text=${word}+cat`);
      await figure.ready();
      await figure.set({ open: "weights[0,0,1,0]" });
      for (const width of [280, 360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(wide, { message: `${mode} at ${width} px` }).toBeLessThanOrEqual(width);
      }
    }
  });
}
