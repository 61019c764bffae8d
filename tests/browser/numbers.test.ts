// Drawn equals engine: what the painters get, what the pixels show and what is written.
import { lut } from "../../web/scene/colours.js";
import { expect, flat, type Matrix, restingWidth, test } from "./support/fixtures.js";

const STATES: Record<string, string> = {
  "the example worked by hand": "v=1",
  "the example with all stages": "v=1&mode=all",
  "a causal free sentence of two heads":
    "v=1&text=The+cat+sat+on+the+mat&heads=2&head=1&mask=causal&mode=all",
  "Chinese with padding, unscaled, with positions":
    "v=1&text=我去河边的银行散步&mask=padding&length=4&scaling=false&positions=true",
  "the previous-token head": "v=1&example=previous-token",
  "edited cells": "v=1&mode=all&edits=query.weight[1,2]=0;scores[0,0,0,0]=3",
};

for (const [name, state] of Object.entries(STATES)) {
  test(`the painters get the engine's numbers: ${name}`, async ({ page, figure }) => {
    await page.goto(`/index.html#${state}`);
    await figure.ready();
    const matrices = await figure.matrices();
    expect(matrices.length).toBeGreaterThan(5);
    for (const matrix of matrices) {
      const { shape, data } = await figure.tensor(matrix.tensor);
      const wanted = matrix.indices.map((index) => data[flat(shape, index)]);
      expect(matrix.values, matrix.id).toEqual(wanted);
    }
  });
}

test("the worked example shows its fractions", async ({ page, figure }) => {
  await page.goto("/index.html");
  await figure.ready();
  const weights = (await figure.matrices()).find(({ id }) => id === "weights") as Matrix;
  const rows = [0, 3, 6].map((at) => weights.texts.slice(at, at + 3));
  expect(rows).toEqual([
    ["1/4", "1/2", "1/4"],
    ["1/7", "2/7", "4/7"],
    ["1/10", "4/5", "1/10"],
  ]);
  const { data } = await figure.tensor("output");
  expect(data.slice(2, 4).map((value) => Math.round(value * 1e5) / 1e5)).toEqual([5, 6]);
});

/** The colour of every cell on the canvas, beside its text. */
async function pixels(page: import("@playwright/test").Page, id: string): Promise<number[][]> {
  return page.evaluate((panel) => {
    const element = document
      .querySelector("clearhead-figure")
      ?.shadowRoot?.querySelector(`ch-matrix[data-panel="${panel}"]`) as unknown as {
      matrix: { rows: number; columns: number };
      shadowRoot: ShadowRoot;
    };
    const canvas = element.shadowRoot.querySelector("canvas") as HTMLCanvasElement;
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const { rows, columns } = element.matrix;
    const [width, height] = [canvas.width / columns, canvas.height / rows];
    const found: number[][] = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [x, y] = [Math.floor((column + 0.12) * width), Math.floor((row + 0.12) * height)];
        found.push(Array.from(context.getImageData(x, y, 1, 1).data.slice(0, 3)));
      }
    }
    return found;
  }, id);
}

for (const scheme of ["light", "dark"] as const) {
  test(`the pixels show the engine's numbers, ${scheme}`, async ({ page, figure }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto("/index.html#v=1&text=The+cat+sat+on+the+mat&seed=3");
    await figure.ready();
    await restingWidth(page);
    const matrices = await figure.matrices();
    for (const id of ["weights", "scaled", "query", "output"]) {
      const matrix = matrices.find((one) => one.id === id) as Matrix;
      const table = lut(matrix.map as "sequential" | "diverging", scheme);
      const { shape, data } = await figure.tensor(matrix.tensor);
      const values = matrix.indices.map((index) => data[flat(shape, index)] as number);
      const size = Math.max(...values.map(Math.abs));
      const drawn = await pixels(page, id);
      drawn.forEach((pixel, at) => {
        const value = values[at] as number;
        // Sequential maps begin at 0; diverging ones have 0 in the middle.
        const share = matrix.map === "sequential" ? value / size : 0.5 + value / (2 * size);
        const nearest = nearestOf(table, pixel);
        expect(nearest.distance, `${id} cell ${at} has a colour of the map`).toBeLessThanOrEqual(2);
        expect(Math.abs(nearest.share - share), `${id} cell ${at} = ${value}`).toBeLessThan(0.02);
      });
    }
  });
}

/** The entry of a colour map (256 × RGB) that a pixel shows. */
function nearestOf(table: Uint8Array, pixel: number[]): { share: number; distance: number } {
  let best = { share: 0, distance: Number.POSITIVE_INFINITY };
  for (let at = 0; at < 256; at++) {
    const parts = [0, 1, 2].map((part) =>
      Math.abs((table[3 * at + part] ?? 0) - (pixel[part] ?? 0)),
    );
    const distance = Math.max(...parts);
    if (distance < best.distance) best = { share: at / 255, distance };
  }
  return best;
}
