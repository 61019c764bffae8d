// Zooming a matrix without trapping the page, and the ring that leads from stage to stage.
import { expect, type Figure, test } from "./support/fixtures.js";

const cell = async (figure: Figure) => (await figure.grid("weights").boundingBox())?.width ?? 0;
const eight = "/embed.html#v=1&lang=en&text=a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x";

test("Ctrl and the wheel zoom; the wheel alone scrolls the page", async ({ page, figure }) => {
  await page.goto(eight);
  await figure.ready();
  await figure.grid("weights").scrollIntoViewIfNeeded();
  const before = await cell(figure);
  await figure.grid("weights").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -120);
  await page.keyboard.up("Control");
  await expect.poll(() => cell(figure)).toBeGreaterThan(1.3 * before);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  const large = await cell(figure);
  const top = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(top);
  expect(await cell(figure)).toBe(large);
});

test("the keys + − 0 do the same, and what is drawn is still what the engine says", async ({
  page,
  figure,
}) => {
  await page.goto(eight);
  await figure.ready();
  const before = await cell(figure);
  await figure.grid("weights").focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("+");
  await expect.poll(() => cell(figure)).toBeGreaterThan(1.5 * before);
  const large = await cell(figure);
  await page.keyboard.press("-");
  await expect.poll(() => cell(figure)).toBeLessThan(large);
  const weights = (await figure.matrices()).find(({ id }) => id === "weights");
  expect(weights?.values).toEqual((await figure.tensor("weights")).data);
  await page.keyboard.press("0");
  await expect.poll(() => cell(figure)).toBe(before);
  // Never smaller than what fits.
  await page.keyboard.press("-");
  expect(await cell(figure)).toBe(before);
});

test("two fingers zoom the matrix and not the page", async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:4173${eight}`);
  await page.locator("ch-matrix[data-panel=weights] canvas").waitFor();
  const grid = page.locator("ch-matrix[data-panel=weights] .grid");
  await grid.scrollIntoViewIfNeeded();
  const box = await grid.boundingBox();
  if (!box) throw new Error("no grid");
  const session = await context.newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height / 2, 600)];
  const fingers = (apart: number) => [
    { x: x - apart, y },
    { x: x + apart, y },
  ];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(20) });
  for (const apart of [30, 40, 50, 60]) {
    await session.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: fingers(apart),
    });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect
    .poll(async () => (await grid.boundingBox())?.width ?? 0)
    .toBeGreaterThan(2 * box.width);
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  await context.close();
});

/** Rings that fly while a second number is opened from a first. */
async function flights(figure: Figure): Promise<number[]> {
  const { page } = figure;
  await page.goto("/embed.html#v=1&lang=en");
  await figure.ready();
  await figure.grid("weights").click();
  await expect(figure.inspector.getByRole("heading").first()).toBeVisible();
  return page.evaluate(async (selector) => {
    const root = document.querySelector(selector)?.shadowRoot as ShadowRoot;
    const durations: number[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof Element) || !node.matches(".flight")) continue;
          setTimeout(() => {
            for (const one of node.getAnimations())
              durations.push(Number(one.effect?.getTiming().duration));
          });
        }
      }
    }).observe(root, { childList: true });
    const query = root.querySelector("ch-matrix[data-panel=query]")?.shadowRoot;
    query?.querySelector<HTMLElement>(".grid")?.click();
    await new Promise((done) => setTimeout(done, 1500));
    durations.push(...(root.querySelector(".flight") ? [Number.POSITIVE_INFINITY] : []));
    return durations;
  }, figure.selector);
}

test("a ring flies to the number that is opened next, for a quarter of a second", async ({
  figure,
}) => {
  expect(await flights(figure)).toEqual([240]);
});

test("nothing flies for readers who want no motion", async ({ page, figure }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await flights(figure)).toEqual([]);
});
