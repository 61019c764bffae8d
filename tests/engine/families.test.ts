// The figure `families`: the positions counted are the labels that are asked, all three families
// meet the same sentences, and the same question tells what each can see.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { FamiliesData } from "../../web/figures/families/figure.js";
import { sidesOf, supervised } from "../../web/figures/families/looked.js";
import {
  type FamiliesState,
  families,
  familiesTable,
} from "../../web/figures/families/parameters.js";
import { requestsOf } from "../../web/figures/families/requests.js";
import { loadWords } from "../../web/i18n/t.js";
import { families as lesson } from "../../web/lessons/families.js";
import { matricesOf } from "../../web/scene/scene.js";
import { parse } from "../../web/state/codec.js";
import { familiesView as view } from "../../web/views/families.js";
import type { Session } from "../../web/views/view.js";

const engine = await createEngine();
after(() => engine.dispose());
await loadWords("zh");

const stateOf = (link: string) => parse(familiesTable, `view=families&${link}`).state;

async function finish(
  session: Session<FamiliesState, FamiliesData>,
  link: string,
): Promise<FamiliesData> {
  const state = stateOf(link);
  let data = await session.update(state);
  while (data.unfinished) data = await session.update(state);
  return data;
}

async function finished(link: string): Promise<FamiliesData> {
  const session = view.open(engine);
  try {
    return await finish(session, link);
  } finally {
    await session.dispose();
  }
}

const numbers = (data: FamiliesData, name: string) =>
  Array.from(data.tensors[name]?.data ?? [], Number);
const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
/** Of small models: quick. */
const small = "d_model=16&batch=8&plan=200";

test("families: positions counted are the labels that the engine is asked, step by step", async () => {
  for (const pair of ["spans", "continuation"]) {
    const link = `${small}&pair=${pair}&share=0.3`;
    const data = await finished(`${link}&steps=12`);
    const counted: number[][] = [[], []];
    for (const request of requestsOf(stateOf(link))) {
      const model = await engine.model(request.model);
      const training = await model.train(request.training);
      const reports = [];
      for (let step = 0; step < 12; step++) reports.push(await training.step());
      counted[0]?.push(sum(reports.map(({ labels }) => labels)));
      counted[1]?.push(sum(reports.map(({ tokens }) => tokens)));
      await model.dispose();
    }
    assert.deepEqual(numbers(data, "training.counts"), counted.flat());
    const [masked = 0, next = 0, written = 0] = counted[0] ?? [];
    const [read = 0, all = 0, both = 0] = counted[1] ?? [];
    // n + 1 of the n + 1 tokens of [BOS] and a sentence; of n about 0.3; 12 batches of 8 sentences.
    assert.equal(next, all);
    assert.equal(read, all - 12 * 8);
    assert.ok(Math.abs(masked / read - 0.3) < 0.05, `${masked} of ${read}`);
    // Both sides: what is left of n beside sentinels, and as many places as are asked.
    if (pair === "continuation") assert.equal(both, all);
    else assert.ok(both > read && written < both);
  }
});

test("families: one sentence, asked of each in its way", async () => {
  for (const corpus of ["en", "zh"]) {
    const { looked } = await finished(`${small}&corpus=${corpus}&example=3`);
    const { encoder, decoder, encoder_decoder } = looked.asked;
    assert.deepEqual(encoder.target, decoder.target);
    assert.equal(supervised(sidesOf("decoder", decoder)), decoder.target.length + 1);
    const gaps = encoder_decoder.source.filter((id) =>
      (looked.vocabulary[id] ?? "").startsWith("<"),
    );
    const hidden = encoder_decoder.target.length - gaps.length - 1;
    assert.equal(encoder_decoder.source.length - gaps.length + hidden, decoder.target.length);
  }
});

test("families: the questions are the same to all three; a decoder answers without what follows", async () => {
  const { learners } = await finished(`${small}&steps=20`);
  const [first] = learners;
  for (const { looks, side } of learners) {
    assert.deepEqual(
      looks.map(({ step }) => step),
      [0, 20],
    );
    for (const [at, { around = [], before = [] }] of looks.entries()) {
      assert.equal(around.length, 64);
      const places = around.map(({ text, place }) => [text, place]);
      assert.deepEqual(
        places,
        first?.looks[at]?.around?.map(({ text, place }) => [text, place]),
      );
      const given = (of: typeof around) => of.map((one) => one.given);
      if (side === "decoder") assert.deepEqual(given(around), given(before));
    }
  }
});

test("families: what is drawn over labels are reports of the engine, at equal labels", async () => {
  const data = await finished(`${small}&steps=40&axis=labels`);
  const { bands } = view.describe(data, { language: "en" });
  const loss = bands.flatMap(({ panels }) => panels).find(({ id }) => id === "loss");
  assert.ok(loss);
  const labels = families.map(
    (family) => data.learners.find(({ side }) => side === family)?.labels,
  );
  const end = Math.min(...labels.map((of) => sum(of ?? [])));
  for (let column = 0; column < loss.columns; column++) {
    const place = Number(loss.columnAxis.labels[column]);
    assert.ok(place <= end);
    for (let row = 0; row < families.length; row++) {
      const [at = 0] = loss.index(row, column);
      const step = at % 40;
      assert.ok(sum(labels[row]?.slice(0, step + 1) ?? []) <= place);
      assert.ok(step === 39 || sum(labels[row]?.slice(0, step + 2) ?? []) > place);
      const drawn: number | undefined = loss.values[row * loss.columns + column];
      assert.equal(drawn, numbers(data, "training.loss")[at]);
    }
  }
});

test("families: seeds are bands, and the same link gives the same numbers in slices", async () => {
  const link = `${small}&seeds=2`;
  const whole = await finished(`${link}&steps=25`);
  assert.equal(numbers(whole, "training.loss").length, 9 * 25);
  const session = view.open(engine);
  const state = stateOf(`${link}&steps=25`);
  for (
    let data = await session.update(state);
    data.unfinished;
    data = await session.update(state)
  ) {
    // Whatever moment a slice ends at: what is drawn was reported by all.
    for (const matrix of matricesOf(view.describe(data, { language: "en" }))) {
      assert.ok(!matrix.values.includes(Number.NaN), matrix.id);
    }
  }
  const sliced = await finish(session, `${link}&steps=25`);
  assert.deepEqual(sliced.tensors, whole.tensors);
  assert.deepEqual(sliced.looked, whole.looked);
  await session.dispose();
});

test("families: an encoder fills gaps better than the decoder that is asked five times as often", async () => {
  const solved = (data: FamiliesData) =>
    lesson.solved({
      state: data.state,
      tensor: async (name: string) => data.tensors[name],
    } as unknown as Parameters<typeof lesson.solved>[0]);
  const session = view.open(engine);
  assert.equal(await solved(await finish(session, "corpus=zh&steps=0")), false);
  assert.equal(await solved(await finish(session, "corpus=zh&steps=100")), false);
  const data = await finish(session, "corpus=zh&steps=300");
  await session.dispose();
  const [masked = 0, next = 0] = numbers(data, "training.counts");
  assert.ok(next > 5 * masked);
  const looks = data.learners[0]?.looks.length ?? 0;
  const last = (measure: string) =>
    families.map((_, at) => numbers(data, `training.${measure}`)[(at + 1) * looks - 1] ?? 0);
  const [encoder = 0, decoder = 0] = last("around");
  assert.ok(encoder > decoder + 0.2, `${encoder} ${decoder}`);
  // It was never asked to go on after a beginning.
  const [worse = 0, same = 0] = last("before");
  assert.ok(same === decoder && worse < decoder, `${worse} ${same}`);
  assert.equal(await solved(data), true);
});

test("families: every setting is said in both languages, and nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  for (const link of ["pair=continuation&axis=tokens", "shown=encoder_decoder", "shown=decoder"]) {
    const data = await finished(`${small}&steps=2&${link}`);
    for (const language of ["en", "zh"] as const) {
      const { tables, summary, notes } = view.describe(data, { language, claims: true });
      assert.equal(tables.length, 3);
      for (const { head, cells } of tables.flatMap(({ rows }) => rows)) {
        assert.doesNotMatch([head, ...cells].join(), /undefined|NaN|[{}]/);
      }
      assert.doesNotMatch([summary, ...notes].join(), /undefined|NaN|[{}]/);
    }
  }
  assert.equal((await engine.memory()).used, before);
});
