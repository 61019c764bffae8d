// What figures say follows from the numbers they draw, also where the reader changed them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { parse } from "../../web/state/codec.js";
import type { ViewName } from "../../web/views/registry.js";
import { viewNames, viewOf } from "../../web/views/registry.js";

const engine = await createEngine();
after(() => engine.dispose());

/** The notes and the data of a figure by its link. */
async function shown(name: ViewName, link: string) {
  const view = await viewOf(name);
  const session = view.open(engine);
  const { state, ignored } = parse(view.table, link);
  const data = await session.update(state);
  const scene = view.describe(data, { language: "en", claims: true });
  await session.dispose();
  const panels = scene.bands.flatMap((band) => band.panels);
  return { notes: scene.notes.join("\n"), scene, data, panels, ignored };
}

test("mask: a position leaks when it sees the next word; the last one has none", async () => {
  const all = await shown("mask", "kind=none&queries=4&keys=4");
  assert.match(all.notes, /positions 1, 2, 3 would see the answer/);
  const painted = await shown("mask", "queries=4&keys=4&edits=mask[1,2]=1");
  assert.match(painted.notes, /position 2 would see the answer/);
  const tight = await shown("mask", "queries=4&keys=4");
  assert.match(tight.notes, /No position sees the word/);
  const stream = "kind=permutation&queries=4&keys=4&order=3,1,4,2";
  assert.match((await shown("mask", stream)).notes, /No position sees/);
  const content = await shown("mask", `${stream}&stream=content`);
  assert.match(content.notes, /would see the answer|No position sees/);
});

test("mask: the chapter's line is judged on the chapter's mask alone", async () => {
  assert.match((await shown("mask", "")).notes, /Measured: 5\.50/);
  assert.doesNotMatch((await shown("mask", "edits=mask[0,9]=1")).notes, /Measured/);
  assert.doesNotMatch((await shown("mask", "kind=none")).notes, /Measured/);
});

test("a sentence is cut where the figure ends, and says so", async () => {
  const text = Array.from({ length: 30 }, (_, at) => `w${at}`).join(" ");
  for (const scheme of ["learned", "none"]) {
    const { data } = await shown("positions", `scheme=${scheme}&text=${text}`);
    assert.equal(data.tokens.length, 16);
    assert.equal(data.truncated, 16);
  }
});

test("information: a count that is none is refused, and p sums to 1", async () => {
  for (const edit of ["counts[0,1]=1000", "counts[5,0,1]=1000", "counts[0,2,0]=3"]) {
    const { panels, ignored } = await shown("information", `edits=${edit}`);
    assert.equal(ignored.length, 1, edit);
    const joint = panels.find(({ id }) => id === "joint");
    const sum = Array.from(joint?.values ?? []).reduce((all, one) => all + one, 0);
    assert.ok(Math.abs(sum - 1) < 1e-6, `${edit}: ${sum}`);
  }
});

test("rank: bounds are not claimed of numbers set by hand", async () => {
  assert.match((await shown("rank", "")).notes, /at most rank/);
  assert.doesNotMatch((await shown("rank", "edits=scores[0,0,0,0]=9")).notes, /at most rank/);
});

test("positions: with a causal mask one note speaks of order, not two against each other", async () => {
  const { notes } = await shown("positions", "causal=true");
  assert.doesNotMatch(notes, /same output as before/);
});

test("fill: the same weights are claimed where they are the same", async () => {
  assert.match((await shown("fill", "example=key")).scene.summary, /same weights/);
  for (const edit of ["scores[0,0]=70000", "scores[0,0]=-2000000000"]) {
    const { scene } = await shown("fill", `example=key&edits=${edit}`);
    const fills = scene.bands.flatMap(({ panels }) => panels).filter(({ rows }) => rows === 4);
    assert.ok(fills.length > 3);
    if (edit.includes("70000")) assert.match(scene.summary, /different weights/, edit);
  }
});

test("gradient: a note speaks of the mask as chosen, not as changed", async () => {
  assert.notEqual((await shown("gradient", "mask=causal")).notes, "");
  assert.equal((await shown("gradient", "mask=causal&edits=mask[0,0]=0")).notes, "");
});

test("what is called as in the laboratory is made as there: the inspector explains by the name", async () => {
  const made: Record<string, RegExp> = {
    // Of the figure positions they are scaled at once.
    scores: /^(scores|add|input|scale)$/,
    scaled: /^(scale|soft_cap)$/,
    masked: /^apply_mask$/,
    weights: /softmax$|^multiply$/,
  };
  const wrong: string[] = [];
  for (const name of viewNames.filter((one) => one !== "attention")) {
    const { data } = await shown(name, "");
    for (const entry of data.catalogue) {
      const operations = made[entry.name.slice(entry.name.lastIndexOf(".") + 1)];
      if (operations && !operations.test(entry.operation)) {
        wrong.push(`${name}: ${entry.name} is made by ${entry.operation}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});
