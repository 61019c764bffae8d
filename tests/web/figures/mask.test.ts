// The figure `mask`: which operations a state means, and how its lists are fitted.
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentsOf, type MaskState, maskTable } from "../../../web/figures/mask/parameters.js";
import { program } from "../../../web/figures/mask/program.js";
import { parse } from "../../../web/state/codec.js";

const stateOf = (link: string): MaskState => parse(maskTable, link).state;
const stepsOf = (link: string) => program(stateOf(link)).steps;

test("an order is completed and cut to the keys; documents are kept, and used as far", () => {
  assert.equal(stateOf("keys=4").order, "1,2,3,4");
  assert.equal(stateOf("keys=4&order=3,1,4,2").order, "3,1,4,2");
  assert.equal(stateOf("keys=3&order=3,1,4,2").order, "3,1,2");
  assert.equal(stateOf("keys=5&order=2,1").order, "2,1,3,4,5");
  assert.deepEqual(documentsOf(stateOf("keys=4")), [1, 1, 2, 2]);
  assert.deepEqual(documentsOf(stateOf("keys=4&documents=1,2")), [1, 2, 2, 2]);
  assert.deepEqual(documentsOf(stateOf("keys=2&documents=3,1,2")), [3, 1]);
  for (const [link, reason] of [
    ["order=1,1", "malformed"],
    ["order=0,1", "malformed"],
    ["order=a", "malformed"],
    ["documents=0", "malformed"],
    ["documents=1.5", "malformed"],
    ["order=1,3", "malformed"],
  ] as const) {
    assert.equal(parse(maskTable, link).ignored[0]?.reason, reason, link);
  }
});

test("lengths and queries stay inside the keys", () => {
  const state = stateOf("keys=3&queries=9&length=20&start=20");
  assert.deepEqual([state.queries, state.length, state.start], [3, 3, 3]);
  assert.equal(stateOf("kind=permutation&keys=5&queries=2").queries, 5);
});

test("the place of every key in the order goes to the engine", () => {
  const { inputs = {} } = program(stateOf("kind=permutation&keys=4&order=3,1,4,2"));
  assert.deepEqual(Array.from(inputs.order?.data as Int32Array), [1, 3, 0, 2]);
});

test("a second mask joins the first", () => {
  const [first, second, mask] = stepsOf("join=and&second=padding&length=3");
  assert.deepEqual([first?.name, second?.name, mask?.name], ["first", "second", "mask"]);
  assert.deepEqual(mask?.inputs, { a: "first", b: "second" });
  assert.equal(second?.attributes?.length, 3);
  const [, turned] = stepsOf("join=not");
  assert.deepEqual(turned?.inputs, { a: "first" });
});

test("fewer queries than keys are the last positions", () => {
  const steps = stepsOf("queries=3&keys=10");
  const slice = steps.find(({ operation }) => operation === "slice");
  assert.deepEqual(slice?.attributes, { axis: 1, start: 7, length: 3 });
  assert.equal(steps.find(({ name }) => name === "query")?.inputs?.x, "last");
});
