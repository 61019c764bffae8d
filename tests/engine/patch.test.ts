// The figure `patch`, on the shipped model: a patch is an intervention in a run, put in from itself it
// changes nothing, the whole stream put in at the end gives the other's logits, and numbers open.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Intervention, type Run } from "clearhead/engine.js";
import { contrasts, EXAMPLES } from "../../web/figures/language.js";
import type { Data } from "../../web/figures/patch/panels.js";
import type { PatchState } from "../../web/figures/patch/parameters.js";
import { cellsOf, FIRST, PARTS, rowsOf, runOf } from "../../web/figures/patch/places.js";
import { BETWEEN, RECOVERED, SPREADS } from "../../web/figures/patch/sums.js";
import { patch as lesson } from "../../web/lessons/patch.js";
import { parse } from "../../web/state/codec.js";
import type { Session } from "../../web/views/view.js";
import { figureOf, near, numbers } from "./support/figure.js";

const engine = await createEngine();
after(() => engine.dispose());
const figure = await figureOf<PatchState, Data>(engine, "patch");
const { view } = figure;
const model = await engine.model({ shipped: "language" });

const stateOf = (given: Partial<PatchState>) => figure.stateOf("", given);

const shown = <T>(
  given: Partial<PatchState>,
  look: (data: Data, session: Session<PatchState, Data>) => T | Promise<T>,
) => figure.shown(stateOf(given), look);

async function ran<T>(
  ids: readonly number[],
  interventions: Intervention[],
  look: (run: Run) => Promise<T>,
): Promise<T> {
  const run = await model.run({ target: ids }, { record: "inspect", interventions });
  try {
    return await look(run);
  } finally {
    await run.dispose();
  }
}

/** Logits behind the last token. */
async function lastOf(run: Run): Promise<number[]> {
  const { shape, data } = await run.tensor("logits");
  return Array.from(data.subarray(data.length - (shape[2] ?? 0)), Number);
}

const sentences = (example: (typeof EXAMPLES)[number]) => {
  const { text: clean, other: corrupted } = contrasts[example];
  return { example, clean, corrupted };
};

for (const example of EXAMPLES) {
  for (const part of PARTS) {
    test(`patch: each cell of the map is a run of its own with the other's cells: ${example}, ${part}`, async () => {
      await shown({ ...sentences(example), part }, async (data) => {
        const { clean, corrupted, token, against } = data.asked;
        const length = corrupted.ids.length + 1;
        const between = (logits: readonly number[]) =>
          (logits[token] ?? 0) - (logits[against] ?? 0);
        const found = numbers(data, BETWEEN);
        const recovered = numbers(data, RECOVERED);
        const rows = rowsOf(part);
        assert.equal(found.length, FIRST + rows.length * length);
        const [one = 0, two = 0] = found;
        near(one, between(await ran(clean.ids, [], lastOf)));
        near(two, between(await ran(corrupted.ids, [], lastOf)));
        for (const [row, place] of rows.entries()) {
          const { data: cells } = await ran(clean.ids, [], (run) => run.tensor(place.tensor));
          for (let position = 0; position < length; position++) {
            const indices = cellsOf(place, position, length);
            const values = indices.map((at) => Number(cells[at]));
            const set = { tensor: place.tensor, action: "set", indices, values } as const;
            const wanted = between(await ran(corrupted.ids, [set], lastOf));
            const at = runOf(row, position, length);
            near(found[at] ?? Number.NaN, wanted);
            near(recovered[at - FIRST] ?? Number.NaN, (wanted - two) / (one - two), 1e-4);
          }
        }
      });
    });
  }

  test(`patch: with the words exchanged too, the words that a model of agreement knows: ${example}`, async () => {
    const { token, against } = contrasts[example];
    await shown(sentences(example), ({ asked }) => {
      const piece = (id: number) => model.vocabulary?.[id]?.replace("▁", "");
      assert.deepEqual([piece(asked.token), piece(asked.against)], [token, against]);
    });
  });
}

test("patch: the stream at the end, put in where the text ends, gives the other's logits", async () => {
  for (const example of EXAMPLES) {
    const row = rowsOf("stream").length - 1;
    await shown({ ...sentences(example), row, position: 11 }, ({ asked, tensors }) => {
      const [clean, corrupted, patched] = asked.logits;
      assert.ok(clean && corrupted && patched);
      const size = clean.shape[2] ?? 0;
      const last = (asked.position + 0) * size;
      assert.deepEqual(patched.data.subarray(last), clean.data.subarray(last));
      assert.notDeepEqual(patched.data.subarray(last), corrupted.data.subarray(last));
      assert.deepEqual(patched.data.subarray(0, last), corrupted.data.subarray(0, last));
      const spreads = tensors[SPREADS]?.data ?? [];
      assert.deepEqual(spreads.slice(2 * size), spreads.slice(0, size));
    });
  }
});

test("patch: what a run has put into itself changes nothing", async () => {
  const { ids } = (await model.encode(contrasts.agreement.other)).tokens.reduce(
    (all, { id }) => ({ ids: [...all.ids, id] }),
    { ids: [] as number[] },
  );
  const plain = await ran(ids, [], lastOf);
  for (const part of PARTS) {
    for (const row of rowsOf(part)) {
      const { data } = await ran(ids, [], (run) => run.tensor(row.tensor));
      for (let position = 0; position <= ids.length; position++) {
        const indices = cellsOf(row, position, ids.length + 1);
        const values = indices.map((at) => Number(data[at]));
        const set = { tensor: row.tensor, action: "set", indices, values } as const;
        assert.deepEqual(await ran(ids, [set], lastOf), plain);
      }
    }
  }
});

test("patch: nothing is recovered before the sentences differ, everything by the word itself", async () => {
  await shown({}, ({ tensors, asked }) => {
    const recovered = Array.from(tensors[RECOVERED]?.data ?? [], Number);
    const length = asked.corrupted.ids.length + 1;
    for (let row = 0; row < rowsOf("stream").length; row++) {
      for (let place = 0; place < contrasts.agreement.place; place++) {
        assert.equal(recovered[row * length + place], 0);
      }
    }
    near(recovered[contrasts.agreement.place] ?? 0, 1);
  });
});

test("patch: two heads bring back most of the number of the subject (docs/models.md)", async () => {
  await shown({ part: "head" }, (data) => {
    const recovered = numbers(data, RECOVERED);
    near(recovered[7 * 6 + 5] ?? 0, 0.7, 0.01);
    near(recovered[1 * 6 + 2] ?? 0, 0.82, 0.01);
    assert.equal(recovered.filter((share) => share > 0.5).length, 2);
  });
});

test("patch: a share opens down to the cell that was set, in its own run", async () => {
  const length = 6;
  const [row, position] = [7, 5];
  await shown({ part: "head", row, position }, async (data, session) => {
    const at = runOf(row, position, length);
    const explain = (tensor: string, index: readonly number[]) =>
      session.explain({ tensor, index, gradient: false });
    const share = await explain(RECOVERED, [0, at - FIRST]);
    assert.equal(share.value, numbers(data, RECOVERED)[at - FIRST]);
    const operands = (found: Awaited<ReturnType<typeof explain>>) =>
      found.terms.flatMap(({ tensor, index = [] }) => (tensor ? [{ tensor, index }] : []));
    assert.deepEqual(
      operands(share).map(({ tensor }) => tensor),
      ["gained", "whole"],
    );
    const gained = await explain("gained", [0, at - FIRST]);
    const [patched] = operands(gained);
    assert.deepEqual(patched, { tensor: BETWEEN, index: [0, at] });
    const between = await explain(BETWEEN, [0, at]);
    assert.deepEqual(operands(between), [
      { tensor: "runs.token", index: [0, at] },
      { tensor: "runs.against", index: [0, at] },
    ]);
    const logit = await explain("runs.token", [0, at]);
    assert.equal(logit.value, between.terms[0]?.value);
    assert.ok(operands(logit).every(({ tensor }) => tensor.startsWith(`run${at}.`)));
    const head = `run${at}.decoder.1.self_attention.head_outputs`;
    const set = await explain(head, [0, 3, 5, 0]);
    const clean = data.asked.values["decoder.1.self_attention.head_outputs"];
    assert.equal(set.value, clean?.data[(3 * length + 5) * 12]);
    assert.notEqual(set.was, undefined);
    assert.equal((await explain(head, [0, 2, 5, 0])).was, undefined);
    const p = await explain(SPREADS, [2, 0, data.asked.token]);
    assert.equal(p.value, data.tensors[SPREADS]?.data[2 * 297 + data.asked.token]);
    const next = await explain(`spread.${at}`, [0, 0, data.asked.token]);
    assert.ok(operands(next).every(({ tensor }) => tensor === `run${at}.logits`));
    near((await explain(`run${at}.logits`, [0, 5, data.asked.token])).value, logit.value);
  });
});

test("patch: an opened cell is performed, without a run of the map more", async () => {
  const session = view.open(engine);
  const state = stateOf({ part: "head" });
  const data = await session.update(state);
  const next = view.change(state, { open: `${RECOVERED}[0,${7 * 6 + 5}]` }, "en", data);
  assert.deepEqual([next.row, next.position], [7, 5]);
  const after = await session.update(next);
  assert.deepEqual(numbers(after, RECOVERED), numbers(data, RECOVERED));
  assert.notDeepEqual(numbers(after, SPREADS), numbers(data, SPREADS));
  const [, , token] = [0, 0, after.asked.token];
  assert.ok((numbers(after, SPREADS)[2 * 297 + token] ?? 0) > 0.5);
  assert.match(
    view.describe(after, { language: "en" }).summary,
    /the output of layer 2, head 4 at position 6/,
  );
  const own = view.change({ ...state, readonly: true }, { open: `${RECOVERED}[0,1]` }, "en", data);
  assert.equal(own.row, state.row);
  await session.dispose();
});

test("patch: sentences that cannot be compared are told of", async () => {
  const notes = (data: Data) => view.describe(data, { language: "en" }).notes.join("\n");
  const bare = async (given: Partial<PatchState>, told: RegExp) =>
    shown(given, (data) => {
      assert.match(notes(data), told);
      assert.deepEqual(view.describe(data, { language: "zh" }).bands, []);
    });
  await bare({ corrupted: "The key" }, /5 and 2 tokens/);
  await bare({ corrupted: "The keys to the cabinet " }, /the same to the model/);
  await bare({ clean: "", corrupted: " " }, /the same to the model/);
  await shown({ corrupted: "The zzyzx to the cabinet", token: "zork" }, (data) => {
    assert.match(notes(data), /zzyzx/);
    assert.match(notes(data), /zork: no token/);
  });
  const long = "the ".repeat(20);
  await shown({ clean: `keys ${long}`, corrupted: `key ${long}`, part: "head" }, (data) => {
    assert.match(notes(data), /first 11 tokens/);
    assert.equal(data.unfinished, false);
    assert.equal(numbers(data, RECOVERED).length, 8 * 12);
  });
});

test("patch: the task is solved by one head that brings back more than half", async () => {
  const begin = parse(view.table, `view=patch&${lesson.begin}`).state;
  const solvedWith = (given: Partial<PatchState>) =>
    shown({ ...begin, ...given }, (data, session) =>
      lesson.solved({
        ...{ state: data.state, summary: "", tensor: (name) => session.tensor(name) },
        explain: (tensor, index) => session.explain({ tensor, index, gradient: false }),
      }),
    );
  const open = (row: number, position: number) => `${RECOVERED}[0,${row * 6 + position}]`;
  assert.equal(await solvedWith({}), false);
  assert.equal(await solvedWith({ open: open(0, 2) }), false);
  assert.equal(await solvedWith({ part: "head", open: open(6, 5) }), false);
  assert.equal(await solvedWith({ part: "head", open: open(7, 5) }), true);
  assert.equal(await solvedWith({ part: "head", open: open(1, 2) }), true);
});

test("patch: nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  const session = view.open(engine);
  for (const part of PARTS) await session.update(stateOf({ part }));
  await session.explain({ tensor: "runs.token", index: [0, 3], gradient: false });
  const older = session.update(stateOf(sentences("chinese")));
  const superseded = assert.rejects(older, { name: "AbortError" });
  await session.update(stateOf(sentences("coreference")));
  await superseded;
  await session.dispose();
  assert.equal((await engine.memory()).used, before);
});
