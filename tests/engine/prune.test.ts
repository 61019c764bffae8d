// The figure `prune`, on the shipped model: rows of the batch as runs with the same heads removed,
// the order of the heads, losses that open, and what is said of the sentence.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { Data } from "../../web/figures/prune/asked.js";
import {
  aloneRow,
  HEADS,
  pruned,
  prunedRow,
  removals,
  SIZES,
} from "../../web/figures/prune/heads.js";
import { EXAMPLES, ORDERS, type PruneState } from "../../web/figures/prune/parameters.js";
import { EFFECTS, LOSSES, NEXT } from "../../web/figures/prune/sums.js";
import { spare } from "../../web/figures/prune/words.js";
import { prune as lesson } from "../../web/lessons/prune.js";
import { parse } from "../../web/state/codec.js";
import { viewOf } from "../../web/views/registry.js";
import type { Session, View } from "../../web/views/view.js";

const engine = await createEngine();
after(() => engine.dispose());
const view = (await viewOf("prune")) as unknown as View<PruneState, Data>;
const model = await engine.model({ shipped: "language" });

const stateOf = (link: string) => parse(view.table, `view=prune&${link}`).state;
const numbers = (data: Data, name: string) => Array.from(data.tensors[name]?.data ?? [], Number);
const near = (found: number, wanted: number, by = 1e-5) =>
  assert.ok(Math.abs(found - wanted) <= by * Math.max(1, Math.abs(wanted)), `${found}, ${wanted}`);
const exampleState = (example: PruneState["example"]) =>
  view.change(stateOf(""), { example }, "en") as PruneState;

async function shown<T>(
  state: PruneState,
  look: (data: Data, session: Session<PruneState, Data>) => T | Promise<T>,
): Promise<T> {
  const session = view.open(engine);
  try {
    return await look(await session.update(state), session);
  } finally {
    await session.dispose();
  }
}

/** The losses of the tokens in a run by itself without these heads. */
async function without(ids: readonly number[], heads: readonly number[]): Promise<number[]> {
  const interventions = removals([heads], ids.length + 1);
  const run = await model.run({ target: ids }, { interventions });
  try {
    return Array.from((await run.tensor("losses")).data, Number);
  } finally {
    await run.dispose();
  }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

for (const example of EXAMPLES) {
  test(`prune: every row is a run without the same heads: ${example}`, async () => {
    await shown(exampleState(example), async (data) => {
      const { ids, place, order } = data.asked;
      const losses = numbers(data, LOSSES);
      for (const [row, heads] of pruned(order).entries()) {
        const own = await without(ids, heads);
        near(losses[2 * row] ?? 0, own[place] ?? 0);
        near(losses[2 * row + 1] ?? 0, mean(own));
      }
      const effects = numbers(data, EFFECTS);
      for (const head of HEADS.keys()) {
        for (const [by] of ORDERS.entries()) {
          const rise = Number(losses[2 * aloneRow(head) + by]) - Number(losses[by]);
          near(effects[2 * head + by] ?? 0, rise);
        }
      }
      const sorted = order.map((head) => effects[2 * head] ?? 0);
      assert.deepEqual(
        sorted,
        [...sorted].sort((a, b) => a - b),
      );
      const p = numbers(data, NEXT);
      const size = p.length / pruned(order).length;
      near(-Math.log(p[Number(ids[place])] ?? 0), losses[0] ?? 0, 1e-4);
      near(-Math.log(p[prunedRow(8) * size + Number(ids[place])] ?? 0), losses[32] ?? 0, 1e-4);
    });
  });
}

test("prune: the model has the heads that are named, and none is left at last", async () => {
  const { decoder_layers, heads, d_k } = model.settings;
  assert.deepEqual([decoder_layers, heads, d_k], [SIZES.layers, SIZES.heads, SIZES.head]);
  await shown(stateOf("removed=8"), async (_, session) => {
    const outputs = await session.tensor("decoder.0.self_attention.head_outputs");
    const size = outputs.data.length / Number(outputs.shape[0]);
    const last = Array.from(outputs.data.subarray(prunedRow(8) * size), Number);
    assert.ok(last.every((value) => Math.abs(value) === 0));
    const index = [prunedRow(8), 0, 3, 1];
    const cell = { tensor: "decoder.0.self_attention.head_outputs", index, gradient: false };
    const { value, was } = await session.explain(cell);
    assert.equal(Math.abs(value), 0);
    assert.ok(was !== undefined && was !== 0);
  });
});

test("prune: what is claimed is measured", async () => {
  await shown(stateOf("by=sentence"), (data) => {
    const { notes } = view.describe(data, { language: "en", claims: true });
    const count = spare(data);
    assert.ok(notes.some((note) => note.includes(`${count} of 8 (`)));
    assert.ok(notes.some((note) => note.startsWith("Claim: a head joins 他 with 小明")));
    const losses = numbers(data, LOSSES).filter((_, at) => at % 2 === 1);
    const rise = (removed: number) => Number(losses[prunedRow(removed)]) - Number(losses[0]);
    assert.ok(count === 0 || rise(count) <= 0.1);
    assert.ok(count === 8 || rise(count + 1) > 0.1);
  });
  await shown(exampleState("agreement"), (data) => {
    const { notes } = view.describe(data, { language: "en", claims: true });
    assert.ok(!notes.some((note) => note.includes("小明")));
  });
});

test("prune: a slider that moves runs nothing anew; another order does", async () => {
  const session = view.open(engine);
  const first = await session.update(stateOf("removed=0"));
  const more = await session.update(stateOf("removed=5"));
  assert.equal(more.tensors[LOSSES], first.tensors[LOSSES]);
  const other = await session.update(stateOf("by=sentence"));
  assert.notDeepEqual(other.asked.order, first.asked.order);
  await session.dispose();
});

test("prune: an example gives way with its token; what is typed stays", () => {
  const next = exampleState("agreement");
  assert.equal(next.text, "The keys to the cabinet are old.");
  assert.equal(next.place, 5);
  const typed = view.change({ ...next, text: "A cat" }, { example: "chinese" }, "en");
  assert.equal(typed.text, "A cat");
});

test("prune: what cannot be read is said", async () => {
  await shown(stateOf("text=%20"), (data) => {
    const { bands, notes } = view.describe(data, { language: "zh", claims: true });
    assert.deepEqual([bands, notes.length], [[], 1]);
  });
  await shown(stateOf(`text=${encodeURIComponent("小明喜欢☃。".repeat(4))}`), (data) => {
    assert.equal(data.asked.ids.length, 16);
    const { notes } = view.describe(data, { language: "en" });
    assert.ok(notes.some((note) => note.includes("[UNK]") && note.includes("☃")));
    assert.ok(notes.some((note) => note.includes("first 16 tokens")));
  });
});

test("prune: the task is solved by one number of heads", async () => {
  const solved: number[] = [];
  for (const removed of [0, ...HEADS.map((_, at) => at + 1)]) {
    const done = await shown(stateOf(`${lesson.begin}&removed=${removed}`), (data, session) =>
      lesson.solved({
        ...{ state: data.state, summary: "", tensor: (name) => session.tensor(name) },
        explain: (tensor, index) => session.explain({ tensor, index, gradient: false }),
      }),
    );
    if (done) solved.push(removed);
  }
  assert.equal(solved.length, 1);
  // What is said of it: the losses alone do not foretell the fall.
  await shown(stateOf(lesson.begin), (data) => {
    const losses = numbers(data, LOSSES).filter((_, at) => at % 2 === 0);
    const fatal = Number(solved[0]) + 1;
    const alone = data.asked.order
      .slice(0, fatal)
      .reduce((sum, head) => sum + Number(losses[aloneRow(head)]) - Number(losses[0]), 0);
    assert.ok(Math.exp(-Number(losses[prunedRow(8)])) < 0.5);
    assert.ok(Number(losses[prunedRow(fatal)]) - Number(losses[0]) > 2 * alone);
  });
});

test("prune: nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  const session = view.open(engine);
  for (const link of ["", "removed=3", "by=sentence", "text=Tom", "text=%20"]) {
    await session.update(stateOf(link));
  }
  await session.dispose();
  assert.equal((await engine.memory()).used, before);
});
