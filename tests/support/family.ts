// Runs the cases of a family of reference vectors and says at the end
//   family NAME (js): P passed, F failed, S not applicable
// with the reason of every case that is not applicable.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tensor } from "clearhead/engine.js";
import { numbers, type VectorCase, type VectorTensor } from "./vectors.js";

/** |actual − expected| is at most absolute + relative · |expected|. */
export interface Tolerance {
  absolute: number;
  relative: number;
}

export const exact: Tolerance = { absolute: 0, relative: 0 };
export const single: Tolerance = { absolute: 1e-6, relative: 1e-5 };
export const softmax: Tolerance = { absolute: 2e-6, relative: 1e-5 };
export const gradient: Tolerance = { absolute: 5e-6, relative: 5e-5 };
export const half: Tolerance = { absolute: 2e-3, relative: 2e-3 };

/** Thrown by a check for a case that the engine is not built for. */
export class NotApplicable extends Error {}

export interface Check {
  name: string;
  /** Throws where a number is wrong. */
  run(): Promise<void>;
}

/** `folder` is undefined where the data is absent: one line, and nothing fails. */
export function family(name: string, folder: string | undefined, checks: () => Check[]): void {
  const title = `family ${name} (js)`;
  if (folder === undefined) {
    console.log(`${title}: skipped, the folder of its data is absent`);
    test(title, { skip: "the folder of its data is absent" });
    return;
  }
  test(title, async () => {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const failures: string[] = [];
    for (const check of checks()) {
      try {
        await check.run();
        count.passed += 1;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof NotApplicable) {
          count.skipped += 1;
          console.log(`${title}: ${check.name} not applicable: ${reason}`);
        } else {
          count.failed += 1;
          failures.push(`${check.name}: ${reason}`);
        }
      }
    }
    const { passed, failed, skipped } = count;
    console.log(`${title}: ${passed} passed, ${failed} failed, ${skipped} not applicable`);
    assert.deepEqual(failures, []);
    assert.ok(passed > 0, "no case of the family passed");
  });
}

/** One check a case. */
export function eachCase(
  cases: VectorCase[],
  check: (given: VectorCase) => Promise<void>,
): Check[] {
  return cases.map((given) => ({ name: given.name, run: () => check(given) }));
}

/** NaN equals NaN and an infinity itself; axes of size 1 do not matter. */
export function compare(
  what: string,
  actual: Tensor | undefined,
  expected: VectorTensor,
  { absolute, relative }: Tolerance,
): void {
  assert.ok(actual, `there is no ${what}`);
  const wide = (shape: number[]): number[] => shape.filter((size) => size !== 1);
  assert.deepEqual(wide(actual.shape), wide(expected.shape), `the shape of ${what}`);
  for (const [i, right] of numbers(expected).entries()) {
    const value = Number(actual.data[i]);
    const close = Number.isFinite(right)
      ? Math.abs(value - right) <= absolute + relative * Math.abs(right)
      : Object.is(value, right);
    assert.ok(close, `${what}[${i}] is ${value}, expected ${right}`);
  }
}
