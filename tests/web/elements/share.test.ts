import assert from "node:assert/strict";
import { test } from "node:test";
import { csvField, sceneToCsv } from "../../../web/elements/figure/share.js";
import { exactScene } from "../scene/sample.js";

test("no word of a sentence becomes a formula of a spreadsheet", () => {
  for (const [word, field] of [
    ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["cat", "cat"],
    ["a,b", '"a,b"'],
    ["a=b", "a=b"],
  ] as const) {
    assert.equal(csvField(word), field);
  }
  const csv = sceneToCsv(exactScene("en", ["=A1", "cat", "-"]));
  assert.doesNotMatch(csv, /(?:^|,|\n)"?=/);
  // Numbers stay numbers, negative ones too.
  assert.match(csv, /,-?\d/);
});
