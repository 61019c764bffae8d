// A cell of ‖∂out_i/∂x_j‖ opens as its chain rule, and the map follows an edit inside the layer.
import { expect, type Figure, test } from "./support/fixtures.js";

/** What the engine says of a cell, asked past the picture. */
function explained(figure: Figure, index: number[]) {
  return figure.page.evaluate(
    async ([selector, at]) => {
      const element = document.querySelector(selector as string) as unknown as {
        run(): Promise<{
          explain(
            name: string,
            index: number[],
          ): Promise<{ value: number; terms: { kind: string; value: number }[] }>;
        }>;
      };
      return (await element.run()).explain("gradient_map", at as number[]);
    },
    [figure.selector, index] as const,
  );
}

test("a cell opens as the root of its squares, and each slope as its chain rule", async ({
  page,
  figure,
}) => {
  await page.goto("/index.html#v=1&lang=en&gradients=true&mask=causal");
  await figure.ready();
  const map = (await figure.matrices()).find(({ id }) => id === "gradient_map");
  const drawn = map?.values[2 * 3 + 1] as number;
  const { value, terms } = await explained(figure, [2, 1]);
  expect(value).toBe(drawn);
  expect(terms.at(-1)?.kind).toBe("square_root");
  expect(terms.at(-1)?.value).toBeCloseTo(drawn, 5);

  await figure.grid("gradient_map").focus();
  await page.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"])
    await page.keyboard.press(key);
  const heading = figure.inspector.getByRole("heading").first();
  await expect(heading).toHaveText("influence of an input on an output · sat, cat");
  await expect(figure.inspector.locator("ol.rows li").first()).toContainText("²");
  await figure.inspector.locator("ol.rows button.cell").first().click();
  await expect(heading).toContainText("slope of output · sat, feature");
  await expect(heading).toContainText("by input X · cat, feature");
  await expect(figure.inspector).toContainText("chain rule");
  expect((await figure.state()).open).toMatch(/^d:x\[0,1,\d\]@output\[0,2,\d\]$/);
  await expect(page).toHaveURL(/open=d:x\[0,1,\d\]@output\[0,2,\d\]/);
  const said = await heading.textContent();
  const number = await figure.inspector.locator("p.value").textContent();
  await page.reload();
  await figure.ready();
  await expect(heading).toHaveText(said as string);
  await expect(figure.inspector.locator("p.value")).toHaveText(number as string);
  // Further down, under the same output cell, to a weight of the model.
  await figure.inspector.locator("ol.rows button.cell, ul.rows button.cell").first().click();
  await expect(heading).toContainText("slope of output · sat, feature");
});

// Twenty matrices of 64 × 64 take their time on a busy machine; the limit is below.
test.describe.configure({ timeout: 180_000 });

test("at 64 tokens the map of an edited layer comes at once, and the page stays alive", async ({
  page,
  figure,
}) => {
  const text = Array.from({ length: 64 }, (_, at) => `w${at}`).join("+");
  await page.goto(`/embed.html#v=1&text=${text}&d_model=64&d_k=16&heads=4&gradients=true`);
  await figure.ready();
  const longest = await page.evaluate(async () => {
    const element = document.querySelector("clearhead-figure") as unknown as {
      setState(state: unknown): void;
      run(): Promise<unknown>;
    };
    const start = performance.now();
    let frames = 0;
    let on = true;
    const count = () => {
      frames++;
      if (on) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    element.setState({ edits: "weights[0,0,1,0]=0.5;key[0,2,3]=1" });
    await element.run();
    on = false;
    return { time: performance.now() - start, frames };
  });
  // By a backward pass for every feature of every output it took minutes.
  expect(longest.time).toBeLessThan(10_000);
  expect(longest.frames).toBeGreaterThan(0);
  const map = (await figure.matrices()).find(({ id }) => id === "gradient_map");
  expect((await explained(figure, [1, 0])).value).toBe(map?.values[64]);
});
