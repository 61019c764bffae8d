// What leaves a figure by the clipboard comes back as the same figure: as a link, and
// as embed code in somebody else's page.
import type { Page } from "@playwright/test";
import { expect, Figure, hostOrigin, origin, test } from "./support/fixtures.js";

const state =
  "v=1&text=我 爱 NLP&seed=7&heads=2&mask=causal&edits=scores[0,1,2,0]=3.5&open=weights[0,1,2,0]";

test.describe.configure({ timeout: 180_000 });
test.use({ permissions: ["clipboard-read", "clipboard-write"] });

async function copied(page: Page, button: string): Promise<string> {
  const figure = new Figure(page);
  await figure.ready();
  const open = figure.locator("details.outlets[open]");
  if ((await open.count()) === 0) await figure.locator("details.outlets summary").click();
  await figure.locator("details.outlets").getByRole("button", { name: button }).click();
  await expect(figure.locator("details.outlets [role=status]")).toHaveText("Copied.");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("the copied link opens the same state and the same numbers", async ({ page, context }) => {
  await page.goto(`/#${state}&lang=en`);
  const link = await copied(page, "Copy link");
  expect(link.startsWith(`${origin}/index.html#v=1&`)).toBe(true);
  const [here, there] = [new Figure(page), new Figure(await context.newPage())];
  await there.page.goto(link);
  await there.ready();
  expect(await there.state()).toEqual(await here.state());
  expect(await there.tensor("weights")).toEqual(await here.tensor("weights"));
});

test("the copied embed code draws the same figure in another page, which does not move", async ({
  page,
  context,
}) => {
  await page.goto(`/embed.html#${state}&lang=en`);
  const code = await copied(page, "Copy embed code");
  const host = await context.newPage();
  await host.goto(`${hostOrigin}/pasted.html#${encodeURIComponent(code)}`);
  await host.waitForFunction(() => (window as unknown as { drawn?: boolean }).drawn);
  const frame = host.frames().find((one) => one.url().startsWith(`${origin}/embed.html#`));
  if (!frame) throw new Error(`no frame in ${code}`);
  const embedded = await frame.evaluate(async () => {
    const figure = document.querySelector("clearhead-figure") as unknown as {
      getState(): Record<string, unknown>;
      run(): Promise<{ tensor(name: string): Promise<{ data: ArrayLike<number> }> }>;
    };
    const { data } = await (await figure.run()).tensor("weights");
    return { state: figure.getState(), data: Array.from(data) };
  });
  const here = new Figure(page);
  expect(embedded.state).toEqual(await here.state());
  expect(embedded.data).toEqual((await here.tensor("weights")).data);
  await expect(frame.locator("ch-matrix[data-panel='weights'] canvas")).toBeVisible();
  await host.waitForTimeout(500);
  expect(await host.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(
    0.02,
  );
});
