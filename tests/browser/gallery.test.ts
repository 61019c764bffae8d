// Every figure of the gallery in a frame of its own: axe, keyboard, link, small screens; and
// the gallery page with its tasks.
import { lessonNames, lessons } from "../../web/lessons/lessons.js";
import { violationsOf } from "./support/axe.js";
import { expect, Figure, restingWidth, test } from "./support/fixtures.js";

for (const name of lessonNames) {
  test.describe(name, () => {
    test("a number opens by keyboard alone, and 320 pixels suffice", async ({ page, figure }) => {
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
      await figure.set({ mode: "all", lang: "zh" });
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        await restingWidth(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(width);
      }
    });

    test("its first question is of the query ringed first, and says what it leaves out", async ({
      page,
      figure,
    }) => {
      await page.goto(`/embed.html#v=1&view=${name}&lang=en`);
      await figure.ready();
      const weights = (await figure.matrices()).find(
        ({ tensor, gradient }) => tensor === "weights" && !gradient,
      );
      test.skip(!weights, "it has no weights");
      const row = await figure.page.evaluate((id) => {
        const root = document.querySelector("clearhead-figure")?.shadowRoot;
        const matrix = root?.querySelector(`ch-matrix[data-panel="${id}"]`) as unknown as {
          active: { row: number };
        };
        return matrix.active.row;
      }, weights?.id);
      await expect(figure.locator(".prompt .question").first()).toContainText(
        new RegExp(`(query )?${weights?.rowLabels[row]} look`),
      );
      const bars = await figure.locator(".bars li").count();
      const left = (weights?.columns ?? 0) - bars;
      const more = figure.locator(".prompt .hint").filter({ hasText: /^… and/ });
      await expect(more).toHaveText(left > 0 ? [`… and ${left} more`] : []);
    });

    test("its link gives the same numbers", async ({ page, figure }) => {
      const { begin } = await lessons[name]();
      await page.goto(`/embed.html#${["v=1", `view=${name}`, begin].join("&")}&mode=all`);
      await figure.ready();
      // Also what a figure gathers little by little is there after a run.
      await figure.set({});
      const before = await figure.matrices();
      const link = await page.evaluate(
        () => (document.querySelector("clearhead-figure") as unknown as { link: string }).link,
      );
      expect(link).toContain(`view=${name}`);
      await page.goto("about:blank");
      await page.goto(`/embed.html#${link}`);
      await figure.ready();
      await figure.set({});
      expect(await figure.matrices()).toEqual(before);
    });
  });
}

test("the gallery shows every figure with its task, in both languages", async ({ page }) => {
  test.slow(); // axe reads every figure, twice
  await page.goto("/gallery.html");
  await expect(page.locator(".step")).toHaveCount(lessonNames.length);
  for (const name of lessonNames) {
    const step = page.locator(`#${name}`);
    await expect(step.getByRole("heading", { level: 2 }).first()).not.toBeEmpty();
    // The figures above may push it out of view, where a figure waits.
    await expect(async () => {
      await step.scrollIntoViewIfNeeded();
      await expect(step.locator("ch-matrix canvas").first()).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(step.locator(".task")).not.toHaveClass(/done/);
  }
  expect(await violationsOf(page)).toEqual([]);
  await page.locator("#language").selectOption("zh");
  await page.locator("#theme").selectOption("dark");
  await expect(page.locator("h1")).toHaveText(/\p{Script=Han}/u);
  for (const name of lessonNames) {
    await expect(page.locator(`#${name} h2`).first()).toHaveText(/\p{Script=Han}/u);
  }
  expect(await violationsOf(page)).toEqual([]);
});

test("the task of alibi ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#alibi");
  const task = page.locator("#alibi .task");
  await page.locator("#alibi").getByRole("button", { name: "All controls" }).click();
  await page.getByRole("switch", { name: /Wrong sign/ }).click();
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("a mask is painted by pointer and by the space bar; the rest follows", async ({
  page,
  figure,
}) => {
  await page.goto("/embed.html#v=1&view=mask&lang=en&queries=4&keys=4&kind=none");
  await figure.ready();
  const bits = async () => (await figure.tensor("mask")).data.join("");
  const grid = figure.grid("mask");
  const box = await grid.boundingBox();
  if (!box) throw new Error("the mask is not drawn");
  const at = (row: number, column: number) =>
    [box.x + ((column + 0.5) * box.width) / 4, box.y + ((row + 0.5) * box.height) / 4] as const;
  await page.mouse.move(...at(0, 1));
  await page.mouse.down();
  // A fast stroke; beyond the edge nothing is painted.
  await page.mouse.move(...at(0, 3));
  await page.mouse.move(...at(2, 5));
  await page.mouse.up();
  await expect.poll(bits).toBe("1000111111111111");
  expect((await figure.tensor("weights")).data.slice(0, 4)).toEqual([1, 0, 0, 0]);
  await grid.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Space");
  await expect.poll(bits).toBe("1000111111111110");
  // What was painted is in the link, and a double click opens as elsewhere.
  expect(String((await figure.state()).edits)).toContain("mask[0,1]=0");
  await page.mouse.dblclick(...at(2, 2));
  await expect.poll(async () => (await figure.state()).open).toBe("mask[2,2]");
  await expect.poll(bits).toBe("1000111111111110");
});

test("the task of mask ticks itself, by keyboard", async ({ page }) => {
  await page.goto("/gallery.html#mask");
  const figure = new Figure(page, "#mask clearhead-figure");
  await page.locator("#mask clearhead-figure").scrollIntoViewIfNeeded();
  await figure.ready();
  const step = page.locator("#mask");
  await step.getByRole("button", { name: "All controls" }).click();
  await figure.set({ queries: 4, keys: 4 });
  await step.getByLabel("Rule").selectOption("permutation");
  const chips = step.locator(".order .chip");
  await expect(chips).toHaveText(["1", "2", "3", "4"]);
  // 1 2 3 4 → 3 1 2 4 → 3 1 4 2
  await chips.nth(2).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(chips).toHaveText(["3", "1", "2", "4"]);
  await chips.nth(3).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(chips).toHaveText(["3", "1", "4", "2"]);
  await expect(step.locator(".task")).toHaveClass(/done/);
});

test("the task of context ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#context");
  const step = page.locator("#context");
  const length = step.getByRole("textbox", { name: "n, words" });
  await length.fill("8");
  await length.press("Enter");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of positions ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#positions");
  const step = page.locator("#positions");
  const scheme = step.getByRole("combobox", { name: "Scheme" });
  await scheme.selectOption("learned");
  await expect(step.locator("ch-matrix").nth(6)).toBeVisible();
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await scheme.selectOption("alibi");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of rotary ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#rotary");
  const step = page.locator("#rotary");
  const m = step.getByRole("textbox", { name: "Position m of q" });
  await m.fill("2");
  await m.press("Enter");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of stretch ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#stretch");
  const step = page.locator("#stretch");
  await step.getByRole("combobox", { name: "Scaling" }).selectOption("yarn");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of rank ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#rank");
  const step = page.locator("#rank");
  await step.scrollIntoViewIfNeeded();
  await expect(step.locator("ch-matrix canvas").first()).toBeVisible();
  await step.getByRole("button", { name: "All controls" }).click();
  await step.getByLabel("Example").selectOption("counterexample");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of heads ticks itself, by keyboard; an opened cell shows its head", async ({
  page,
}) => {
  await page.goto("/gallery.html#heads");
  const step = page.locator("#heads");
  const grid = step.locator("ch-matrix[data-panel=keep] .grid");
  const off = step.locator("[data-band=off] h3");
  await grid.focus();
  await page.keyboard.press("Space");
  await expect(off).toContainText("Without head 1 ");
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await page.keyboard.press("Space");
  await expect(off).not.toContainText("Without");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(off).toContainText("Without head 3 ");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
  await step.locator("ch-matrix").nth(1).locator(".grid").focus();
  await page.keyboard.press("Enter");
  await expect(step.locator("[data-band=one] h3")).toContainText("Head 2,");
});

test("the task of sharing ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#sharing");
  const task = page.locator("#sharing .task");
  const kinds = page.locator("#sharing").getByRole("combobox", { name: "Key/value heads" });
  // With the latent at first shown the cache is a quarter too, but there are no two heads.
  await kinds.selectOption("mla");
  await expect(page.locator("#sharing").getByRole("slider", { name: /latent/ })).toBeVisible();
  await expect(task).not.toHaveClass(/done/);
  await kinds.selectOption("2");
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("the task of fill ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#fill");
  const task = page.locator("#fill .task");
  await expect(task).not.toHaveClass(/done/);
  await page.locator("#fill").getByRole("button", { name: "All controls" }).click();
  const length = page.locator("#fill").getByRole("textbox", { name: "Visible keys" });
  await length.fill("0");
  await length.press("Enter");
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("the task of gradient ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#gradient");
  const task = page.locator("#gradient .task");
  await expect(task).not.toHaveClass(/done/);
  await page.locator("#gradient").getByRole("button", { name: "All controls" }).click();
  await page.locator("#gradient").getByRole("radio", { name: "causal", exact: true }).click();
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("the task of information ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#information");
  const step = page.locator("#information");
  await step.scrollIntoViewIfNeeded();
  await expect(step.locator("ch-matrix canvas").first()).toBeVisible();
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  // The figures above may have pushed it out of view, where a figure waits.
  await step.getByLabel("Example").scrollIntoViewIfNeeded();
  await step.getByLabel("Example").selectOption("copy");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of cache ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#cache");
  await page.locator("#cache").scrollIntoViewIfNeeded();
  await expect(page.locator("#cache ch-matrix canvas").first()).toBeVisible();
  const task = page.locator("#cache .task");
  const tokens = page.locator("#cache").getByRole("textbox", { name: "Tokens in the cache" });
  await tokens.fill("16384");
  await tokens.press("Enter");
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("the task of cost ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#cost");
  const step = page.locator("#cost");
  const length = step.getByRole("textbox", { name: "n, tokens" });
  await length.fill("3072");
  await length.press("Enter");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of recurrent ticks itself: small inputs leave tanh nearly straight", async ({
  page,
}) => {
  await page.goto("/gallery.html#recurrent");
  const step = page.locator("#recurrent");
  const task = step.locator(".task");
  const set = async (name: RegExp, value: string) => {
    const box = step.getByRole("textbox", { name });
    await box.fill(value);
    await box.press("Enter");
  };
  await expect(step.locator("ch-matrix[data-panel=norms] canvas")).toBeVisible();
  await set(/^ρ/, "1");
  await expect(step.getByText("ρ = 1, σ = 1:")).toBeVisible();
  await expect(task).not.toHaveClass(/done/);
  await set(/^σ/, "0.01");
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("the task of layer ticks itself, by keyboard", async ({ page }) => {
  await page.goto("/gallery.html#layer");
  const step = page.locator("#layer");
  const task = step.locator(".task");
  await step.getByRole("radio", { name: "attention", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(step.locator("ch-matrix[data-panel=alike] canvas")).toBeVisible();
  await step.getByRole("switch", { name: "Residual" }).focus();
  await page.keyboard.press("Space");
  await expect(step.locator("[data-panel=alike]")).toBeVisible();
  await expect(task).not.toHaveClass(/done/);
  const layers = step.getByRole("textbox", { name: "Layers" });
  await layers.fill("12");
  await layers.press("Enter");
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("the task of parameters ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#parameters");
  const step = page.locator("#parameters");
  const set = async (name: RegExp, value: string) => {
    const box = step.getByRole("textbox", { name });
    await box.fill(value);
    await box.press("Enter");
  };
  await set(/^H, heads/, "16");
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await set(/width of a head/, "32");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("an arrow is dragged by its tip, or moved by keys; both numbers are one change", async ({
  page,
  figure,
}) => {
  await page.goto("/embed.html#v=1&view=vectors&lang=en&mode=all");
  await figure.ready();
  const grid = figure.grid("asked");
  await grid.scrollIntoViewIfNeeded();
  const keys = async () => (await figure.tensor("k")).data.slice(2, 4);
  const drag = async (from: [number, number], to: [number, number]) => {
    const box = await grid.boundingBox();
    if (!box) throw new Error("the plane is not drawn");
    const at = ([x, y]: [number, number]) =>
      [box.x + ((x + 4) / 8) * box.width, box.y + ((4 - y) / 8) * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
    await page.mouse.move(...at(to));
    await page.mouse.up();
  };
  await drag([0.8, 1.6], [2, -3]);
  await expect.poll(keys).toEqual([2, -3]);
  expect(String((await figure.state()).edits)).toBe("k[0,0,1,0]=2;k[0,0,1,1]=-3");
  // A drag opens nothing, and what it set is taken back at once.
  expect((await figure.state()).open).toBe("");
  await expect(page.locator(".edits li")).toHaveCount(1);
  await grid.focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(keys).toEqual([1.9, -2.9].map(Math.fround));
  await page.locator(".edits li button").click();
  await expect.poll(keys).toEqual([0.8, 1.6].map(Math.fround));
  expect((await figure.state()).edits).toBe("");
  // The output follows from the values and cannot be dragged.
  await expect(figure.grid("answered").locator(".handle")).toHaveCount(3);
});

test("the task of vectors ticks itself, by keyboard", async ({ page }) => {
  await page.goto("/gallery.html#vectors");
  const step = page.locator("#vectors");
  const grid = step.locator("ch-matrix[data-panel=asked] .grid");
  await grid.focus();
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  // k₂ = (0.8, 1.6): upwards until it is long enough.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  for (let i = 0; i < 24; i++) await page.keyboard.press("Shift+ArrowUp");
  for (let i = 0; i < 8; i++) await page.keyboard.press("Shift+ArrowRight");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of projections ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#projections");
  const step = page.locator("#projections");
  await step.scrollIntoViewIfNeeded();
  await expect(step.locator("ch-matrix canvas").first()).toBeVisible();
  const sharing = step.getByRole("combobox", { name: "Sharing" });
  await sharing.selectOption("key_value");
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await sharing.selectOption("query_key");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of scaling ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#scaling");
  const step = page.locator("#scaling");
  await step.scrollIntoViewIfNeeded();
  await expect(step.locator("ch-matrix canvas").first()).toBeVisible();
  await step.getByRole("combobox", { name: /shown/ }).selectOption("1024");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("seeds grow live, a gathered number opens, and the task ticks itself", async ({ page }) => {
  await page.goto("/gallery.html#seeds");
  const step = page.locator("#seeds");
  await step.scrollIntoViewIfNeeded();
  await expect(step.locator("ch-matrix canvas").first()).toBeVisible();
  const own = new Figure(page, "#seeds clearhead-figure");
  await own.set({ seeds: 300 });
  expect((await own.tensor("runs.smallest.least")).shape).toEqual([300]);
  await own.set({ open: "runs.smallest.least[299]" });
  await expect(step.locator("ch-inspector").getByRole("heading").first()).toBeVisible();
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await own.set({ smaller: 4 });
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("training plays, pauses at once and goes on; the task of train ticks itself", async ({
  page,
}) => {
  await page.goto("/gallery.html#train");
  const step = page.locator("#train");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#train clearhead-figure");
  await own.ready();
  const play = step.getByRole("button", { name: "Train", exact: true });
  const pause = step.getByRole("button", { name: "Pause" });
  const reached = async () =>
    Number((await step.locator(".run > .hint").textContent())?.match(/^\s*([\d,]+) of/)?.[1]);
  await play.focus();
  await page.keyboard.press("Enter");
  await expect(pause).toBeFocused();
  await expect.poll(reached).toBeGreaterThan(10);
  // From the key to the figure at rest.
  const rest = await page.evaluate(async () => {
    const figure = document.querySelector("#train clearhead-figure") as HTMLElement & {
      run(): Promise<unknown>;
    };
    const controls = [...(figure.shadowRoot?.querySelectorAll("ch-controls") ?? [])];
    const button = controls
      .map(({ shadowRoot }) => shadowRoot?.querySelector<HTMLElement>(".play"))
      .find(Boolean);
    const start = performance.now();
    button?.click();
    await figure.run();
    return performance.now() - start;
  });
  expect(rest).toBeLessThan(400); // 100 on a machine that does nothing else
  await expect(play).toBeFocused();
  const paused = await reached();
  expect((await own.tensor("training.loss")).shape).toEqual([paused]);
  expect((await own.state()).steps).toBe(paused);
  await play.press("Enter");
  await expect.poll(reached).toBeGreaterThan(paused);
  await pause.press("Enter");
  await step.getByRole("button", { name: "From the beginning" }).press("Enter");
  await expect.poll(reached).toBe(0);
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await step.getByRole("switch", { name: /shifted/ }).press("Enter");
  await own.set({ steps: 60 });
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("three families train side by side and never hold up the page; the task of families ticks itself", async ({
  page,
}) => {
  await page.goto("/gallery.html#families");
  const step = page.locator("#families");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#families clearhead-figure");
  await own.ready();
  await step.getByRole("radio", { name: "Chinese" }).check();
  await page.evaluate(() => {
    const tasks: number[] = [];
    const seen = new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    seen.observe({ type: "longtask" });
    Object.assign(window, { tasks });
  });
  const reached = async () =>
    Number((await step.locator(".run > .hint").textContent())?.match(/^\s*([\d,]+) of/)?.[1]);
  await step.getByRole("button", { name: "Train", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(reached).toBeGreaterThan(20);
  await step.getByRole("button", { name: "Pause" }).press("Enter");
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  expect(Math.max(0, ...tasks)).toBeLessThan(200); // 50 on a machine that does nothing else
  const counted = await own.tensor("training.counts");
  expect(counted.shape).toEqual([6, 1]);
  await expect(step.getByText(/supervised positions so far/).first()).toBeAttached();
  // Over equal labels the newest point of every curve stands no further than the encoder's count.
  await step.getByRole("radio", { name: "supervised positions" }).check();
  await own.ready();
  // Charts stand where matrices stood before the first step: nothing of these is left.
  const left = await page.evaluate(() => {
    const figure = document.querySelector("#families clearhead-figure");
    const matrices = [...(figure?.shadowRoot?.querySelectorAll("ch-matrix") ?? [])];
    return matrices.filter(({ shadowRoot }) => {
      const canvas = shadowRoot?.querySelector("canvas");
      return shadowRoot?.querySelector(".chart") && canvas && canvas.width > 1;
    }).length;
  });
  expect(left).toBe(0);
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await own.set({ steps: 300 });
  await expect(step.locator(".task")).toHaveClass(/done/, { timeout: 60_000 });
});

test("a trained model goes out as a file, and in again", async ({ page, figure }) => {
  await page.goto(
    "/embed.html#v=1&view=train&lang=en&task=copy&layers=1&d_model=16&batch=8&steps=30",
  );
  await figure.ready();
  await figure.set({});
  const losses = (await figure.tensor("training.loss")).data;
  await page.getByText("Share and export").click();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the trained model" }).click();
  const path = await (await coming).path();
  await figure.set({ steps: 40 });
  const rest = (await figure.tensor("training.loss")).data.slice(losses.length);
  await page.goto("about:blank");
  await page.goto("/embed.html#v=1&view=train&lang=en");
  await figure.ready();
  await page.getByText("Share and export").click();
  await page.getByLabel("Open a trained model").setInputFiles(path);
  await expect.poll(async () => (await figure.state()).steps).toBe(30);
  expect((await figure.state()).task).toBe("copy");
  await figure.set({ steps: 40 });
  expect((await figure.tensor("training.loss")).data).toEqual(rest);
  // Any other file is refused in words.
  const other = { name: "other.safetensors", mimeType: "", buffer: Buffer.from("not a run") };
  await page.getByLabel("Open a trained model").setInputFiles(other);
  await expect(page.locator(".outlets [role=status]")).toContainText("holds no run");
});

test("a box of the blueprint opens by pointer, by keys and by its control", async ({
  page,
  figure,
}) => {
  await page.goto("/embed.html#v=1&view=blueprint&lang=en");
  await figure.ready();
  const open = async () => (await figure.state()).box;
  const box = (id: string) => figure.locator(`ch-diagram button[data-box="${id}"]`);
  await box("encoder.0.feed_forward").click();
  await expect.poll(open).toBe("encoder.0.feed_forward");
  await expect(box("encoder.0.feed_forward")).toHaveAttribute("aria-pressed", "true");
  await expect(figure.grid("bent")).toBeInViewport();
  // One tab stop, from which arrow keys lead to the neighbours and across to the other stack.
  await expect(figure.locator('ch-diagram button[tabindex="0"]')).toHaveCount(1);
  await box("encoder.0.feed_forward").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(box("encoder.0.feed_forward_norm")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(box("encoder.0.self_attention_norm")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(box("decoder.0.self_attention")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(open).toBe("decoder.0.self_attention");
  await expect(box("decoder.0.self_attention")).toBeFocused();
  await figure.set({ mode: "all" });
  await page.getByLabel("Open box").selectOption("Encoder: last norm");
  await expect.poll(open).toBe("encoder.norm");
  await expect(figure.grid("encoder.norm")).toBeVisible();
  // The small picture has the colours of the large one.
  const colours = await page.evaluate(() => {
    const root = document.querySelector("clearhead-figure")?.shadowRoot;
    const inside = (selector: string) => root?.querySelector(selector)?.shadowRoot;
    const [small, large] = [
      inside("ch-diagram")?.querySelector<HTMLCanvasElement>('[data-map="encoder.norm"]'),
      inside('ch-matrix[data-panel="encoder.norm"]')?.querySelector("canvas"),
    ];
    if (!small || !large) throw new Error("the box is not drawn");
    const { width, height } = small;
    const at = (canvas: HTMLCanvasElement, x: number, y: number) =>
      [...(canvas.getContext("2d")?.getImageData(x, y, 1, 1).data ?? [])].join();
    return Array.from({ length: width * height }, (_, cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      const [across, down] = [large.width / width, large.height / height];
      return [at(small, x, y), at(large, (x + 0.4) * across, (y + 0.4) * down)];
    });
  });
  expect(new Set(colours.map(([small]) => small)).size).toBeGreaterThan(20);
  for (const [small, large] of colours) expect(small).toBe(large);
});

test("the task of blueprint ticks itself, by keyboard", async ({ page }) => {
  await page.goto("/gallery.html#blueprint");
  const own = new Figure(page, "#blueprint clearhead-figure");
  await page.locator("#blueprint clearhead-figure").scrollIntoViewIfNeeded();
  await own.ready();
  const task = page.locator("#blueprint .task");
  await expect(task).not.toHaveClass(/done/);
  const stop = page.locator('#blueprint ch-diagram button[tabindex="0"]');
  await stop.focus();
  for (const key of ["End", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await expect.poll(async () => (await own.state()).box).toBe("decoder.1.cross_attention");
  const grid = own.grid("weights");
  await expect(grid).toHaveAttribute("aria-rowcount", "4");
  await grid.focus();
  for (const key of ["Control+Home", "ArrowDown", "End", "Enter"]) await page.keyboard.press(key);
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
});

test("a translation is written by itself and pauses; the task of translate ticks itself, by keyboard", async ({
  page,
}) => {
  await page.goto("/gallery.html#translate");
  const step = page.locator("#translate");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#translate clearhead-figure");
  await own.ready();
  const heading = step.locator('[data-band="next"] h3');
  await expect(heading).toHaveText("Token 1 of 5: [BOS] → ▁We");
  const play = step.getByRole("button", { name: "Write", exact: true });
  await play.press("Enter");
  await expect(heading).toHaveText("Token 2 of 5: [BOS] ▁We → ▁like");
  const pause = step.getByRole("button", { name: "Pause" });
  await expect(pause).toBeFocused();
  await pause.press("Enter");
  await expect(play).toBeFocused();
  await own.set({ step: 1 });
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  const grid = own.grid("next");
  await grid.focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("Token 2 of 6: [BOS] ▁We → ▁love");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
  // The number that was opened is shown, and closing it leaves the text as it is.
  await expect(own.inspector.getByRole("heading").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(grid).toBeFocused();
  expect((await own.state()).forced).not.toBe("");
});

test("the task of sense ticks itself when one word turns the sense", async ({ page }) => {
  await page.goto("/gallery.html#sense");
  const step = page.locator("#sense");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#sense clearhead-figure");
  await own.ready();
  const task = step.locator(".task");
  await expect(task).not.toHaveClass(/done/);
  const fields = step.getByRole("textbox");
  await fields.nth(0).fill("We walked to the bank of the stream.");
  await fields.nth(1).fill("We walked to the bank of the company.");
  await page.keyboard.press("Enter");
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
  // Its query is the same number for number, and every number opens.
  const grid = own.grid("query");
  await grid.focus();
  await page.keyboard.press("Control+End");
  await expect(step.locator('ch-matrix[data-panel="query"] [role="gridcell"]')).toContainText(
    "1−2, feature 32, 0",
  );
  await page.keyboard.press("Enter");
  await expect(own.inspector.getByRole("heading").first()).toBeVisible();
});

test("the task of prune ticks itself at the last head that can go, by keyboard", async ({
  page,
}) => {
  await page.goto("/gallery.html#prune");
  const step = page.locator("#prune");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#prune clearhead-figure");
  await own.ready();
  const task = step.locator(".task");
  const slider = step.getByRole("slider", { name: "Heads removed" });
  await slider.focus();
  for (const removed of [1, 2, 3, 4, 5, 6, 7]) {
    await expect(task).not.toHaveClass(/done/);
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await own.state()).removed).toBe(removed);
    await own.ready();
  }
  await expect(task).toHaveClass(/done/);
  await expect(task.getByRole("status")).not.toBeEmpty();
  // The loss opens.
  const grid = own.grid("curve");
  await grid.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await expect(own.inspector.getByRole("heading").first()).toBeVisible();
});

test("a branch of the tree is forced by keyboard; on a phone the tree scrolls by itself", async ({
  page,
  figure,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/embed.html#v=1&view=translate&lang=en");
  await figure.ready();
  const tree = figure.locator('ch-matrix[data-panel="tree"]');
  const scrolled = () => tree.locator(".box").evaluate((box) => box.scrollLeft);
  const grid = figure.grid("tree");
  await grid.focus();
  await page.keyboard.press("Control+Home");
  expect(await scrolled()).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(scrolled).toBeGreaterThan(100);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(tree.locator('[role="gridcell"]')).toContainText(
    /^token 1, .+ log p = .+, goes on$/,
  );
  const node = (await figure.tensor("tree")).data[1];
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await figure.state()).open).toBe("tree.1.sums[0,0]");
  const { data } = await figure.tensor("tree.1.sums");
  expect(data).toEqual([node]);
  await expect(figure.inspector.getByRole("heading").first()).toBeVisible();
});

test("the task of lens ticks itself, by keyboard; an opened token is followed", async ({
  page,
}) => {
  await page.goto("/gallery.html#lens");
  const step = page.locator("#lens");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#lens clearhead-figure");
  await own.ready();
  const heading = step.locator('[data-band="token"] h3');
  await expect(heading).toHaveText(
    "Position 6, [BOS] ▁The ▁keys ▁to ▁the ▁cabinet: what comes next",
  );
  // The link asks for the last position, whichever that is: the control shows it.
  await expect(step.getByRole("textbox", { name: "Position read last" })).toHaveValue("6");
  // Its table says what the cells have no room for.
  const drawn = step.locator('ch-matrix[data-panel="lens"]');
  const twin = drawn.getByRole("button", { name: /table/i });
  await twin.click();
  await expect(drawn.getByRole("table").getByRole("cell").last()).toHaveText("▁are 0.997");
  await twin.click();
  // After layer 1 the likeliest token is another one: it is opened, and followed.
  const map = own.grid("lens");
  await map.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await own.state()).token).toBe("▁is");
  await expect(step.locator('[data-band="direct"] h3')).toHaveText(
    "What adds up to the logit of ▁is",
  );
  await page.keyboard.press("Escape");
  await own.set({ token: "" });
  await step.getByRole("textbox", { name: "Compared with" }).fill("is");
  await page.keyboard.press("Enter");
  await expect(step.locator('[data-band="direct"] h3')).toContainText("minus that of ▁is");
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  const bars = own.grid("direct");
  await bars.focus();
  await page.keyboard.press("Control+End");
  for (let up = 0; up < 4; up++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
});

test("the task of patch ticks itself, by keyboard; an opened cell is performed below", async ({
  page,
}) => {
  await page.goto("/gallery.html#patch");
  const step = page.locator("#patch");
  await step.scrollIntoViewIfNeeded();
  const own = new Figure(page, "#patch clearhead-figure");
  await own.ready();
  const heading = step.locator('[data-band="patched"] h3');
  await expect(heading).toContainText("Position 3 (▁key)");
  const grid = own.grid("map");
  await grid.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await expect(heading).toContainText("Position 6 (▁cabinet)");
  await expect(heading).toContainText("the stream (after layer 2, feed-forward)");
  // The whole stream at the end: what comes next is what the first sentence calls for, to the bit.
  const { shape, data } = await own.tensor("spreads");
  const size = shape[2] ?? 0;
  expect(data.slice(2 * size)).toEqual(data.slice(0, size));
  await expect(step.locator(".task")).not.toHaveClass(/done/);
  await page.keyboard.press("Escape");
  await own.set({ part: "head" });
  await expect(heading).toContainText("the output of layer 2, head 1");
  await grid.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await expect(heading).toContainText("the output of layer 2, head 4");
  await expect(step.locator(".task")).toHaveClass(/done/);
  await expect(step.locator(".task").getByRole("status")).not.toBeEmpty();
  // The number goes on to the runs that it is taken from.
  await expect(own.inspector.getByRole("heading").first()).toBeVisible();
});
