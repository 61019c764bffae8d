// What goes wrong is said in the reader's language: no sentence of the engine in a Chinese page.
import { expect, type Figure, test } from "./support/fixtures.js";

/** Three Latin words in a row are a sentence; names, formulas and lists are none. */
const SENTENCE = /[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/;
const HAN = /\p{Script=Han}/u;

async function chinese(text: Promise<string>): Promise<void> {
  const said = await text;
  expect(said).toMatch(HAN);
  expect(said).not.toMatch(SENTENCE);
}

const said = (figure: Figure, selector: string) =>
  figure.locator(selector).first().innerText({ timeout: 10_000 });

for (const link of [
  "gradients=true&of=nothing",
  "gradients=true&of=output[9,9,9]",
  "gradients=true&of=mask",
  "edits=scores[0,0,9,9]=1",
  "matrix=weights:1,0;0,1",
  "mask=diagonal&d_model=x&foo=bar&controls=what",
  "weights=previous-token&d_model=2",
  "example=exact&text=hello",
]) {
  test(`a link or control that asks for what there is not: ${link}`, async ({ page, figure }) => {
    await page.goto(`/embed.html#v=1&lang=zh&mode=all&${link}`);
    await figure.ready();
    await chinese(said(figure, ".ignored"));
  });
}

for (const open of ["weights[0,0,9,9]", "nothing[0]", "gradient_map[9,9]", "d:mask[0,0]"]) {
  test(`a number that there is not: ${open}`, async ({ page, figure }) => {
    await page.goto(`/embed.html#v=1&lang=zh&open=${open}`);
    await figure.ready();
    await chinese(said(figure, "ch-inspector .failed"));
  });
}

test("files, matrices and cells that cannot be read", async ({ page, figure }) => {
  await page.goto("/embed.html#v=1&lang=zh&mode=all");
  await figure.ready();
  await figure.locator("details.outlets summary").click();
  await figure.locator("input[type=file]").setInputFiles({
    name: "state.json",
    mimeType: "application/json",
    buffer: Buffer.from("not a state"),
  });
  await chinese(said(figure, ".ignored"));
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  await figure.locator("details.outlets").getByRole("button", { name: "PNG" }).click();
  await expect(figure.locator("details.outlets [role=status]")).not.toHaveText("");
  await chinese(said(figure, "details.outlets [role=status]"));
  await figure.grid("weights").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("abc");
  await page.keyboard.press("Enter");
  await chinese(said(figure, "ch-matrix [role=alert], ch-matrix .wrong, ch-matrix .error"));
});

test.describe("an engine that does not start, or stops", () => {
  test.use({ expected: [/Failed to load resource|wasm/] });

  test("is told with the way out", async ({ page, figure }) => {
    await page.context().route("**/core.wasm", (route) => route.abort());
    await page.goto("/embed.html#v=1&lang=zh");
    await expect(figure.locator("[role=alert]")).toBeVisible();
    await chinese(said(figure, "[role=alert]"));
  });

  test("so is the rest of the core, which only other figures ask for", async ({ page, figure }) => {
    await page.context().route("**/more.wasm", (route) => route.abort());
    await page.goto("/embed.html#v=1");
    await figure.ready();
    await page.goto("/embed.html?other#v=1&view=alibi&lang=zh");
    await expect(figure.locator("[role=alert]")).toBeVisible();
    await chinese(said(figure, "[role=alert]"));
    await page.context().unroute("**/more.wasm");
    await figure.locator("[role=alert]").getByRole("button").click();
    await expect(figure.locator("ch-matrix").first()).toBeVisible();
    await expect(figure.locator("[role=alert]")).toHaveCount(0);
  });

  test("so is a part of the page that does not load", async ({ page, figure }) => {
    await page.goto("/embed.html#v=1&lang=zh");
    await figure.ready();
    await page.context().route("**/*.js", (route) => route.abort());
    await figure.locator(".bottom button[aria-expanded]").click();
    await expect(figure.locator("[role=alert]").first()).toBeVisible();
    await chinese(said(figure, "[role=alert]"));
  });
});
