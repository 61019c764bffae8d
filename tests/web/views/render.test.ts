import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "../../../web/views/render.js";
import { FakeEngine } from "./fake_engine.js";

test("a picture, its tables and its sentence, without a page", async () => {
  const engine = new FakeEngine();
  const { svg, tables, summary, notes, ignored } = await render(engine, "attention", {
    mask: "causal",
    lang: "zh",
  });
  assert.match(svg, /^<svg [^>]*lang="zh-Hans"/);
  assert.match(svg, />2\/3</);
  assert.match(svg, />查询 ↓</);
  assert.equal(tables[0]?.rows[1]?.cells.join(), "1/3,2/3,0");
  assert.match(summary, /^3 个词元的自注意力，加因果掩码。/);
  assert.deepEqual([notes, ignored, engine.live], [[], [], 0]);
});

test("the same parameters give the same bytes, as a link or by name", async () => {
  const first = await render(new FakeEngine(), "attention", {
    text: "I love you",
    heads: 2,
    mask: "padding",
  });
  const second = await render(
    new FakeEngine(),
    "attention",
    "v=1&text=I+love+you&heads=2&mask=padding",
  );
  assert.deepEqual(first, second);
  const narrow = await render(new FakeEngine(), "attention", {}, { width: 360 });
  assert.match(narrow.svg, / width="360"/);
});

test("bad parameters are reported in the notes, an unknown view is refused", async () => {
  const { ignored, notes } = await render(new FakeEngine(), "attention", {
    heads: 99,
    nonsense: true,
  });
  assert.deepEqual(
    ignored.map(({ name }) => name),
    ["heads", "nonsense"],
  );
  assert.equal(notes.length, 2);
  await assert.rejects(
    render(new FakeEngine(), "__proto__"),
    /no view "__proto__"; there are: attention/,
  );
});

test("what does not fit the sentence is told once, with the rest", async () => {
  const { ignored, notes } = await render(new FakeEngine(), "attention", {
    edits: "scores[0,0,9,9]=1",
    heads: 99,
  });
  assert.deepEqual(
    ignored.map(({ name }) => name),
    ["heads", "edits"],
  );
  assert.equal(notes.length, 2);
});

test("wrong arguments are refused with a typed error that says what is allowed", async () => {
  type Arguments = [parameters?: unknown, options?: unknown];
  const wrong: [Arguments, string, RegExp][] = [
    [[5], "argument", /parameters is 5: give an object/],
    [[[1, 2]], "argument", /parameters is \[1,2\]/],
    [[null], "argument", /parameters is null/],
    [[{}, null], "argument", /options is null/],
    [[{}, 7], "argument", /options is 7/],
    [[{}, { width: Number.NaN }], "range", /width is NaN: give a number of pixels, 120…10000/],
    [[{}, { width: "wide" }], "range", /width is wide/],
    [[{}, { width: 0 }], "range", /width is 0/],
    [[{}, { width: -5 }], "range", /width is -5/],
    [[{}, { width: 1e9 }], "range", /width is 1000000000/],
    [[{}, { signal: {} }], "argument", /signal is no AbortSignal/],
    [[{}, { signal: "x" }], "argument", /signal is no AbortSignal/],
  ];
  const call = render as unknown as (...given: unknown[]) => Promise<unknown>;
  for (const [given, code, message] of wrong) {
    const engine = new FakeEngine();
    await assert.rejects(call(engine, "attention", ...given), { code, message });
    assert.equal(engine.live, 0);
  }
  await assert.rejects(call(new FakeEngine(), "nope"), { code: "unknown" });
});
