import assert from "node:assert/strict";
import { test } from "node:test";
import { formatNumber, formatValue, fraction, parseNumber } from "../../../web/scene/numbers.js";

test("finds the fractions of the exact example after float32", () => {
  const cases: [number, number, number][] = [
    [1 / 4, 1, 4],
    [1 / 7, 1, 7],
    [4 / 7, 4, 7],
    [8 / 10, 4, 5],
    [16 / 21, 16, 21],
    [-15 / 2, -15, 2],
    [99 / 100, 99, 100],
  ];
  for (const [value, numerator, denominator] of cases) {
    assert.deepEqual(fraction(Math.fround(value)), { numerator, denominator });
  }
});

test("integers are integers, zero included", () => {
  assert.deepEqual(fraction(0), { numerator: 0, denominator: 1 });
  assert.deepEqual(fraction(-0), { numerator: 0, denominator: 1 });
  assert.deepEqual(fraction(5), { numerator: 5, denominator: 1 });
  assert.deepEqual(fraction(-3.0000004), { numerator: -3, denominator: 1 });
});

test("two units in the last place of float32 are allowed, three are not, at every size", () => {
  for (const value of [1 / 4, 4 / 7, 1, 12, 7 / 3, 1 / 97]) {
    const exact = Math.fround(value);
    const ulp = 2 ** (Math.floor(Math.log2(exact)) - 23);
    assert.notEqual(fraction(exact + 1.4 * ulp), null, `${value} + 1.4 ulp`);
    assert.equal(fraction(exact + 3 * ulp), null, `${value} + 3 ulp`);
    assert.equal(fraction(-exact - 3 * ulp), null, `−${value} − 3 ulp`);
  }
  for (const value of [3.06e-7, 1e-30, 1e-45, 0.9999991, 12345.678, 100.123])
    assert.equal(fraction(value), null);
});

test("what is no fraction with a denominator up to 100 is null", () => {
  for (const value of [
    Math.E,
    Math.LN2,
    1 / 101,
    20 / 147,
    Math.SQRT1_2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]) {
    assert.equal(fraction(value), null, String(value));
  }
});

test("every p/q up to 100 comes back in lowest terms after float32, and nothing else passes", () => {
  for (let q = 1; q <= 100; q++) {
    for (let p = 0; p <= q; p += 7) {
      const found = fraction(Math.fround(p / q));
      assert.ok(found !== null, `${p}/${q}`);
      assert.ok(found.numerator * q === p * found.denominator, `${p}/${q}`);
    }
  }
  let x = 0.1;
  let wrong = 0;
  for (let i = 0; i < 2000; i++) {
    x = (x * 97.13 + 0.317) % 3;
    const found = fraction(x);
    if (found === null) continue;
    wrong++;
    assert.ok(Math.abs(x - found.numerator / found.denominator) <= x * 2 ** -22);
    assert.ok(found.denominator <= 100);
  }
  assert.ok(wrong < 10, `${wrong} of 2000 numbers passed for fractions`);
});

test("numbers have a true minus sign, fixed decimals and no false zero", () => {
  assert.equal(formatNumber(-1.5, "en", 3), "−1.500");
  assert.equal(formatNumber(2, "zh", 3), "2");
  assert.equal(formatNumber(-0, "en", 3), "0");
  assert.equal(formatNumber(0.0001, "en", 3), "1.00×10⁻⁴");
  assert.equal(formatNumber(-12345678, "en", 3), "−1.23×10⁷");
  assert.equal(formatNumber(123.456, "en", 3), "123.5");
  assert.equal(formatNumber(Number.NEGATIVE_INFINITY, "en"), "−∞");
  assert.equal(formatNumber(Number.NaN, "en"), "NaN");
});

test("a cell says the fraction where there is one", () => {
  assert.equal(formatValue(Math.fround(4 / 7), "en"), "4/7");
  assert.equal(formatValue(-0.5, "en"), "−1/2");
  assert.equal(formatValue(Math.LN2, "en"), "0.693");
  assert.equal(formatValue(3.06e-7, "en"), "3.06×10⁻⁷");
});

test("reads what readers type, and refuses the rest", () => {
  const good: [string, number][] = [
    ["0.5", 0.5],
    [" −1 ", -1],
    ["1/4", 0.25],
    ["２．５", 2.5],
    ["3。5", 3.5],
    ["2e-3", 0.002],
    [".5", 0.5],
    ["+7", 7],
  ];
  for (const [text, value] of good) assert.equal(parseNumber(text), value, text);
  for (const text of ["", "abc", "1/0", "1,5", "0x10", "1e999", "--1", "1 2", "NaN", "Infinity"]) {
    assert.ok(Number.isNaN(parseNumber(text)), text);
  }
});
