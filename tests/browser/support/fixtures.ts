// Every test of the browser: nothing may be asked of another origin, nothing may fail
// in the console, and the figure can be reached in one line.
import { test as base, expect, type Page } from "@playwright/test";
import { hostOrigin, origin, releaseOrigin } from "../playwright.config.js";

export { expect, hostOrigin, origin, releaseOrigin };

export interface Matrix {
  id: string;
  tensor: string;
  gradient: boolean;
  rows: number;
  columns: number;
  map: string;
  values: number[];
  flags: number[];
  colours: number[];
  texts: string[];
  indices: number[][];
  rowLabels: string[];
}

/** The figure of a page, from outside: its public interface, and what it has drawn. */
export class Figure {
  constructor(
    readonly page: Page,
    readonly selector = "clearhead-figure",
  ) {}

  async ready(): Promise<void> {
    await this.page.locator(this.selector).first().waitFor({ state: "attached" });
    await this.page.evaluate(async (selector) => {
      await customElements.whenDefined("clearhead-figure");
      const figure = document.querySelector(selector) as HTMLElement & { ready: Promise<void> };
      await figure.ready;
    }, this.selector);
  }

  state(): Promise<Record<string, string | number | boolean>> {
    return this.page.evaluate(
      (selector) =>
        (
          document.querySelector(selector) as unknown as { getState(): Record<string, string> }
        ).getState(),
      this.selector,
    );
  }

  async set(state: string | Record<string, unknown>): Promise<void> {
    await this.page.evaluate(
      async ([selector, wanted]) => {
        const figure = document.querySelector(selector as string) as unknown as {
          setState(state: unknown): void;
          run(): Promise<unknown>;
          updateComplete: Promise<unknown>;
        };
        figure.setState(wanted);
        await figure.run();
        await figure.updateComplete;
      },
      [this.selector, state] as const,
    );
  }

  /** A tensor of the engine, asked of the engine and not of the picture. */
  async tensor(name: string): Promise<{ shape: number[]; data: number[] }> {
    return this.page.evaluate(
      async ([selector, wanted]) => {
        const figure = document.querySelector(selector as string) as unknown as {
          run(): Promise<{
            tensor(name: string): Promise<{ shape: number[]; data: ArrayLike<number> }>;
          }>;
        };
        const { shape, data } = await (await figure.run()).tensor(wanted as string);
        return { shape, data: Array.from(data) };
      },
      [this.selector, name] as const,
    );
  }

  async csv(): Promise<string> {
    return this.page.evaluate(
      (selector) =>
        (document.querySelector(selector) as unknown as { toCSV(): Promise<string> }).toCSV(),
      this.selector,
    );
  }

  /** The matrices that are handed to the painters. */
  matrices(): Promise<Matrix[]> {
    return this.page.evaluate((selector) => {
      const root = document.querySelector(selector)?.shadowRoot;
      return [...(root?.querySelectorAll("ch-matrix") ?? [])].map((element) => {
        const { matrix } = element as unknown as {
          matrix: {
            id: string;
            tensor: string;
            gradient: boolean;
            rows: number;
            columns: number;
            map: string;
            values: ArrayLike<number>;
            flags: ArrayLike<number>;
            colours: ArrayLike<number>;
            rowAxis: { labels: string[] };
            text(row: number, column: number): string;
            index(row: number, column: number): number[];
          };
        };
        const cells = Array.from({ length: matrix.rows * matrix.columns }, (_, at) => ({
          row: Math.floor(at / matrix.columns),
          column: at % matrix.columns,
        }));
        return {
          id: matrix.id,
          tensor: matrix.tensor,
          gradient: matrix.gradient,
          rows: matrix.rows,
          columns: matrix.columns,
          map: matrix.map,
          values: Array.from(matrix.values),
          flags: Array.from(matrix.flags),
          colours: Array.from(matrix.colours),
          texts: cells.map(({ row, column }) => matrix.text(row, column)),
          indices: cells.map(({ row, column }) => matrix.index(row, column)),
          rowLabels: matrix.rowAxis.labels,
        };
      });
    }, this.selector);
  }

  locator(selector: string) {
    return this.page.locator(`${this.selector} ${selector}`);
  }

  /** The grid of a panel. */
  grid(id: string) {
    return this.page.locator(`${this.selector} ch-matrix[data-panel="${id}"]`).getByRole("grid");
  }

  get inspector() {
    return this.page.locator(`${this.selector} ch-inspector`);
  }
}

interface Fixtures {
  figure: Figure;
  /** Console messages that the test expects and that therefore do not fail it. */
  expected: RegExp[];
}

export const test = base.extend<Fixtures & { watched: undefined }>({
  expected: [[], { option: true }],
  figure: async ({ page }, use) => use(new Figure(page)),
  watched: [
    async ({ page, expected }, use) => {
      const wrong: string[] = [];
      await page.context().route("**/*", (route) => {
        const url = new URL(route.request().url());
        const own =
          [origin, hostOrigin, releaseOrigin].includes(url.origin) ||
          /^(data|blob|file):/.test(url.href);
        if (own) return route.fallback();
        wrong.push(`asked of another origin: ${url.href}`);
        return route.abort();
      });
      page.on("pageerror", (error) => wrong.push(`uncaught: ${error.stack ?? error.message}`));
      page.on("console", (message) => {
        const text = message.text();
        if (message.type() !== "error" || expected.some((pattern) => pattern.test(text))) return;
        wrong.push(`console: ${text}`);
      });
      await use(undefined);
      expect(wrong, "the page asked nothing of others and reported no error").toEqual([]);
    },
    { auto: true },
  ],
});

/** Flat row-major position of an index. */
export function flat(shape: readonly number[], index: readonly number[]): number {
  return index.reduce((sum, at, axis) => sum * (shape[axis] ?? 1) + at, 0);
}

/**
 * What is read once it has stayed the same for twenty frames: for what must come to rest,
 * and for what must not happen again. Without rest the test runs out of time.
 */
export async function rest<T>(page: Page, read: () => Promise<T>): Promise<T> {
  for (let before = await read(), same = 0; ; ) {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) {
        await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
      }
    });
    const now = await read();
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    if (same === 2) return now;
    before = now;
  }
}

/** The width that a page takes, once nothing moves. */
export function restingWidth(page: Page): Promise<number> {
  return rest(page, () => page.evaluate(() => document.documentElement.scrollWidth));
}
