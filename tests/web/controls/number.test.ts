import assert from "node:assert/strict";
import { test } from "node:test";
import { limits, readNumber } from "../../../web/controls/number.js";
import type { Parameter } from "../../../web/state/table.js";

const parameter: Parameter = {
  name: "d_k",
  type: "integer",
  default: 4,
  minimum: 1,
  maximum: 256,
  label: "controls.group",
};

test("limits come from the table and may be narrowed by the figure", () => {
  assert.deepEqual(limits({ parameter, look: {} }), { minimum: 1, maximum: 256, step: 1 });
  assert.equal(limits({ parameter, look: { maximum: 3 } }).maximum, 3);
});

test("a place is counted from 1 where it is read, and from 0 in the state", () => {
  const place = { ...parameter, minimum: 0, maximum: 7, fromOne: true };
  assert.deepEqual(limits({ parameter: place, look: {} }), { minimum: 1, maximum: 8, step: 1 });
  assert.equal(limits({ parameter: place, look: { maximum: 3 } }).maximum, 4);
});

test("only allowed numbers are read", () => {
  const range = limits({ parameter, look: {} });
  assert.equal(readNumber("16", range, true), 16);
  assert.equal(readNumber(" ２ ", range, true), 2);
  for (const given of ["", "0", "257", "1.5", "x", "−3"]) {
    assert.equal(readNumber(given, range, true), null, given);
  }
  assert.equal(readNumber("1.5", range, false), 1.5);
});
