// The scripts of the hand-made stage, run by PyTorch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scalar } from "../../web/inspect/scalar.js";
import { chainRule, stage } from "../web/inspect/model.js";
import { cell, cells, scriptOf, wide } from "../web/inspect/scripts.js";
import { python, run } from "./python.js";

const skip = python ? false : "no Python with torch";

test("every script runs and agrees", { skip }, async () => {
  const whole = [
    ...cells.map((address) => scriptOf(address)),
    ...cells.map((address) => scriptOf(address, { causal: true })),
    ...cells.map((address) => scriptOf(address, { edit: ["scores", 5, 3.5] })),
    scriptOf(cell("weights", 0, 0, 1, 2), { edit: ["query.weight", 6, 0] }),
    scriptOf(cell("scores", 0, 0, 1, 2), wide(64)),
    scriptOf(cell("output", 0, 1, 3), wide(64)),
  ];
  const { explain } = stage(wide(70));
  const single = await Promise.all(cells.map((address) => explain(address, { limit: 0 })));
  const edited = await stage({ edit: ["scores", 5, 3.5] }).explain(cell("scores", 0, 0, 1, 2));
  const scripts = [...(await Promise.all(whole)), ...[...single, edited, chainRule()].map(scalar)];
  assert.equal(run(scripts), undefined);
});

test("a script that states a wrong number fails", { skip }, async () => {
  const text = await scriptOf(cell("weights", 0, 0, 1, 2));
  assert.match(
    run([text.replace("stored = 0.5714286", "stored = 0.5715")]) ?? "",
    /AssertionError/,
  );
});
