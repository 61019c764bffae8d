// What becomes a tensor at the border, and what is refused with which words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toTensor } from "../../web/engine/tensors.js";

test("the core's kinds pass as they are", () => {
  for (const data of [new Float32Array(2), new Int32Array(2), new Uint8Array(2)]) {
    assert.equal(toTensor("x", { shape: [2], data }).data, data);
  }
});

test("a view of a larger buffer is cut out", () => {
  const data = new Float32Array(100).subarray(3, 5);
  assert.equal(toTensor("x", { shape: [2], data }).data.buffer.byteLength, 8);
});

test("f32 and f64 are rounded once, NaN and infinities are numbers", () => {
  const given = [0.1, Number.NaN, Number.POSITIVE_INFINITY, 1e300];
  for (const data of [given, Float64Array.from(given)]) {
    const tensor = toTensor("x", { shape: [4], dtype: "f64", data });
    assert.deepEqual([...tensor.data], [Math.fround(0.1), Number.NaN, Infinity, Infinity]);
  }
});

test("f16 comes as bit patterns or as values", () => {
  const data = Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7c00, 0xfc00, 0x7e00, 0x3555, 0x8000);
  const tensor = toTensor("x", { shape: [8], dtype: "f16", data });
  assert.deepEqual(
    [...tensor.data],
    [1, -2, 2 ** -24, Infinity, -Infinity, Number.NaN, 0.333251953125, -0],
  );
  const values = toTensor("x", { shape: [1], dtype: "f16", data: [1.5] });
  assert.deepEqual([...values.data], [1.5]);
});

test("i64 becomes i32, bool becomes u8", () => {
  const ids = toTensor("ids", { shape: [2], dtype: "i64", data: BigInt64Array.of(5n, -7n) });
  assert.deepEqual(ids.data, Int32Array.of(5, -7));
  const mask = toTensor("mask", { shape: [2], dtype: "bool", data: [1, 0] });
  assert.deepEqual(mask.data, Uint8Array.of(1, 0));
});

const cyclic: unknown[] = [];
cyclic.push(cyclic);
const one = Float32Array.of(1);
const refused: [unknown, string, RegExp][] = [
  [undefined, "ArgumentError", /x: undefined is no tensor; give \{ shape, data \}/],
  [3, "ArgumentError", /x: 3 is no tensor/],
  [{ shape: [1] }, "ArgumentError", /x\.data: undefined is no array of numbers/],
  [{ shape: [1], data: "1" }, "ArgumentError", /x\.data: "1"/],
  [{ shape: [1], data: [1] }, "ArgumentError", /without dtype.*f32, f64/],
  [{ shape: [1], data: [1], dtype: "f8" }, "ArgumentError", /x\.dtype is "f8"; allowed: f32/],
  [{ shape: [1], data: ["1"], dtype: "f32" }, "ArgumentError", /holds "1", which is no number/],
  [{ shape: [1], data: one, dtype: "i32" }, "", /^$/],
  [{ shape: [1], data: [1.5], dtype: "i32" }, "OutOfRangeError", /x\.data\[0\] is 1\.5; allowed/],
  [{ shape: [1], data: [2n ** 40n], dtype: "i64" }, "OutOfRangeError", /1099511627776n/],
  [{ shape: [1], data: [2], dtype: "bool" }, "OutOfRangeError", /allowed are integers 0…1/],
  [{ shape: [1], data: [256], dtype: "u8" }, "OutOfRangeError", /allowed are integers 0…255/],
  [{ shape: 1, data: one }, "ShapeError", /x\.shape: 1 is no shape/],
  [{ shape: "11", data: one }, "ShapeError", /x\.shape: "11" is no shape/],
  [{ shape: cyclic, data: one }, "ShapeError", /x\.shape\[0\] is \[\[…\]\]/],
  [{ shape: [1, 1, 1, 1, 1, 1, 1], data: one }, "ShapeError", /at most 6 sizes/],
  [{ shape: [-1], data: one }, "ShapeError", /x\.shape\[0\] is -1; a size is an integer of 0/],
  [{ shape: [0.5], data: one }, "ShapeError", /x\.shape\[0\] is 0\.5/],
  [{ shape: [Number.NaN], data: one }, "ShapeError", /x\.shape\[0\] is NaN/],
  [{ shape: [Infinity], data: one }, "ShapeError", /x\.shape\[0\] is Infinity/],
  [{ shape: [2, 2], data: one }, "ShapeError", /\[2, 2\] has 4 cells, but data has 1/],
  [{ shape: [2 ** 31, 2 ** 31], data: one }, "ShapeError", /has 4611686018427388000 cells/],
];

test("everything else is refused with what was given and what is allowed", () => {
  for (const [input, name, message] of refused) {
    if (name === "") assert.doesNotThrow(() => toTensor("x", input));
    else assert.throws(() => toTensor("x", input), { name, message });
  }
});
