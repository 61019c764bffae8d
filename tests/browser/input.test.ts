// What readers type and how fast they do it.
import { expect, test } from "./support/fixtures.js";

const TEXTS: [name: string, text: string, tokens: string[]][] = [
  ["English", "Hello, world!", ["Hello", ",", "world", "!"]],
  ["Chinese", "小狗追小猫。", ["小", "狗", "追", "小", "猫", "。"]],
  ["both", "我用 GPU 训练", ["我", "用", "GPU", "训", "练"]],
  ["emoji", "👨‍👩‍👧 likes 🍎", ["👨‍👩‍👧", "likes", "🍎"]],
  ["right to left", "שלום עולם", ["שלום", "עולם"]],
  ["10,000 characters", "word ".repeat(2000), Array(64).fill("word")],
  ["one letter", "a", ["a"]],
  ["tags", "<b>&</b>", ["<", "b", ">", "&", "<", "/", "b", ">"]],
];

for (const [name, text, tokens] of TEXTS) {
  test(`a sentence of ${name}`, async ({ page, figure }) => {
    await page.goto("/index.html#v=1&mode=all");
    await figure.ready();
    const field = figure.locator("input#control-text");
    await field.fill(text);
    await field.press("Enter");
    const labels = async () =>
      (await figure.matrices()).find(({ id }) => id === "tokens")?.rowLabels;
    await expect.poll(labels, { timeout: 20_000 }).toEqual(tokens);
    const { data } = await figure.tensor("weights");
    expect(data.every(Number.isFinite)).toBe(true);
    if (tokens.length === 64) await expect(figure.locator(".frame")).toContainText("64");
  });
}

test("an empty sentence says so and recovers", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all&lang=en");
  await figure.ready();
  const field = figure.locator("input#control-text");
  await field.fill("");
  await field.press("Enter");
  await expect(figure.locator(".frame")).toContainText(/no token|empty/i);
  await field.fill("cat sat");
  await field.press("Enter");
  await expect.poll(async () => (await figure.matrices())[0]?.rowLabels).toEqual(["cat", "sat"]);
});

test("tokens are joined and split by hand", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all&text=我爱你&lang=en");
  await figure.ready();
  await figure.locator("ch-controls").getByRole("button", { name: "Join 我 and 爱" }).click();
  await expect.poll(async () => (await figure.matrices())[0]?.rowLabels).toEqual(["我爱", "你"]);
  await expect(page).toHaveURL(/tokens=/);
  await figure.locator("ch-controls").getByRole("button", { name: "Split 我爱" }).click();
  await figure
    .locator("ch-controls")
    .getByRole("button", { name: /Split between/ })
    .click();
  await expect
    .poll(async () => (await figure.matrices())[0]?.rowLabels)
    .toEqual(["我", "爱", "你"]);
});

test("a number half typed outlasts what is drawn meanwhile", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all&d_model=6&seed=1");
  await figure.ready();
  const width = figure.locator("input#control-d_model");
  await width.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await page.evaluate(() => {
    location.hash = "#v=1&mode=all&d_model=6&seed=2";
  });
  await expect(figure.locator("input#control-seed")).toHaveValue("2");
  await expect(width).toHaveValue("1");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/d_model=12/);
  await expect(width).toHaveValue("12");
});

test("a number that is refused stays with its reason until another comes", async ({
  page,
  figure,
}) => {
  await page.goto("/index.html#v=1&mode=all&lang=en&d_model=6");
  await figure.ready();
  const width = figure.locator("input#control-d_model");
  await width.fill("100000");
  await width.press("Enter");
  const reason = figure.locator("[role=alert]").filter({ hasText: "100000" });
  await expect(reason).toBeVisible();
  await expect(width).toHaveValue("100000");
  await page.evaluate(() => {
    location.hash = "#v=1&mode=all&lang=en&d_model=8";
  });
  await expect(width).toHaveValue("8");
  await expect(reason).toHaveCount(0);
});

test("the last of many quick changes wins", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&text=The+cat+sat+on+the+mat&mode=all");
  await figure.ready();
  const { state, csv } = await page.evaluate(async () => {
    const element = document.querySelector("clearhead-figure") as unknown as {
      setState(state: unknown): void;
      run(): Promise<{ state: Record<string, unknown> }>;
      toCSV(): Promise<string>;
    };
    for (let seed = 1; seed <= 200; seed++) {
      element.setState({ seed, heads: 1 + (seed % 4), mask: seed % 2 ? "causal" : "none" });
      if (seed % 20 === 0) await new Promise(requestAnimationFrame);
    }
    const { state: last } = await element.run();
    return { state: last, csv: await element.toCSV() };
  });
  expect(state).toMatchObject({ seed: 200, heads: 1, mask: "none" });
  await expect(page).toHaveURL(/seed=200/);
  await page.reload();
  await figure.ready();
  expect(await figure.csv()).toBe(csv);
});

test("fast clicks through the page leave it working", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all&text=The+cat+sat+on+the+mat&lang=en");
  await figure.ready();
  for (let round = 0; round < 6; round++) {
    await page.getByRole("switch", { name: /√d k/ }).click({ noWaitAfter: true });
    await figure
      .grid("weights")
      .click({ position: { x: 10 + 20 * round, y: 10 }, noWaitAfter: true });
    await figure.grid("query").click({ position: { x: 10, y: 10 + 8 * round }, noWaitAfter: true });
  }
  await expect(figure.inspector.getByRole("heading").first()).toContainText("query");
  // Asked first: the numbers of the newest state, which are drawn by then.
  const { data } = await figure.tensor("weights");
  const weights = (await figure.matrices()).find(({ id }) => id === "weights");
  expect(weights?.values).toEqual(data);
});

test("a number that is being typed stays with its figure", async ({ page, figure }) => {
  await page.goto("/embed.html#v=1&view=fill&mode=all&lang=en");
  await figure.ready();
  await figure.grid("scores").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("5");
  await page.evaluate(() => {
    location.hash = "v=1&view=gradient&mode=all&lang=en";
  });
  await expect.poll(async () => (await figure.state()).view).toBe("gradient");
  // Of a view that is on its way only the name is known.
  await expect.poll(async () => (await figure.state()).edits).toBeDefined();
  await figure.ready();
  expect((await figure.state()).edits).toBe("");
});

test("a sentence of no words leaves nothing to paint, and nothing fails", async ({
  page,
  figure,
}) => {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(String(error)));
  await page.goto("/embed.html#v=1&view=heads&lang=en&mode=all&text=");
  await figure.ready();
  await figure.set({ text: "a b" });
  expect(failures).toEqual([]);
  expect((await figure.tensor("weights")).shape.slice(-2)).toEqual([2, 2]);
});

test("what is no tensor, no number and no figure is told as that", async ({ page, figure }) => {
  await page.goto("/embed.html#v=1&view=fill&lang=en&mode=all&edits=foo[0]=1;scores[0,0]=1e39");
  await figure.ready();
  await expect(page.locator("clearhead-figure")).toContainText("no tensor of this name can be set");
  await expect(page.locator("clearhead-figure")).toContainText("scores[0,0]=1e+39");
  await page.goto("about:blank");
  await page.goto("/embed.html#v=1&view=nonsense&lang=en");
  await expect(page.locator("clearhead-figure")).toContainText("attention, vectors");
});
