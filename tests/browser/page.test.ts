// index.html as a reader uses it: the guided path, the controls, links, tasks, languages.
import { expect, test } from "./support/fixtures.js";

test.describe("guided mode", () => {
  test("has one visible action that leads to a token id in three clicks", async ({
    page,
    figure,
  }) => {
    await page.goto("/index.html");
    await figure.ready();
    await expect(figure.locator("ch-controls")).toHaveCount(0);
    const action = page.getByRole("button", { name: "open 4/7" });
    await action.click(); // 1: the weight
    await expect(figure.inspector).toContainText("≈ 0.5714286");
    await figure.inspector.locator('button[data-key^="query["]').first().click(); // 2: an operand
    await expect(figure.inspector.getByRole("heading").first()).toContainText("query");
    await figure.inspector.locator('button[data-key^="embeddings["]').first().click(); // 3: its input
    await expect(figure.inspector).toContainText(/token .*id 1/);
    await expect(page.locator(".task").first()).toHaveClass(/done/);
  });

  test("keeps the same pair in view in every stage", async ({ page, figure }) => {
    await page.goto("/index.html");
    await figure.ready();
    await figure.grid("weights").hover({ position: { x: 5, y: 5 } });
    await expect(figure.grid("scores").getByRole("gridcell")).toHaveText(/query The, key The/);
    await expect(figure.grid("scaled").getByRole("gridcell")).toHaveText(/query The, key The/);
    await expect(figure.grid("query").getByRole("gridcell")).toHaveText(/The/);
  });

  test("the lead's words lead to the field of the sentence", async ({ page, figure }) => {
    await page.goto("/index.html");
    await figure.ready();
    await page.getByRole("link", { name: "type your own" }).click();
    await expect(figure.locator("#control-text")).toBeFocused();
    await page.keyboard.type("we read");
    await expect.poll(() => figure.state()).toMatchObject({ mode: "all", text: "we read" });
  });

  test("rings the operands of an opened number", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&open=scores[0,0,1,2]");
    await figure.ready();
    await expect(figure.grid("query").locator(".operand")).toHaveCount(4);
    await expect(figure.grid("key").locator(".operand")).toHaveCount(4);
  });
});

test.describe("tasks", () => {
  test("2: one number of W_Q turns 4/7 into 1/4", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&mode=all");
    await figure.ready();
    const grid = figure.grid("query.weight");
    await grid.focus();
    await page.keyboard.press("Control+Home");
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await page.keyboard.press("F2");
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await expect(page.locator(".task").nth(1)).toHaveClass(/done/);
    const { data } = await figure.tensor("weights");
    expect(data[5]).toBeCloseTo(1 / 4, 6);
    await expect(page).toHaveURL(/edits=query\.weight\[1,2\]=0/);
    await expect(figure.locator(".edits")).toContainText("was 2");
    await figure.locator('[data-action="undo-all"]').click();
    await expect.poll(async () => (await figure.tensor("weights")).data[5]).toBeCloseTo(4 / 7, 6);
  });

  test("2: a double click on the cell edits it in place, too", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&mode=all");
    await figure.ready();
    const grid = figure.grid("query.weight");
    const { width = 0, height = 0 } = (await grid.boundingBox()) ?? {};
    await grid.dblclick({ position: { x: (2.5 * width) / 4, y: (1.5 * height) / 4 } });
    await expect(figure.inspector.getByRole("heading").first()).toBeVisible(); // by the first click
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/edits=query\.weight\[1,2\]=0/);
    await expect(page.locator(".task").nth(1)).toHaveClass(/done/);
  });

  test("3 and 4: scaling off, and a mask that hides everything", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&mode=all");
    await figure.ready();
    await page.getByRole("switch", { name: /√d k/ }).click();
    await expect(page.locator(".task").nth(2)).toHaveClass(/done/);
    await figure.set({ mask: "padding", length: 0 });
    await expect(page.locator(".task").nth(3)).toHaveClass(/done/);
    const { data } = await figure.tensor("weights");
    expect(data.every((weight) => weight === 0)).toBe(true);
  });
});

test.describe("links", () => {
  const full =
    "v=1&text=我爱自然语言处理&d_model=16&d_k=8&heads=2&head=1&seed=7&mask=combined&length=5" +
    "&scaling=false&positions=true&weights=random&edits=scores[0,1,2,1]=3.5&gradients=true" +
    "&open=weights[0,1,2,1]&mode=all&lang=zh&theme=dark";

  test("hold every control, and the same link gives the same numbers", async ({ page, figure }) => {
    await page.goto(`/index.html#${full}`);
    await figure.ready();
    const [state, csv] = [await figure.state(), await figure.csv()];
    expect(state).toMatchObject({
      text: "我爱自然语言处理",
      heads: 2,
      head: 1,
      seed: 7,
      mask: "combined",
      length: 5,
      scaling: false,
      positions: true,
      edits: "scores[0,1,2,1]=3.5",
      gradients: true,
      open: "weights[0,1,2,1]",
      lang: "zh",
      theme: "dark",
    });
    await page.reload();
    await figure.ready();
    expect(await figure.state()).toEqual(state);
    expect(await figure.csv()).toEqual(csv);
    const link = await page.evaluate(
      () => (document.querySelector("clearhead-figure") as unknown as { link: string }).link,
    );
    await page.goto("about:blank");
    await page.goto(`/index.html#${link}`);
    await figure.ready();
    expect(await figure.state()).toEqual(state);
    expect(await figure.csv()).toEqual(csv);
  });

  test("are written when a control changes, and read when pasted", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&mode=all");
    await figure.ready();
    await figure.locator("#control-mask").selectOption("causal");
    await expect(page).toHaveURL(/mask=causal/);
    await page.evaluate(() => {
      location.hash = "v=1&scaling=false";
    });
    await expect.poll(() => figure.state()).toMatchObject({ mask: "none", scaling: false });
  });

  test("win over a change of the same moment", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&lang=en");
    await figure.ready();
    for (const view of ["fill", "attention", "mask"]) {
      // What was opened before is written after a pause, and so is the first change at once.
      for (const pause of [0, 400]) {
        await page.waitForTimeout(pause);
        await page.evaluate((name) => {
          const figure = document.querySelector("clearhead-figure") as unknown as {
            setState(state: unknown): void;
          };
          figure.setState({ mode: "all" });
          figure.setState({ mode: "guided" });
          figure.setState({ theme: "dark" });
          location.hash = `#v=1&view=${name}&lang=en`;
        }, view);
        await expect.poll(() => figure.state()).toMatchObject({ view, theme: "auto" });
        await figure.set({ theme: "light" });
        await expect(page).toHaveURL(/theme=light/);
      }
    }
    // After an anchor, too, the address follows.
    await page.evaluate(() => {
      location.hash = "#figure";
    });
    await figure.set({ theme: "dark" });
    await expect(page).toHaveURL(/theme=dark/);
  });

  const hostile = [
    "v=9&mask=evil&heads=1e99&d_model=-1&seed=NaN",
    "text=%E0%A4%A&d_k=%zz&constructor=1&__proto__=x&toString=y",
    "edits=scores[99999,0]=1;<img src=x onerror=alert(1)>=2&open=javascript:alert(1)",
    `matrix=scores:${"9".repeat(5000)}&of=<script>`,
    "&&&===&v=1&v=2&=&%00=%00",
    `text=${"a".repeat(20000)}`,
    "view=unknown&example=exact&text=%00%01%02",
  ];
  for (const [at, link] of hostile.entries()) {
    test(`that are hostile or broken open the page and say what was ignored (${at + 1})`, async ({
      page,
      figure,
    }) => {
      page.on("dialog", () => expect("a dialog").toBe("never opened"));
      await page.goto(`/index.html#${link}`);
      await figure.ready();
      const { data } = await figure.tensor("weights");
      expect(data.every(Number.isFinite)).toBe(true);
      expect(await page.locator("img").count()).toBe(0);
      if (!link.startsWith("&&&")) await expect(page.locator("#notice")).toBeVisible();
    });
  }

  test("may hold a number opened by its gradient", async ({ page, figure }) => {
    await page.goto("/index.html#v=1&gradients=true&open=d:x[0,1,0]");
    await figure.ready();
    await expect(figure.inspector).toContainText(/gradient/i);
  });
});

test("language and theme are switched without losing the state, and remembered", async ({
  page,
  figure,
}) => {
  await page.goto("/index.html#v=1&scaling=false");
  await figure.ready();
  await page.locator("#language").selectOption("zh");
  await expect(page.locator("h1")).toHaveText("一个数一个数地看懂注意力");
  await expect(figure.locator(".frame")).toHaveAttribute("lang", "zh-CN");
  await page.locator("#theme").selectOption("dark");
  expect(await figure.state()).toMatchObject({ scaling: false, lang: "zh", theme: "dark" });
  await page.goto("/index.html");
  await page.reload();
  await figure.ready();
  await expect(page.locator("h1")).toHaveText("一个数一个数地看懂注意力");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(figure.locator(".frame")).toHaveAttribute("lang", "zh-CN");
});

test("the first picture has the live numbers", async ({ page, figure, browser }) => {
  const quiet = await browser.newContext({ javaScriptEnabled: false });
  const still = await quiet.newPage();
  await still.goto("http://127.0.0.1:4173/index.html");
  await expect(still.locator("h1 :visible")).toHaveText("Attention, number by number");
  const picture = still.locator("clearhead-figure svg:visible");
  await expect(picture).toHaveCount(1);
  const drawn = await picture.locator("rect").count();
  const texts = await picture.locator("text").allTextContents();
  await quiet.close();
  await page.goto("/index.html#v=1&lang=en");
  await figure.ready();
  const live = await figure.matrices();
  const cells = live.flatMap(({ indices }) => indices);
  expect(drawn).toBeGreaterThan(cells.length);
  for (const { texts: wanted } of live) for (const text of wanted) expect(texts).toContain(text);
});

for (const [locale, link, heading] of [
  ["zh-CN", "", "一个数一个数地看懂注意力"],
  ["en-GB", "#v=1&lang=zh", "一个数一个数地看懂注意力"],
  ["zh-CN", "#v=1&lang=en", "Attention, number by number"],
  ["fr-FR", "", "Attention, number by number"],
] as const) {
  test(`before the scripts the page speaks to its reader: ${locale} ${link}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.route("**/index.js", (route) => route.abort());
    await page.goto(`http://127.0.0.1:4173/index.html${link}`);
    await expect(page.locator("h1 :visible")).toHaveText(heading);
    const other = heading.startsWith("A") ? /\p{Script=Han}/u : /How|query|word|sentence/;
    expect(await page.locator("body").innerText()).not.toMatch(other);
    await expect(page.locator("clearhead-figure svg:visible")).toHaveCount(1);
    await expect(page).toHaveTitle(heading.startsWith("A") ? /number by number/ : /看懂注意力/);
    await context.close();
  });
}

test("without the engine the reader learns so above the picture", async ({ browser }) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  await page.route("**/core.wasm", (route) => route.abort());
  await page.goto("http://127.0.0.1:4173/index.html");
  const alert = page.locator("clearhead-figure").getByRole("alert");
  await expect(alert).toContainText("本页有一个文件没能加载");
  await expect(alert).toBeInViewport();
  const picture = page.locator("clearhead-figure svg:visible");
  await expect(picture.locator("title")).toHaveText("自注意力：“The cat sat”");
  const [above, below] = [await alert.boundingBox(), await picture.boundingBox()];
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
  await context.close();
});

test("what a link could not set is told once", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&heads=99&lang=en");
  await figure.ready();
  await expect(page.getByText(/heads = 99 was ignored/)).toHaveCount(1);
  await expect(page.locator("#notice")).toBeVisible();
  // What the page does not hear of, the figure tells: a file that is none.
  await figure.locator(".outlets summary").click();
  const file = { name: "a.json", mimeType: "application/json", buffer: Buffer.from("[]") };
  await figure.locator('input[type="file"]').setInputFiles(file);
  await expect(figure.locator(".ignored")).toContainText("JSON");
});

test("a pasted matrix takes the place of the weights", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all");
  await figure.ready();
  await figure.locator(".paste summary").click();
  await figure.locator(".paste select").selectOption("weights");
  const text = figure.locator(".paste textarea");
  await text.fill("[[1, 0], [0, 1]]");
  await figure.locator('[data-action="paste"]').click();
  await expect(figure.locator(".paste").getByRole("alert")).toContainText("3 × 3");
  await text.fill("1, 0, 0\n0, 1, 0\n0, 0, 1");
  await figure.locator('[data-action="paste"]').click();
  await expect
    .poll(async () => (await figure.tensor("weights")).data)
    .toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  await expect(page).toHaveURL(/matrix=weights/);
});

test("exports: SVG equals the scene, PNG is a picture, CSV holds the numbers, a file comes back", async ({
  page,
  figure,
}) => {
  await page.goto("/index.html#v=1&mask=causal&mode=all");
  await figure.ready();
  await figure.locator(".outlets summary").click();
  const save = async (name: string) => {
    const waiting = page.waitForEvent("download");
    await figure.locator(".outlets").getByRole("button", { name, exact: true }).click();
    const { readFile } = await import("node:fs/promises");
    return readFile(await (await waiting).path());
  };
  expect((await save("SVG")).toString()).toContain("1/3");
  expect((await save("PNG")).subarray(1, 4).toString()).toBe("PNG");
  expect((await save("CSV")).toString()).toContain("weights,The,cat,sat");
  const file = await save("Save as file");
  await figure.set({ mask: "none" });
  await figure.locator('input[type="file"]').setInputFiles({
    name: "clearhead.json",
    mimeType: "application/json",
    buffer: file,
  });
  await expect.poll(() => figure.state()).toMatchObject({ mask: "causal" });
});
