// Figures in other people's pages: elements and iframes on a second, plain origin.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import {
  expect,
  Figure,
  hostOrigin,
  origin,
  releaseOrigin,
  rest,
  test,
} from "./support/fixtures.js";

test.describe("three elements on a plain page", () => {
  // The third figure has an attribute that is not allowed, which is said in the console.
  test("share one worker, settle their heights, keep their own state", async ({ page }) => {
    await page.goto(`${hostOrigin}/three.html`);
    const [one, two, three] = ["#one", "#two", "#three"].map((id) => new Figure(page, id)) as [
      Figure,
      Figure,
      Figure,
    ];
    await one.ready();
    await two.ready();
    await page.locator("#three").getByRole("button").click();
    await three.ready();
    expect(page.workers().length).toBe(1);
    const { data } = await one.tensor("weights");
    expect(data[5]).toBeCloseTo(4 / 7, 6);
    expect((await two.tensor("weights")).shape).toEqual([1, 1, 3, 3]);
    expect(await three.state()).toMatchObject({ seed: 5, mask: "none" });
    // The page's language, or the attribute's.
    await expect(page.locator("#one .frame")).toHaveAttribute("lang", "zh-CN");
    await expect(page.locator("#two .frame")).toHaveAttribute("lang", "en");
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("clearhead-figure")].map((f) => f.clientHeight),
      );
    const before = await heights();
    expect(await rest(page, heights)).toEqual(before);
    expect(Math.min(...before)).toBeGreaterThan(300);
  });

  test("follow attributes, events and methods", async ({ page }) => {
    await page.goto(`${hostOrigin}/three.html`);
    const figure = new Figure(page, "#one");
    await figure.ready();
    const heard = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.body.addEventListener("ch-change", (event) =>
            resolve(JSON.parse(JSON.stringify((event as CustomEvent).detail))),
          );
          document.querySelector("#one")?.setAttribute("mask", "causal");
        }),
    );
    expect(await heard).toMatchObject({
      state: { mask: "causal" },
      link: expect.stringContaining("mask=causal"),
    });
    const json = await page.evaluate(() =>
      (
        document.querySelector("#one") as unknown as { exportJSON(): Promise<unknown> }
      ).exportJSON(),
    );
    expect(json).toMatchObject({ clearhead: "1", state: { mask: "causal" } });
    const svg = await page.evaluate(() =>
      (document.querySelector("#one") as unknown as { toSVG(): Promise<string> }).toSVG(),
    );
    expect(svg).toContain("2/3");
  });

  test("let go of everything when they are removed, and come back", async ({ page }) => {
    await page.goto(`${hostOrigin}/three.html`);
    const figure = new Figure(page, "#one");
    await figure.ready();
    const used = await page.evaluate(async (engineUrl) => {
      const { createEngine } = await import(engineUrl);
      const engine = await createEngine();
      const one = document.querySelector("#one") as HTMLElement;
      const place = one.parentElement as HTMLElement;
      const sizes: number[] = [];
      for (let round = 0; round < 4; round++) {
        one.remove();
        document.querySelector("#two")?.remove();
        await new Promise((done) => setTimeout(done, 100));
        sizes.push((await engine.memory()).used);
        place.prepend(one);
        await (one as unknown as { run(): Promise<unknown> }).run();
      }
      return sizes;
    }, `${releaseOrigin}/engine.js`);
    expect(new Set(used).size).toBe(1);
  });
});

test("without JavaScript the fallback shows", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${hostOrigin}/three.html`);
  for (const at of [0, 1, 2]) await expect(page.locator(".fallback").nth(at)).toBeVisible();
  await context.close();
});

test.describe("when the engine cannot start", () => {
  test.use({ expected: [/Failed to load resource/] });

  test("the fallback stays, the error says what to do, and the page can try again", async ({
    page,
  }) => {
    await page.context().route("**/core.wasm", (route) => route.abort());
    await page.goto(`${hostOrigin}/three.html`);
    const figure = page.locator("#one");
    await expect(figure.getByRole("alert")).toContainText("core.wasm");
    await expect(figure.locator(".fallback")).toBeVisible();
    await page.context().unroute("**/core.wasm");
    await figure.getByRole("alert").getByRole("button").click();
    await new Figure(page, "#one").tensor("weights");
    await expect(figure.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("iframes on a plain page", () => {
  const messages = (page: Page) =>
    page.evaluate(() => (window as unknown as { messages: Record<string, unknown>[] }).messages);
  const ready = async (page: Page) => {
    await expect
      .poll(async () => {
        const heard = (await messages(page)).filter(({ type }) => type === "ready");
        return heard.map(({ frame }) => frame).sort();
      })
      .toEqual(["a", "b", "c"]);
  };
  const send = (page: Page, frame: string, message: Record<string, unknown>) =>
    page.evaluate(
      ([id, content]) => {
        const target = document.querySelector<HTMLIFrameElement>(`#${id}`);
        target?.contentWindow?.postMessage(content, "*");
      },
      [frame, message] as const,
    );

  test("run, also in a sandbox without an origin, and tell their heights", async ({ page }) => {
    await page.goto(`${hostOrigin}/frames.html`);
    await ready(page);
    const count = async () => (await messages(page)).filter(({ type }) => type === "resize").length;
    await rest(page, count); // heights do not chase each other
    const frames = await page.evaluate(() =>
      [...document.querySelectorAll("iframe")].map((frame) => frame.clientHeight),
    );
    for (const height of frames) expect(height).toBeGreaterThan(450);
    expect((await messages(page)).some(({ subject }) => subject === "lti.frameResize")).toBe(true);
  });

  test("obey their host: set, get, theme; and nobody else", async ({ page }) => {
    await page.goto(`${hostOrigin}/frames.html`);
    await ready(page);
    await send(page, "a", {
      clearhead: 1,
      type: "set",
      id: 7,
      state: { mask: "causal", heads: "x" },
    });
    await expect
      .poll(async () => (await messages(page)).find(({ id, type }) => id === 7 && type === "state"))
      .toMatchObject({ state: { mask: "causal" }, ignored: [{ name: "heads" }] });
    await expect
      .poll(async () =>
        (await messages(page))
          .filter(({ type, frame }) => type === "change" && frame === "a")
          .at(-1),
      )
      .toMatchObject({ state: { mask: "causal" } });
    await send(page, "a", { clearhead: 1, type: "theme", theme: "dark" });
    const a = page.frameLocator("#a").locator("html");
    await expect(a).toHaveAttribute("data-theme", "dark");
    await send(page, "a", { clearhead: 1, type: "theme", id: 9, theme: "light" });
    await expect
      .poll(async () => (await messages(page)).find(({ id }) => id === 9))
      .toMatchObject({ type: "state", state: { theme: "light" } });
    // What is no theme is answered, whatever it is.
    for (const at of [0, 1, 2, 3, 4, 5, 6]) {
      await page.evaluate((which) => {
        const loop: Record<string, unknown> = {};
        loop.self = loop;
        const themes = [{ toString: null }, loop, ["dark"], 5n, Number.NaN, "pink", null];
        const target = document.querySelector<HTMLIFrameElement>("#a")?.contentWindow;
        target?.postMessage(
          { clearhead: 1, type: "theme", id: 20 + which, theme: themes[which] },
          "*",
        );
      }, at);
      await expect
        .poll(async () => (await messages(page)).find(({ id }) => id === 20 + at))
        .toMatchObject({ type: "error", message: expect.stringContaining("auto, light or dark") });
    }
    await expect(page.frameLocator("#a").locator(".told")).toContainText("told to the page");
    await send(page, "a", { clearhead: 1, type: "eval", code: "1" });
    await expect
      .poll(async () => (await messages(page)).findLast(({ type }) => type === "error"))
      .toMatchObject({ message: expect.stringContaining("set, get or theme") });
    // A message that does not come from the host is not heard.
    await page.frame({ url: /embed\.html#v=1&lang=en/ })?.evaluate(() => {
      window.postMessage({ clearhead: 1, type: "set", state: { mask: "padding" } }, "*");
    });
    await send(page, "a", { clearhead: 1, type: "get", id: 8 });
    await expect
      .poll(async () => (await messages(page)).find(({ id }) => id === 8))
      .toMatchObject({ state: { mask: "causal" } });
  });

  test("shift nothing of their page but by the heights it grants", async ({ page }) => {
    await page.goto(`${origin}/embed.html#v=1`);
    await new Figure(page).ready();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as unknown as { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(sum), 300);
        }),
    );
    expect(shift).toBeLessThan(0.02);
  });
});

test("single.html works from file://", async ({ page }) => {
  const path = pathToFileURL("dist/single.html").href;
  await page.goto(`${path}#v=1&mask=causal`);
  const figure = new Figure(page);
  await figure.ready();
  const { data } = await figure.tensor("weights");
  expect(data[4]).toBeCloseTo(2 / 3, 6);
  // It may do nothing but run itself: no other script, no request.
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(policy).toHaveAttribute("content", /^default-src 'none'; script-src 'sha256-/);
  await expect(policy).not.toHaveAttribute("content", /unsafe-inline|connect-src/);
  // All parts of the core are in it, and the trained models.
  for (const view of ["alibi", "blueprint", "translate"]) {
    await page.goto(`${path}?${view}#v=1&view=${view}`);
    await expect(page.locator("clearhead-figure canvas").first()).toBeVisible();
    await expect(page.locator("clearhead-figure [role=alert]")).toHaveCount(0);
  }
});

test("single.html says what it needs of an old browser, in both languages", async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "DecompressionStream");
  });
  await page.goto(pathToFileURL("dist/single.html").href);
  await expect(page.getByText("This figure needs Chrome")).toBeVisible();
  await expect(page.getByText("这张图需要 Chrome")).toBeVisible();
  await expect(page.getByText("cannot be shown")).toBeHidden();
});

test("single.html computes in its own thread where no worker may start", async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new DOMException("no worker may start here", "SecurityError");
      }
    } as unknown as typeof Worker;
  });
  await page.goto(`${pathToFileURL("dist/single.html").href}#v=1&mask=causal`);
  const figure = new Figure(page);
  await figure.ready();
  expect((await figure.tensor("weights")).data[4]).toBeCloseTo(2 / 3, 6);
  expect(page.workers().length).toBe(0);
});

test("single.html that came in part says so, in both languages, and blames no browser", async ({
  page,
}, info) => {
  const whole = readFileSync("dist/single.html", "utf8");
  const element = (name: string) => new RegExp(`(<script type="text/plain" id="${name}">)([^<]*)`);
  const cases: [file: string, text: string, told: string][] = [
    ["main.js", "", "single.html does not hold main.js: load it again, whole"],
    ["core.wasm", "", "single.html does not hold core.wasm: load it again, whole"],
    ["models.wasm", "AAAA", "what single.html holds of models.wasm is damaged: load it again"],
  ];
  for (const [name, text, told] of cases) {
    const path = info.outputPath("single.html");
    writeFileSync(path, whole.replace(element(name), `$1${text}`));
    await page.goto(pathToFileURL(path).href);
    await expect(page.getByText(`This figure cannot be shown: ${told}.`)).toBeVisible();
    await expect(page.getByText(`无法显示这张图：${told}。`)).toBeVisible();
    await expect(page.getByText("needs Chrome")).toBeHidden();
  }
});

test("a page whose policy allows only its own scripts and wasm can hold a figure", async ({
  page,
}) => {
  await page.route("**/strict.html", (route) =>
    route.fulfill({
      contentType: "text/html",
      headers: {
        "Content-Security-Policy":
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:",
      },
      body: '<!doctype html><html lang="en"><title>strict</title><script type="module" src="clearhead.js"></script><clearhead-figure loading="eager"></clearhead-figure></html>',
    }),
  );
  await page.goto("/strict.html");
  const figure = new Figure(page);
  await figure.ready();
  await figure.grid("weights").click();
  await expect(figure.inspector.getByRole("heading").first()).toBeVisible();
});

test("two copies of the module do not collide", async ({ page }) => {
  await page.goto(`${hostOrigin}/three.html`);
  await new Figure(page, "#one").ready();
  await page.evaluate((url) => import(url), `${releaseOrigin}/clearhead.js?copy`);
});
