import assert from "node:assert/strict";
import { test } from "node:test";
import { graphemes, joinTokens, splitToken } from "../../../web/figures/attention/tokens.js";

test("joining brings back what was between", () => {
  const text = "The cat sat, 我爱你";
  const tokens = ["The", "cat", "sat", ",", "我", "爱", "你"];
  assert.equal(joinTokens(tokens, 0, text), "The cat|sat|,|我|爱|你");
  assert.equal(joinTokens(tokens, 2, text), "The|cat|sat,|我|爱|你");
  assert.equal(joinTokens(tokens, 4, text), "The|cat|sat|,|我爱|你");
  assert.equal(joinTokens(["a", "b"], 0, "quite another text"), "ab");
  assert.equal(joinTokens(tokens, 6, text), "The|cat|sat|,|我|爱|你");
  assert.equal(joinTokens(tokens, -1, text), "The|cat|sat|,|我|爱|你");
});

test("joining undoes splitting", () => {
  const text = "cats sleep";
  const split = splitToken(["cats", "sleep"], 0, 3);
  assert.equal(split, "cat|s|sleep");
  assert.equal(joinTokens(split.split("|"), 0, text), "cats|sleep");
});

test("splits between whole characters only", () => {
  const family = "👩‍👩‍👧";
  for (const [token, parts] of [
    ["cat", ["c", "a", "t"]],
    ["银行", ["银", "行"]],
    [`a${family}b`, ["a", family, "b"]],
    ["👍🏽👍", ["👍🏽", "👍"]],
    ["🇨🇳🇬🇧", ["🇨🇳", "🇬🇧"]],
    ["e\u0301a", ["e\u0301", "a"]],
    ["❤️x", ["❤️", "x"]],
    ["𠮷野", ["𠮷", "野"]],
  ] as const) {
    assert.deepEqual(graphemes(token), parts);
    assert.equal(splitToken([token], 0, 1), `${parts[0]}|${parts.slice(1).join("")}`);
  }
  for (const at of [0, 1, -1, 5, Number.NaN]) assert.equal(splitToken([family], 0, at), family);
  assert.equal(splitToken(["The cat"], 0, 3), "The|cat");
  assert.equal(splitToken(["a|b"], 0, 1), "a|\\|b");
});
