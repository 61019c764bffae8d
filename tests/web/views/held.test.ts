import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf } from "../../../web/views/held.js";

test("keys differ wherever the numbers of a run may", () => {
  const program = (data: ArrayLike<number>, more = 1) => ({
    inputs: { x: { shape: [2], data } },
    steps: [{ name: "y", attributes: { factor: more } }],
  });
  const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1];
  const keys = [
    ...values.map((value) => keyOf(program([value, 1]))),
    ...values.map((value) => keyOf(program(Float32Array.of(value, 2)))),
    ...values.map((value) => keyOf(program([3, 3], value))),
  ];
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(keyOf(program(Float32Array.of(1, 2))), keyOf(program(Float32Array.of(1, 2))));
});
