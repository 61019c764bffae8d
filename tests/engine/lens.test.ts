// The figure `lens`, on the shipped model: its last row is what the model says, every other row is the
// stream read in the same way, and the parts of a logit add up to it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Run } from "clearhead/engine.js";
import { contrasts, DEPTHS, EXAMPLES, SIZES, spread } from "../../web/figures/language.js";
import type { Data } from "../../web/figures/lens/panels.js";
import { rankIn } from "../../web/figures/lens/panels.js";
import type { LensState } from "../../web/figures/lens/parameters.js";
import { DIRECT, LENS, PARTS } from "../../web/figures/lens/sums.js";
import { lens as lesson } from "../../web/lessons/lens.js";
import { parse } from "../../web/state/codec.js";
import type { Session } from "../../web/views/view.js";
import { figureOf, near, numbers } from "./support/figure.js";

const engine = await createEngine();
after(() => engine.dispose());
const figure = await figureOf<LensState, Data>(engine, "lens");
const { view } = figure;
const model = await engine.model({ shipped: "language" });
const V = model.vocabulary?.length ?? 0;

const stateOf = (given: Partial<LensState>) => figure.stateOf("", given);

const shown = <T>(
  given: Partial<LensState>,
  look: (data: Data, session: Session<LensState, Data>) => T | Promise<T>,
) => figure.shown(stateOf(given), look);

async function ran<T>(ids: readonly number[], look: (run: Run) => Promise<T>): Promise<T> {
  const run = await model.run({ target: ids }, { record: "inspect" });
  try {
    return await look(run);
  } finally {
    await run.dispose();
  }
}

/** A row of a tensor [1, T, C] or [T, C], in double. */
const rowOf = async (run: Run, name: string, row: number, width: number) => {
  const { data } = await run.tensor(name);
  return Array.from(data.subarray(row * width, (row + 1) * width), Number);
};
const mean = (x: readonly number[]) => x.reduce((a, b) => a + b, 0) / x.length;
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0);

/** Logits of a row of the stream, from the last norm's formula. */
async function read(run: Run, x: readonly number[]): Promise<number[]> {
  const [gain, bias] = await Promise.all(
    ["weight", "bias"].map((name) => rowOf(run, `decoder.norm.${name}`, 0, SIZES.width)),
  );
  const centred = x.map((one) => one - mean(x));
  const sigma = Math.sqrt(mean(centred.map((one) => one * one)) + 1e-5);
  const normed = centred.map((one, c) => (one / sigma) * (gain?.[c] ?? 0) + (bias?.[c] ?? 0));
  const table = await run.tensor("embedding.table");
  return Array.from({ length: V }, (_, token) =>
    dot(normed, Array.from(table.data.subarray(token * SIZES.width, (token + 1) * SIZES.width))),
  );
}

function softmax(x: readonly number[]): number[] {
  const most = Math.max(...x);
  const e = x.map((one) => Math.exp(one - most));
  const all = e.reduce((a, b) => a + b, 0);
  return e.map((one) => one / all);
}

test("lens: the model is what the figure takes it for", () => {
  const { settings } = model;
  assert.equal(settings.decoder_layers, SIZES.layers);
  assert.equal(settings.heads, SIZES.heads);
  assert.equal(settings.d_model, SIZES.width);
  assert.equal(settings.d_k, SIZES.head);
  assert.equal(settings.norm, "layer");
  assert.equal(settings.order, "pre");
  assert.equal(settings.epsilon, 1e-5);
  assert.ok(settings.tied && settings.residual && settings.bias);
});

for (const example of EXAMPLES) {
  const { text, token, against } = contrasts[example];

  test(`lens: every row is the stream read like its end; the last is the model's: ${text}`, async () => {
    await shown({ text }, async (data) => {
      const all = data.tensors[LENS];
      assert.ok(all);
      const length = data.asked.ids.length + 1;
      assert.deepEqual(all.shape, [DEPTHS.length, length, V]);
      await ran(data.asked.ids, async (run) => {
        for (let place = 0; place < length; place++) {
          for (const [depth, { tensor }] of DEPTHS.entries()) {
            const wanted = softmax(await read(run, await rowOf(run, tensor, place, SIZES.width)));
            const found = spread(all, depth, place);
            for (const [id, p] of wanted.entries()) near(Number(found[id]), p);
          }
          const said = softmax(await rowOf(run, "logits", place, V));
          const last = spread(all, DEPTHS.length - 1, place);
          for (const [id, p] of said.entries()) near(Number(last[id]), p);
        }
      });
    });
  });

  test(`lens: the parts add up to the logit, or to the difference of two: ${text}`, async () => {
    for (const given of [{}, { token }, { token, against }, { token: against }]) {
      for (let position = 0; position < 8; position++) {
        await shown({ text, position, ...given }, async (data) => {
          const { asked } = data;
          const values = numbers(data, DIRECT);
          assert.equal(values.length, PARTS.length);
          const logits = await ran(asked.ids, (run) => rowOf(run, "logits", asked.position, V));
          const other = asked.against === undefined ? 0 : (logits[asked.against] ?? 0);
          const wanted = (logits[asked.token] ?? 0) - other;
          const sum = values.slice(0, -1).reduce((a, b) => a + b, 0);
          near(sum, wanted);
          near(values.at(-1) ?? Number.NaN, wanted);
        });
      }
    }
  });
}

test("lens: a part is what is left of the logit when only it is read", async () => {
  await shown({ token: "are", against: "is" }, async (data) => {
    const { ids, position, token, against = 0 } = data.asked;
    const values = numbers(data, DIRECT);
    await ran(ids, async (run) => {
      const x = await rowOf(run, "decoder.1.feed_forward_sum", position, SIZES.width);
      const centre = mean(x);
      const sigma = Math.sqrt(mean(x.map((one) => (one - centre) ** 2)) + 1e-5);
      const gain = await rowOf(run, "decoder.norm.weight", 0, SIZES.width);
      const [one, two] = await Promise.all(
        [token, against].map((id) => rowOf(run, "embedding.table", id, SIZES.width)),
      );
      const between = (one ?? []).map((w, c) => w - (two?.[c] ?? 0));
      const said = (part: readonly number[]) =>
        dot(
          part.map((r, c) => ((r - mean(part)) / sigma) * (gain[c] ?? 0)),
          between,
        );
      for (const [at, part] of PARTS.entries()) {
        const own = `decoder.${part.layer}.`;
        if (part.kind === "feed_forward") {
          near(values[at] ?? 0, said(await rowOf(run, `${own}feed_forward.output`, position, 48)));
        }
        if (part.kind !== "head") continue;
        const joined = await rowOf(run, `${own}self_attention.joined`, position, SIZES.width);
        const weight = await run.tensor(`${own}self_attention.output.weight`);
        const added = Array.from({ length: SIZES.width }, (_, c) =>
          Array.from({ length: SIZES.head }, (_, d) => part.head * SIZES.head + d).reduce(
            (sum, d) => sum + (joined[d] ?? 0) * Number(weight.data[d * SIZES.width + c]),
            0,
          ),
        );
        near(values[at] ?? 0, said(added));
      }
    });
  });
});

test("lens: a bar opens down to the model's own weights and what its head gathered", async () => {
  await shown({ against: "is" }, async (data, session) => {
    const values = numbers(data, DIRECT);
    const bar = PARTS.findIndex(({ kind, layer, head }) => kind === "head" && layer + head === 4);
    const seen = new Set<string>();
    const open = async (tensor: string, index: readonly number[], depth: number) => {
      const found = await session.explain({ tensor, index, gradient: false });
      for (const term of found.terms) {
        if (!term.tensor || seen.has(term.tensor)) continue;
        seen.add(term.tensor);
        if (depth > 0) await open(term.tensor, term.index ?? [], depth - 1);
      }
      return found.value;
    };
    assert.equal(await open(DIRECT, [0, bar, 0], 14), values[bar]);
    for (const name of [
      ...["decoder.1.self_attention.output.weight", "decoder.1.self_attention.weights"],
      ...["decoder.norm.weight", "decoder.norm.inverse_deviation", "embedding.table"],
    ]) {
      assert.ok(seen.has(name), `${name} in ${[...seen].join(" ")}`);
    }
  });
});

test("lens: after layer 1 the nearer noun decides, after the attention of layer 2 the first", async () => {
  await shown({}, (data) => {
    const all = data.tensors[LENS];
    assert.ok(all);
    const id = (piece: string) => model.vocabulary?.indexOf(piece) ?? -1;
    const ranks = (piece: string) =>
      DEPTHS.map((_, depth) => rankIn(spread(all, depth, data.asked.position), id(piece)));
    assert.deepEqual(ranks("▁is").slice(1, 3), [1, 1]);
    assert.deepEqual(ranks("▁are").slice(3), [1, 1]);
    const { summary, notes } = view.describe(data, { language: "en" });
    assert.match(summary, /“▁are” comes next with probability 0\.99/);
    assert.ok(notes.some((note) => note.includes("Read after layer 2, attention: “▁are”")));
    assert.ok(notes.some((note) => note.includes("L1.ffn 2")));
  });
});

test("lens: what head 4 of layer 2 adds to the difference (docs/models.md)", async () => {
  await shown({ against: "is" }, (data) => {
    const values = numbers(data, DIRECT);
    const bar = PARTS.findIndex(({ kind, layer, head }) => kind === "head" && layer + head === 4);
    near(values[bar] ?? 0, 4.1, 0.02);
    near(values.at(-1) ?? 0, 8.5, 0.02);
    const all = data.tensors[LENS];
    assert.ok(all && data.asked.against !== undefined);
    near(Number(spread(all, 2, data.asked.position)[data.asked.against]), 0.79, 0.01);
    near(Number(spread(all, 3, data.asked.position)[data.asked.token]), 0.99, 0.01);
  });
});

test("lens: an opened token is followed at its position, and its number stays", async () => {
  const session = view.open(engine);
  const state = stateOf({});
  const data = await session.update(state);
  const cell = { tensor: LENS, index: [2, 3, model.vocabulary?.indexOf("▁the") ?? 0] };
  const { value } = await session.explain({ ...cell, gradient: false });
  const open = `${LENS}[${cell.index.join()}]`;
  const next = view.change(state, { open }, "en", data);
  assert.deepEqual([next.position, next.token], [3, ""]);
  const moved = await session.update(next);
  assert.equal((await session.explain({ ...cell, gradient: false })).value, value);
  const is = `${LENS}[2,5,${model.vocabulary?.indexOf("▁is")}]`;
  const followed = view.change(next, { open: is }, "en", moved);
  assert.deepEqual([followed.position, followed.token], [5, "▁is"]);
  const own = view.change({ ...next, readonly: true }, { open: is }, "en", moved);
  assert.equal(own.token, "");
  await session.dispose();
});

test("lens: what is no token, no word or too long is told, and the rest goes on", async () => {
  const notes = (data: Data) => view.describe(data, { language: "en" }).notes.join("\n");
  await shown({ token: "zzyzx", against: " " }, (data) => {
    assert.deepEqual(data.asked.refused, ["zzyzx"]);
    assert.equal(data.asked.token, data.asked.likeliest);
    assert.equal(data.asked.against, undefined);
    assert.match(notes(data), /zzyzx: no token/);
  });
  await shown({ text: "The zzyzx are" }, (data) => assert.match(notes(data), /zzyzx/));
  await shown({ text: "the ".repeat(30) }, (data) => {
    assert.equal(data.asked.ids.length, 16);
    assert.match(notes(data), /first 16 tokens/);
  });
  await shown({ text: " " }, (data) => {
    assert.deepEqual([data.asked.ids.length, data.asked.position], [0, 0]);
    assert.match(notes(data), /nothing is read but \[BOS\]/);
  });
});

test("lens: the task is solved by the head that separates the two words, and by nothing before", async () => {
  const begin = parse(view.table, `view=lens&${lesson.begin}`).state;
  const bar = PARTS.findIndex(({ kind, layer, head }) => kind === "head" && layer + head === 4);
  const solvedWith = (given: Partial<LensState>) =>
    shown({ ...begin, ...given }, (data, session) =>
      lesson.solved({
        ...{ state: data.state, summary: "", tensor: (name) => session.tensor(name) },
        explain: (tensor, index) => session.explain({ tensor, index, gradient: false }),
      }),
    );
  const open = `${DIRECT}[0,${bar},0]`;
  assert.equal(await solvedWith({}), false);
  assert.equal(await solvedWith({ open }), false);
  assert.equal(await solvedWith({ against: "is" }), false);
  assert.equal(await solvedWith({ against: "is", open: `${DIRECT}[0,${bar - 1},0]` }), false);
  assert.equal(await solvedWith({ against: "is", open, position: 3 }), false);
  assert.equal(await solvedWith({ against: "is", open }), true);
  assert.equal(await solvedWith({ token: "are", against: "▁is", open }), true);
});

test("lens: nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  const session = view.open(engine);
  for (const text of ["The keys", "小明说", "Tom said that"])
    await session.update(stateOf({ text }));
  const older = session.update(stateOf({ text: "Mary said that" }));
  const superseded = assert.rejects(older, { name: "AbortError" });
  await session.update(stateOf({ against: "is" }));
  await superseded;
  await session.dispose();
  assert.equal((await engine.memory()).used, before);
});
