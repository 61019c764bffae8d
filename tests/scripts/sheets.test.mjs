// What two layers say side by side is printed in one piece each.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const twoAtATime = `
  import { capture, onOneSheet, say } from "./scripts/testing/results.mjs";
  const layer = (name) => async () => {
    say(name + " begins");
    await capture("bash", ["-c", "echo " + name + " one; sleep 0.2; echo " + name + " two"], {
      show: true,
    });
    say(name + " ends");
    return name;
  };
  const names = await Promise.all(["a", "b"].map((name) => onOneSheet(layer(name))));
  const failed = await onOneSheet(() => {
    say("c begins");
    throw new Error("c");
  }).catch((error) => error.message);
  say([...names, failed].join());
`;

test("lines of one layer stand together, those of its programs between them", () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", twoAtATime],
    { encoding: "utf8" },
  );
  assert.equal(stderr, "");
  const piece = (name) =>
    ["begins", "one", "two", "ends"].map((said) => `${name} ${said}\n`).join("");
  const [a, b] = [piece("a"), piece("b")];
  const closing = "c begins\na,b,c\n";
  assert.ok([a + b + closing, b + a + closing].includes(stdout), stdout);
});
