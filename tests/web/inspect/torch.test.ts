import assert from "node:assert/strict";
import { test } from "node:test";
import { literal, variable } from "../../../web/inspect/python.js";
import { scalar } from "../../../web/inspect/scalar.js";
import { LIMIT } from "../../../web/inspect/torch.js";
import { stage } from "./model.js";
import { cell, scriptOf, wide } from "./scripts.js";

test("a script goes back to the inputs and asserts the number", async () => {
  const text = await scriptOf(cell("weights", 0, 0, 1, 2));
  for (const expected of [
    "tokens = torch.tensor([[0, 1, 2]], dtype=torch.int64)  # [1, 3]",
    "embeddings = embedding_table[tokens]",
    "query = x @ query_weight",
    "scores = heads_query @ heads_key.transpose(-2, -1)",
    "scaled = scores / math.sqrt(4)",
    "masked = scaled.masked_fill(mask == 0, -math.inf)",
    "weights = torch.softmax(masked, dim=-1)",
    "computed = weights[0, 0, 1, 2]",
    "stored = 0.5714286",
    "assert abs(float(computed) - stored) <= 1e-5 * max(1.0, abs(stored))",
  ]) {
    assert.ok(text.includes(expected), `${expected}\n${text}`);
  }
  assert.ok(!text.includes("value_weight"), "only what the number rests on");
});

test("an edit is an assignment beside what was there", async () => {
  const text = await scriptOf(cell("weights", 0, 0, 1, 2), { edit: ["scores", 5, 3.5] });
  assert.match(
    text,
    /^scores = scores\.clone\(\)\nscores\[0, 0, 1, 2\] = 3\.5 {2}# set by hand, was 2\.77258/m,
  );
  const input = await scriptOf(cell("weights", 0, 0, 1, 2), { edit: ["query.weight", 6, 0] });
  assert.match(input, /^query_weight\[1, 2\] = 0 {2}# set by hand, was 2$/m);
});

test("large stages are cut where they fit, and one cell remains of what never fits", async () => {
  const middle = await scriptOf(cell("weights", 0, 0, 1, 2), wide(64));
  assert.ok(middle.length < 40 * LIMIT);
  assert.ok(!middle.includes("query_weight"), "64 × 64 weights do not fit");
  assert.match(middle, /^heads_query = query\.view|^query = torch\.tensor/m);
  const { explain } = stage(wide(64));
  const text = scalar(await explain(cell("query", 0, 1, 2), { limit: 0 }));
  assert.match(text, /\.sum\(\)$/m);
});

test("numbers round-trip as float32 and are Python's", () => {
  for (const value of [0.1, 1 / 3, 2 / 3, 1e-30, 3.4028234663852886e38, 1.1754943508222875e-38]) {
    const stored = Math.fround(value);
    assert.equal(Math.fround(Number(literal(stored))), stored);
    assert.equal(Math.fround(Number(literal(-stored))), -stored);
  }
  assert.equal(literal(Number.NEGATIVE_INFINITY), "-math.inf");
  assert.equal(literal(Number.NaN), "math.nan");
  assert.equal(variable('a"; import os; #'), "a___import_os___");
});
