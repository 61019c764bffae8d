// The figure `sense` without an engine: its table, and what is cut out of the two sentences.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Asked, idsOf, type Read, readable } from "../../../web/figures/sense/asked.js";
import { type SenseState, senseTable } from "../../../web/figures/sense/parameters.js";
import { besideOf, measures, VECTORS } from "../../../web/figures/sense/sums.js";
import { format, parse } from "../../../web/state/codec.js";

const stateOf = (link: string): SenseState => parse(senseTable, `view=sense&${link}`).state;
const read = (ids: number[], place: number): Read => ({
  ...{ pieces: ids.map((id) => ({ id, text: `p${id}`, unknown: false })), truncated: false, place },
});
const asked: Asked = { texts: [read([5, 8], 1), read([8], 0)] };

test("both sentences are part of the link", () => {
  const state = stateOf("first=A%20bank&layer=1");
  const link = format(senseTable, state).text;
  assert.deepEqual(stateOf(link), state);
  assert.equal(state.second, "He went to the bank of the city.");
});

test("a sentence of nothing is padding, and without the word nothing is measured", () => {
  assert.deepEqual(idsOf(read([], -1)), [0]);
  assert.deepEqual(idsOf(read([5, 8], 1)), [5, 8]);
  const missing: Asked = { texts: [asked.texts[0], read([5], -1)] };
  assert.ok(readable(asked) && !readable(missing));
  assert.equal(measures(missing), undefined);
});

test("every vector is cut where its own sentence has the word", () => {
  const { steps = [], of = [] } = measures(asked) ?? {};
  const named = (name: string) => steps.find((step) => step.name === name);
  assert.deepEqual(of, [...VECTORS.map(({ tensor }) => tensor), "logits"]);
  for (const { kind, layer } of VECTORS) {
    const places = ["first", "second"].map((one) => named(`${kind}.${layer}.${one}.places`));
    assert.deepEqual(
      places.map((step) => step?.attributes?.start),
      [1, 0],
    );
    const rows = ["first", "second"].map((one) => named(`${kind}.${layer}.${one}`));
    assert.deepEqual(
      rows.map((step) => step?.attributes?.start),
      [0, 1],
    );
    assert.equal(named(besideOf(kind, layer))?.operation, "concatenate");
  }
  assert.ok(steps.length <= 256);
});
