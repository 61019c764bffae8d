import assert from "node:assert/strict";
import { test } from "node:test";
import { change } from "../../../web/figures/attention/change.js";
import { chineseSentences } from "../../../web/figures/attention/examples.js";
import { interventionsOf, shapeOf } from "../../../web/figures/attention/interventions.js";
import {
  type AttentionState,
  attentionTable as table,
  targetOf,
} from "../../../web/figures/attention/parameters.js";
import { assemble, format, fromAttributes, lost, parse } from "../../../web/state/codec.js";
import { defaults } from "../../../web/state/table.js";

const exact = defaults(table);

test("it opens on the example worked by hand", () => {
  assert.deepEqual(
    {
      ...exact,
    },
    {
      ...{ view: "attention", example: "exact", text: "The cat sat", tokens: "", weights: "exact" },
      ...{ d_model: 4, d_k: 4, heads: 1, head: 0, seed: 1, mask: "none", length: 2 },
      ...{ scaling: true, positions: false, edits: "", matrix: "", of: "output" },
      ...{ gradients: false, open: "", mode: "guided", lang: "auto", theme: "auto" },
      ...{ controls: "", readonly: false, claims: "auto" },
    },
  );
});

test("an author chooses the controls, in a link and in attributes", () => {
  const controls = (link: string) => parse(table, link).state.controls;
  assert.equal(controls("controls=heads, mask"), "heads,mask");
  assert.equal(controls("controls=mask,d-model,edits"), "d_model,mask,edits");
  assert.equal(controls("controls=none"), "none");
  const some = parse(table, "controls=mask,everything");
  assert.deepEqual([some.state.controls, some.ignored[0]?.given], ["mask", "everything"]);
  const { state, ignored } = fromAttributes(table, [
    { name: "controls", value: "mask,text" },
    { name: "readonly", value: "" },
    { name: "claims", value: "on" },
  ]);
  assert.deepEqual(ignored, []);
  assert.deepEqual([state.controls, state.readonly, state.claims], ["text,mask", true, "on"]);
  assert.equal(format(table, state).text, "v=1&controls=text,mask&readonly=true&claims=on");
});

test("ranges", () => {
  const range = Object.fromEntries(
    table.parameters
      .filter(({ minimum }) => minimum !== undefined)
      .map(({ name, minimum, maximum }) => [name, [minimum, maximum]]),
  );
  assert.deepEqual(range, {
    d_model: [1, 256],
    d_k: [1, 256],
    heads: [1, 16],
    head: [0, 15],
    seed: [0, 4_294_967_295],
    length: [0, 64],
  });
});

test("a new sentence or size leaves the example worked by hand and keeps the rest", () => {
  const causal = change(exact, { mask: "causal", mode: "all", lang: "zh" });
  const typed = change(causal, { text: "我爱你" });
  assert.deepEqual(
    [typed.example, typed.weights, typed.text, typed.mask, typed.mode, typed.lang],
    ["free", "random", "我爱你", "causal", "all", "zh"],
  );
  assert.deepEqual([typed.d_model, typed.d_k], [16, 8]);
  const wide = change(exact, { d_model: 32 });
  assert.deepEqual([wide.example, wide.weights, wide.d_model, wide.d_k], ["free", "random", 32, 8]);
  assert.equal(wide.text, "The cat sat");
  const swapped = change(exact, { text: "sat cat The The" });
  assert.equal(swapped.example, "exact");
  assert.equal(change(exact, { scaling: false }).example, "exact");
});

test("every state that controls lead to is one a link can hold", () => {
  const steps: Partial<AttentionState>[] = [
    ...[{ text: "hello world" }, { heads: 4 }, { head: 3 }, { heads: 2 }, { weights: "identity" }],
    ...[{ weights: "exact" }, { weights: "random" }, { weights: "previous-token" }],
    ...[{ example: "same-word" }, { text: "" }, { tokens: "a|b" }, { text: "The" }],
    ...[{ example: "exact" }, { tokens: "The|cat" }, { tokens: "The|dog" }, { seed: 9 }],
  ] as Partial<AttentionState>[];
  let state = exact;
  for (const step of steps) {
    state = change(state, step);
    const back = parse(table, format(table, state).text);
    assert.deepEqual(back.state, state, JSON.stringify(step));
    assert.deepEqual(back.ignored, [], JSON.stringify(step));
    assert.deepEqual(assemble(table, state).ignored, []);
  }
});

test("examples bring their sentence in the reader's language", () => {
  const repeated = change(exact, { example: "same-word" }, "zh");
  assert.equal(repeated.text, chineseSentences["same-word"]);
  assert.equal(repeated.weights, "same-word");
  assert.match(format(table, repeated).text, /example=same-word&text=%E7/);
  const english = change(repeated, { example: "previous-token" }, "en");
  assert.equal(english.positions, true);
  assert.equal(format(table, english).text, "v=1&example=previous-token");
});

test("edits go with the axes they were made on", () => {
  const edits = "query.weight[1,2]=0;scores[0,0,1,2]=3;x[0,0,0]=1";
  const free = {
    ...defaults(table, "free"),
    edits,
    matrix: "weights:1,0;0,1",
    open: "scores[0,0,1,2]",
  };
  const typed = change(free, { text: "two words" });
  assert.equal(typed.edits, "query.weight[1,2]=0");
  assert.deepEqual([typed.matrix, typed.open], ["", ""]);
  assert.equal(change(free, { d_k: 16 }).edits, "scores[0,0,1,2]=3;x[0,0,0]=1");
  assert.equal(change(free, { mask: "causal" }).edits, edits);
  assert.equal(change(free, { seed: 5 }).edits, edits);
});

test("values named in one call stand for what comes of it", () => {
  const together: Partial<AttentionState>[] = [
    { text: "a b", edits: "scores[0,0,0,0]=2" },
    { text: "c d", matrix: "scores:1,0;0,1" },
    { text: "e f g", open: "weights[0,0,1,1]" },
    { heads: 2, edits: "scores[0,1,0,0]=2" },
    { text: "h i", of: "output[0,1,0]" },
    { weights: "identity", edits: "query[0,0,0]=2" },
    { weights: "same-word", edits: "query[0,0,0]=2" },
    { tokens: "a|b", d_k: 8, edits: "query[0,0,0]=2", open: "key[0,0,0]" },
    { example: "same-word", edits: "query[0,0,0]=2" },
  ];
  const free = defaults(table, "free");
  for (const values of together) {
    for (const before of [exact, free, { ...free, edits: "x[0,0,0]=1", matrix: "scores:1" }]) {
      const after = change(before, values);
      const { edits, matrix, of, open } = { ...after, ...values };
      const got = { edits: after.edits, matrix: after.matrix, of: after.of, open: after.open };
      assert.deepEqual(got, { edits, matrix, of, open }, JSON.stringify(values));
    }
  }
  const back = change(free, { weights: "exact", edits: "query[0,0,0]=2" });
  assert.deepEqual([back.weights, back.edits], ["exact", "query[0,0,0]=2"]);
});

test("own work that a change takes back is told, all of it and nothing else", () => {
  const edits = "query.weight[1,2]=0;scores[0,0,1,2]=3;x[0,0,0]=1";
  const before = { ...defaults(table, "free"), edits, matrix: "scores:1,0;0,1", of: "x[0,1,0]" };
  const told = (values: Partial<AttentionState>) =>
    lost(table, before, change(before, values), values).map(({ name, given, reason }) => {
      assert.equal(reason, "lost");
      return `${name} ${given}`;
    });
  assert.deepEqual(told({ text: "a b c" }), [
    "edits scores[0,0,1,2]=3;x[0,0,0]=1",
    "matrix scores:1,0;0,1",
    "of x[0,1,0]",
  ]);
  assert.deepEqual(told({ d_k: 4 }), ["edits query.weight[1,2]=0"]);
  assert.deepEqual(told({ edits: "" }), []);
  assert.deepEqual(told({ mask: "causal", open: "x[0,0,0]" }), []);
  assert.deepEqual(told({ text: "a b", edits: "", matrix: "", of: "output" }), []);
  assert.deepEqual(told({ example: "exact" }).length, 3);
  const plain = change(exact, { text: "a b" });
  assert.deepEqual(lost(table, exact, plain, { text: "a b" }), []);
});

test("gradient targets", () => {
  assert.deepEqual(targetOf(exact), { tensor: "output", reduce: "sum" });
  assert.deepEqual(targetOf({ ...exact, of: "output[0,1,0]" }), {
    tensor: "output",
    index: [0, 1, 0],
  });
});

test("edits and matrices become interventions, or are reported", () => {
  const tokens = ["The", "cat", "sat"];
  const two = { ...defaults(table, "free"), heads: 2, d_k: 4 };
  const edited = interventionsOf({ ...two, edits: "scores[0,1,1,2]=3;output[0,1,5]=2" }, tokens);
  assert.deepEqual(edited.interventions, [
    { tensor: "scores", action: "set", indices: [14], values: [3] },
    // [0, 1, 5] of [1, T, 2·4] is feature 1 of head 1: [0, 1, 1, 1] of [1, 2, 3, 4].
    { tensor: "head_outputs", action: "set", indices: [17], values: [2] },
  ]);
  const pasted = interventionsOf({ ...two, matrix: "scores:1,2,3;4,5,6;7,8,9" }, tokens);
  assert.deepEqual(
    pasted.interventions[0]?.values,
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.equal(pasted.pasted, "scores");
  const misfits = interventionsOf(
    { ...exact, edits: "scores[0,0,3,0]=1;positions[0,0]=1;scores[0,0,0,0]=2", matrix: "scores:1" },
    tokens,
  );
  assert.deepEqual(misfits.ignored, [
    { name: "matrix", given: "scores 1×1", reason: "shape", allowed: "3×3" },
    {
      name: "edits",
      given: "scores[0,0,3,0]=1",
      reason: "shape",
      allowed: "scores[0,0,0,0] … [0,0,2,2]",
    },
    { name: "edits", given: "positions[0,0]=1", reason: "shape", allowed: "positions=true" },
  ]);
  assert.equal(misfits.pasted, undefined);
  assert.deepEqual(misfits.interventions, [
    { tensor: "scores", action: "set", indices: [0], values: [2] },
  ]);
  const short = interventionsOf({ ...exact, edits: "mask[1,2]=0" }, tokens).interventions;
  assert.deepEqual(short, [{ tensor: "mask", action: "set", indices: [5], values: [0] }]);
  assert.equal(interventionsOf({ ...exact, edits: "value[0,0,2]=1" }, tokens).ignored.length, 1);
  assert.deepEqual(shapeOf("embedding.table", exact, ["a", "b", "a"]), [2, 4]);
});
