// For everyone: axe in both languages and themes and in forced colours, the accessible
// tree of a matrix, small screens, reduced motion, print, fonts.
import { lessonNames } from "../../web/lessons/lessons.js";
import { violationsOf } from "./support/axe.js";
import { expect, restingWidth, test } from "./support/fixtures.js";

const STATES = {
  guided: "v=1",
  everything:
    "v=1&mode=all&mask=causal&gradients=true&edits=scores[0,0,1,1]=2&open=weights[0,0,1,1]",
};

for (const lang of ["en", "zh"]) {
  for (const colours of ["light", "dark", "forced"] as const) {
    for (const [name, state] of Object.entries(STATES)) {
      test(`axe finds nothing: ${name}, ${lang}, ${colours}`, async ({ page, figure }) => {
        test.slow(); // axe reads every element of every panel
        await page.emulateMedia({
          colorScheme: colours === "dark" ? "dark" : "light",
          forcedColors: colours === "forced" ? "active" : "none",
        });
        await page.goto(`/index.html#${state}&lang=${lang}`);
        await figure.ready();
        await restingWidth(page);
        // Forced colours replace what axe would measure.
        const disabled = colours === "forced" ? ["color-contrast"] : [];
        expect(await violationsOf(page, disabled)).toEqual([]);
      });
    }
  }
}

test("a matrix is a figure with a grid, one tab stop and a table twin", async ({
  page,
  figure,
}) => {
  await page.goto("/index.html#v=1&lang=en");
  await figure.ready();
  const matrix = figure.locator('ch-matrix[data-panel="weights"]');
  await expect(matrix.getByRole("grid")).toMatchAriaSnapshot(`
    - grid:
      - row:
        - gridcell "query cat, key sat, 4/7, largest of 3"
  `);
  await expect(matrix.getByRole("grid")).toHaveAttribute("aria-rowcount", "3");
  await expect(matrix.locator('[tabindex="0"]')).toHaveCount(1);
  await matrix.getByRole("button", { name: /table/i }).click();
  const cells = matrix.getByRole("table").getByRole("cell");
  expect(await cells.allTextContents()).toEqual([
    ...["1/4", "1/2", "1/4"],
    ...["1/7", "2/7", "4/7"],
    ...["1/10", "4/5", "1/10"],
  ]);
});

for (const width of [320, 360, 768, 1280, 1600]) {
  test(`nothing scrolls sideways at ${width} px`, async ({ page, figure }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const state of [
      "v=1",
      "v=1&mode=all&open=weights[0,0,1,2]",
      "v=1&example=same-word&mode=all",
    ]) {
      await page.goto("about:blank");
      await page.goto(`/index.html#${state}`);
      await figure.ready();
      expect(await restingWidth(page), state).toBeLessThanOrEqual(width);
    }
  });
}

const large = () => {
  document.documentElement.style.fontSize = "200%";
};

for (const name of lessonNames) {
  test(`nothing scrolls sideways in letters twice as large (${name})`, async ({ page, figure }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/embed.html#v=1&view=${name}&lang=en`);
    await figure.ready();
    await page.evaluate(large);
    for (const lang of ["en", "zh"]) {
      await figure.set({ lang });
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await restingWidth(page), `${lang} ${width}`).toBeLessThanOrEqual(width);
      }
    }
  });
}

for (const path of ["/index.html", "/gallery.html"]) {
  test(`nothing scrolls sideways in letters twice as large (${path})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(path);
    // Below the list of the gallery's titles, it is loaded when it comes near.
    await page.locator("clearhead-figure").first().scrollIntoViewIfNeeded();
    await page.locator("ch-matrix canvas").first().waitFor();
    await page.evaluate(large);
    expect(await restingWidth(page)).toBeLessThanOrEqual(320);
  });
}

test("on a phone the number opens in a sheet that leaves half of the screen", async ({
  page,
  figure,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/index.html#v=1&lang=en");
  await figure.ready();
  await page.getByRole("button", { name: "open 4/7" }).click();
  const box = await figure.locator(".sheet").boundingBox();
  expect(box?.height).toBeLessThan(740 * 0.6);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(740, 0);
});

test("on a phone the sheet does not cover the number that it opens", async ({ page, figure }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/index.html");
  await figure.ready();
  const visible = (panel: string) => async () => {
    const cell = await figure.grid(panel).getByRole("gridcell").boundingBox();
    const sheet = await figure.locator(".sheet").boundingBox();
    return cell && sheet && cell.y >= 0 && cell.y + cell.height <= sheet.y;
  };
  await figure.locator('[data-action="open"]').click();
  await expect.poll(visible("weights")).toBe(true);
  await figure.inspector.locator('button[data-key^="query["]').first().click();
  await expect.poll(visible("query")).toBe(true);
});

test("targets are large enough for a finger", async ({ page, figure }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/index.html#v=1&mode=all");
  await figure.ready();
  const small = await page.evaluate(() => {
    const found: string[] = [];
    const visit = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (
          !element.matches(
            "button, select, textarea, summary, input:not([type=file]):not([type=radio])",
          )
        )
          continue;
        const { width, height } = element.getBoundingClientRect();
        if (width > 0 && (width < 24 || height < 24)) {
          found.push(`${element.outerHTML.slice(0, 80)} ${width}×${height}`);
        }
      }
    };
    visit(document);
    return found;
  });
  expect(small).toEqual([]);
});

test("nothing moves when motion is to be reduced", async ({ page, figure }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/index.html");
  await figure.ready();
  await page.getByRole("button", { name: /4\/7/ }).click();
  const moving = await page.evaluate(() => {
    const timed = (animation: Animation) =>
      Number(animation.effect?.getComputedTiming().activeDuration ?? 0) > 10;
    return document.getAnimations().filter(timed).length;
  });
  expect(moving).toBe(0);
});

test("print shows the figure without its controls", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&mode=all");
  await figure.ready();
  await page.emulateMedia({ media: "print" });
  await expect(figure.locator(".top")).toBeHidden();
  await expect(figure.locator(".bottom")).toBeHidden();
  await expect(figure.locator('ch-matrix[data-panel="weights"]')).toBeVisible();
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test("Chinese is drawn with a font that has it", async ({ page, figure }) => {
  await page.goto("/index.html#v=1&text=我爱自然语言处理&lang=zh&weights=random");
  await figure.ready();
  // Glyphs that no font has are all drawn as the same box.
  const same = await page.evaluate(() => {
    const draw = (text: string, family: string) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 48;
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.font = `32px ${family}`;
      context.fillText(text, 4, 38);
      return canvas.toDataURL();
    };
    const frame = document.querySelector("clearhead-figure")?.shadowRoot?.querySelector(".frame");
    const families = [
      getComputedStyle(document.body),
      getComputedStyle(document.querySelector("h1") as Element),
    ];
    if (frame) families.push(getComputedStyle(frame));
    const words = new Set(
      [...document.body.innerText, ..."我爱自然语言处理"].filter((c) => /\p{Script=Han}/u.test(c)),
    );
    return families.flatMap(({ fontFamily }) => {
      const tofu = draw("\u{10FFFF}", fontFamily);
      return [...words].filter((glyph) => draw(glyph, fontFamily) === tofu);
    });
  });
  expect(same).toEqual([]);
});
