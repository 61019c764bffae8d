import assert from "node:assert/strict";
import { test } from "node:test";
import { levels, markup, spoken } from "../../../web/i18n/symbols.js";

test("signs are typeset, named without underscores, and nothing else is touched", () => {
  const label = "除以 √d_k，W_Q";
  assert.equal(
    markup(label),
    '除以 <math aria-label="√d k，"><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt><mtext>，</mtext></math>' +
      '<math aria-label="W Q"><msub><mi>W</mi><mi>Q</mi></msub></math>',
  );
  assert.equal(spoken(label), "除以 √d k，W Q");
  assert.match(
    markup("W_K 和 W_V。"),
    /<math aria-label="W K">.*<\/math> 和 .*<mtext>。<\/mtext><\/math>$/,
  );
  assert.equal(spoken("dW_Q"), "dW Q");
  assert.match(markup("dW_Q"), /<mi>d<\/mi><msub><mi>W<\/mi><mi>Q/);
  assert.equal(spoken("嵌入维数 d_model，d_r"), "嵌入维数 d model，d r");
  for (const other of ["snake_case", "d_keys", "my_d_kernel", "note_d_k1"]) {
    assert.equal(markup(other), other);
  }
  assert.equal(markup("<b>&W_K"), "&lt;b>&amp;" + markup("W_K"));
});

test("levels: on the line and below it, in turn", () => {
  assert.deepEqual(levels("S′_ij = S", true), ["S′", "ij", " = S"]);
  assert.deepEqual(levels("查询权重 W_Q", false), ["查询权重 W", "Q", ""]);
  assert.deepEqual(levels("dW_Q · W_Q", false), ["dW", "Q", " · W", "Q", ""]);
  assert.deepEqual(levels("snake_case", false), ["snake_case"]);
});
