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
