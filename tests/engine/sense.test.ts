// The figure `sense`, on the shipped model: each sentence of the batch as it runs alone, one query in
// both, what the model answers, and what is said of words that it does not know.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { Data } from "../../web/figures/sense/asked.js";
import { type SenseState, SIZES } from "../../web/figures/sense/parameters.js";
import { besideOf, COSINES, SENSES, VECTORS } from "../../web/figures/sense/sums.js";
import { apart, senseOf } from "../../web/figures/sense/words.js";
import { sense as lesson } from "../../web/lessons/sense.js";
import type { Session } from "../../web/views/view.js";
import { figureOf, near, numbers } from "./support/figure.js";

const engine = await createEngine();
after(() => engine.dispose());
const figure = await figureOf<SenseState, Data>(engine, "sense");
const { view } = figure;
const model = await engine.model({ shipped: "bank" });

const { stateOf } = figure;
const linkOf = (first: string, second: string) =>
  `first=${encodeURIComponent(first)}&second=${encodeURIComponent(second)}`;

const shown = <T>(
  link: string,
  look: (data: Data, session: Session<SenseState, Data>) => T | Promise<T>,
) => figure.shown(stateOf(link), look);

const RIVER = "He went to the bank of the river.";
const LONG = "They hurried to the bank because the rent was due.";

/** The vector of the word as its sentence gives it when it runs alone. */
async function alone(text: string, tensor: string): Promise<number[]> {
  const run = await model.run({ source: text });
  try {
    const { shape, data } = await run.tensor(tensor);
    const width = shape.at(-1) ?? 1;
    return Array.from(data.subarray(4 * width, 5 * width), Number);
  } finally {
    await run.dispose();
  }
}

test("sense: the two sentences, of different lengths, are as each alone", async () => {
  assert.deepEqual(
    [model.settings.encoder_layers, model.settings.heads, model.settings.d_model],
    [SIZES.layers, SIZES.heads, SIZES.width],
  );
  await shown(linkOf(RIVER, LONG), async (data, session) => {
    for (const { kind, layer, tensor } of VECTORS) {
      const [first, second] = [await alone(RIVER, tensor), await alone(LONG, tensor)];
      const { data: beside } = await session.tensor(besideOf(kind, layer));
      for (const [at, one] of first.entries()) {
        const two = second[at] ?? 0;
        near(Number(beside[at]), one);
        near(Number(beside[SIZES.width + at]), two);
        near(Number(beside[2 * SIZES.width + at]), one - two);
      }
    }
    const p = numbers(data, SENSES);
    for (const [row, text] of [RIVER, LONG].entries()) {
      const [river = 0, money = 0] = await alone(text, "logits");
      near(p[2 * row] ?? 0, 1 / (1 + Math.exp(money - river)));
      near((p[2 * row] ?? 0) + (p[2 * row + 1] ?? 0), 1);
    }
  });
});

test("sense: one query in layer 1, another look, two senses", async () => {
  await shown("", (data) => {
    assert.equal(apart(data, 0), 0);
    assert.ok(apart(data, 1) > 0.1);
    const cosines = numbers(data, COSINES);
    near(cosines[0] ?? 0, 1);
    near(cosines[1] ?? 0, 1);
    assert.ok(Number(cosines.at(-1)) < 0);
    assert.deepEqual([senseOf(data, 0).label, senseOf(data, 1).label], ["river", "money"]);
    const { notes } = view.describe(data, { language: "en", claims: true });
    assert.ok(notes.some((note) => note.startsWith("Claim:") && note.includes("does not hold")));
  });
  // Elsewhere the position is part of the query.
  await shown(linkOf(RIVER, "He went to the old bank of the river."), (data) => {
    assert.ok(apart(data, 0) > 0);
    const { notes } = view.describe(data, { language: "en", claims: true });
    assert.ok(notes.some((note) => note.includes("token 5") && note.includes("token 6")));
    assert.ok(notes.some((note) => note.includes("It holds")));
    assert.ok(notes.some((note) => note.includes("does not know old")));
    assert.ok(notes.some((note) => note.includes("always the fifth")));
  });
});

test("sense: a sentence without the word, or of nothing, gets a sentence", async () => {
  for (const text of [" ", "He went to the river.", "银行"]) {
    await shown(linkOf(RIVER, text), (data) => {
      for (const language of ["en", "zh"] as const) {
        const { bands, notes, summary } = view.describe(data, { language, claims: true });
        assert.deepEqual(bands, []);
        assert.ok(notes.some((note) => note.includes("bank")));
        assert.ok(summary.includes("bank"));
      }
    });
  }
  await shown(linkOf(" ", " "), (data) => {
    assert.equal(view.describe(data, { language: "en" }).notes.length, 2);
  });
  await shown(`first=${"bank%20".repeat(28)}`, ({ asked }) => {
    assert.deepEqual([asked.texts[0].truncated, asked.texts[0].pieces.length], [true, 24]);
  });
});

test("sense: the task is solved by one word, and by nothing before", async () => {
  const solvedWith = (link: string) =>
    shown(link, (data, session) =>
      lesson.solved({
        ...{ state: data.state, summary: "", tensor: (name) => session.tensor(name) },
        explain: (tensor, index) => session.explain({ tensor, index, gradient: false }),
      }),
    );
  const city = RIVER.replace("river", "city");
  assert.equal(await solvedWith(lesson.begin), false);
  assert.equal(await solvedWith(linkOf(RIVER, RIVER)), false);
  assert.equal(await solvedWith(linkOf(RIVER, city.replace("He", "She"))), false);
  assert.equal(await solvedWith(linkOf(RIVER, RIVER.replace("river", "stream"))), false);
  assert.equal(await solvedWith(linkOf(RIVER, RIVER.replace("river", "xyzzy"))), false);
  assert.equal(await solvedWith(linkOf(RIVER, "He went home.")), false);
  assert.equal(await solvedWith(linkOf(RIVER, city)), true);
  assert.equal(await solvedWith(linkOf(city, RIVER)), true);
});

test("sense: nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  const session = view.open(engine);
  for (const link of ["", "layer=1", linkOf(LONG, RIVER), linkOf(" ", " ")]) {
    await session.update(stateOf(link));
  }
  await session.dispose();
  assert.equal((await engine.memory()).used, before);
});
