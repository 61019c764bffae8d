// Options without their value are answered, not fallen over.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

for (const [script, option, said] of [
  ["scripts/test", "--only", /--only names no layer: use core/],
  ["scripts/test", "--only=", /--only names no layer/],
  ["scripts/test", "--only=nonsense", /unknown layer 'nonsense'/],
  ["scripts/play", "--port", /--port is '': give a number/],
  ["scripts/play", "--port=70000", /--port is '70000'/],
]) {
  test(`${script} ${option}`, () => {
    const { status, stderr } = spawnSync("bash", [script, option], { encoding: "utf8" });
    assert.equal(status, 1);
    assert.match(stderr, said);
  });
}
