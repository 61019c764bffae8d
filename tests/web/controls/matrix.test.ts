import assert from "node:assert/strict";
import { test } from "node:test";
import { move, startsNumber } from "../../../web/elements/matrix/keys.js";
import { readCell } from "../../../web/elements/matrix/read.js";
import { makeMatrix } from "../scene/sample.js";

test("keys move inside the matrix and stop at its edges", () => {
  const at = { row: 1, column: 2 };
  assert.deepEqual(move("ArrowUp", false, at, 3, 4), { row: 0, column: 2 });
  assert.deepEqual(move("ArrowDown", false, { row: 2, column: 0 }, 3, 4), { row: 2, column: 0 });
  assert.deepEqual(move("Home", false, at, 3, 4), { row: 1, column: 0 });
  assert.deepEqual(move("End", false, at, 3, 4), { row: 1, column: 3 });
  assert.deepEqual(move("Home", true, at, 3, 4), { row: 0, column: 0 });
  assert.deepEqual(move("End", true, at, 3, 4), { row: 2, column: 3 });
  assert.deepEqual(move("PageDown", false, at, 64, 4), { row: 11, column: 2 });
  assert.deepEqual(move("PageUp", false, at, 64, 4), { row: 0, column: 2 });
  assert.equal(move("Tab", false, at, 3, 4), null);
});

test("digits, signs and full-width digits begin a number, letters do not", () => {
  for (const key of ["0", "9", "-", "−", ".", "５"]) assert.ok(startsNumber(key), key);
  for (const key of ["a", "Enter", " ", "F2"]) assert.ok(!startsNumber(key), key);
});

test("an edit is a finite number; in a mask 0 or 1; in token ids whole", () => {
  const matrix = makeMatrix({ id: "scores", values: [[1]] });
  assert.deepEqual(readCell(matrix, "1/4"), { value: 0.25 });
  assert.deepEqual(readCell(matrix, "−∞"), { error: "controls.matrix.edit.number" });
  const mask = { ...matrix, values: new Uint8Array([1]) };
  assert.deepEqual(readCell(mask, "0"), { value: 0 });
  assert.deepEqual(readCell(mask, "0.5"), { error: "controls.matrix.edit.mask" });
  const ids = { ...matrix, values: new Int32Array([1]) };
  assert.deepEqual(readCell(ids, "1.5"), { error: "controls.matrix.edit.integer" });
});
