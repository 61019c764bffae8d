import assert from "node:assert/strict";
import { test } from "node:test";
import { joinTokens, letters, splitTokens } from "../../../web/controls/tokens.js";

test("joining puts a space between words and none beside Chinese or punctuation", () => {
  assert.deepEqual(joinTokens(["New", "York", "is"], 0), ["New York", "is"]);
  assert.deepEqual(joinTokens(["自", "然"], 0), ["自然"]);
  assert.deepEqual(joinTokens(["end", "."], 0), ["end."]);
  assert.deepEqual(joinTokens(["我", "love"], 0), ["我love"]);
});

test("splitting and joining again gives the same Chinese token", () => {
  const split = splitTokens(["银行", "x"], 0, 1);
  assert.deepEqual(split, ["银", "行", "x"]);
  assert.deepEqual(joinTokens(split, 0), ["银行", "x"]);
});

test("a split never cuts an emoji or an accent, and never leaves an empty token", () => {
  assert.deepEqual(letters("e\u0301👩‍👩‍👧"), ["e\u0301", "👩‍👩‍👧"]);
  assert.deepEqual(splitTokens(["a b"], 0, 1), ["a", "b"]);
  assert.deepEqual(splitTokens(["ab"], 0, 2), ["ab"]);
});
