// The third door of the release: figures without a page.
import assert from "node:assert/strict";
import test from "node:test";
import { createEngine, render } from "clearhead/engine.js";

const numbers = (svg: string, tensor: string): number[] =>
  [...svg.matchAll(new RegExp(`data-tensor="${tensor}"[^>]*data-value="([^"]*)"`, "g"))].map(
    ([, value]) => Number(value),
  );

test("render draws the engine's numbers in both languages, the same every time", async () => {
  const engine = await createEngine();
  const model = await engine.model({
    kind: "self_attention",
    weights: "exact",
    d_model: 4,
    d_k: 4,
    heads: 1,
    seed: 1,
    mask: "causal",
    length: 3,
    scaling: true,
    positions: false,
  });
  const run = await model.run({ tokens: ["The", "cat", "sat"] });
  const weights = await run.tensor("weights");
  await engine.dispose();

  const first = await render("attention", { mask: "causal", lang: "zh" });
  assert.deepEqual(numbers(first.svg, "weights").map(Math.fround), [...weights.data]);
  assert.match(first.summary, /[\u4e00-\u9fff]/);
  assert.equal((await render("attention", "#mask=causal&lang=zh")).svg, first.svg);
  assert.doesNotMatch((await render("attention", { mask: "causal" })).summary, /[\u4e00-\u9fff]/);
});

test("render takes the reader's own numbers, as everywhere", async () => {
  const rows = "0.5,0.25,0.25;0,1,0;0.125,0.125,0.75";
  const pasted = await render("attention", { matrix: `weights:${rows}` });
  assert.deepEqual(numbers(pasted.svg, "weights"), rows.split(/[,;]/).map(Number));
  for (const edited of [
    await render("attention", { edits: "scores[0,0,1,2]=3" }),
    await render("attention", "#edits=scores[0,0,1,2]=3"),
  ]) {
    assert.equal(numbers(edited.svg, "scores")[5], 3);
    assert.deepEqual(edited.ignored, []);
  }
});

test("render says which view or parameter it does not know", async () => {
  await assert.rejects(render("nonsense"), /no view "nonsense"; there are: attention/);
  const { ignored } = await render("attention", { mask: "sideways" });
  assert.equal(ignored.length, 1);
});
