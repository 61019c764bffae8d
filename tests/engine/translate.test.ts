// The figure `translate`, on the shipped model: the run that is inspected equals the text as it was
// written from a cache, the tree is the engine's, another penalty ranks again without searching, and
// a branch that is forced is gone on with.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  createEngine,
  type Engine,
  type GenerateRequest,
  type TransformerConfig,
} from "clearhead/engine.js";
import { levelsOf } from "../../web/figures/translate/asked.js";
import type { Data } from "../../web/figures/translate/panels.js";
import { SIZES, type TranslateState } from "../../web/figures/translate/parameters.js";
import { branching, listedOf, tensorsOf } from "../../web/figures/translate/sums.js";
import { translate as lesson } from "../../web/lessons/translate.js";
import type { Session } from "../../web/views/view.js";
import { figureOf, near, numbers } from "./support/figure.js";

const engine = await createEngine();
after(() => engine.dispose());
const figure = await figureOf<TranslateState, Data>(engine, "translate");
const { view } = figure;
const model = await engine.model({ shipped: "translate" });

const { stateOf } = figure;

const shown = <T>(
  link: string,
  look: (data: Data, session: Session<TranslateState, Data>) => T | Promise<T>,
) => figure.shown(stateOf(link), look);

const NEAR_TIE = "text=Nous%20aimons%20le%20livre.";
const LINKS = [
  "",
  "direction=zh&text=我爱你。",
  "direction=de&text=The%20house%20is%20wonderful.",
  NEAR_TIE,
];

test("translate: the sentences of the chapter come out right, greedily and by beams", async () => {
  const wanted = ["I love you", "I love you.", "Das Haus ist wunderbar."];
  for (const [at, text] of wanted.entries()) {
    await shown(String(LINKS[at]), ({ asked }) => {
      assert.equal(asked.texts.greedy, text);
      assert.equal(asked.ranked[0]?.text, text);
    });
  }
  assert.equal(model.settings.decoder_layers, SIZES.layers);
  assert.equal(model.settings.heads, SIZES.heads);
});

for (const link of LINKS) {
  test(`translate: each step that is inspected equals the one from the cache: ${link}`, async () => {
    const session = view.open(engine);
    const { asked } = await session.update(stateOf(`${link}&step=0`));
    const { tokens, choices, log_probabilities } = asked.greedy;
    for (const [step, token] of tokens.entries()) {
      const data = await session.update(stateOf(`${link}&step=${step}`));
      assert.equal(data.asked.step, step);
      const p = numbers(data, "probabilities");
      assert.equal(p.length, model.vocabulary?.length);
      for (const choice of choices[step] ?? []) {
        near(Math.log(p[choice.token] ?? 0), choice.log_probability);
      }
      near(Math.log(p[token] ?? 0), log_probabilities[step] ?? 0);
      const { shape } = data.tensors["decoder.1.cross_attention.weights"] ?? { shape: [] };
      assert.deepEqual(shape, [1, SIZES.heads, step + 1, asked.source.length]);
    }
    await session.dispose();
  });
}

test("translate: the tree is that of the engine's search, and its numbers add up along branches", async () => {
  for (const link of [...LINKS, `${NEAR_TIE}&beams=1`, `${NEAR_TIE}&beams=6&forced=44,595`]) {
    await shown(link, async (data, session) => {
      const { asked, state } = data;
      const levels = branching(asked);
      const sums = numbers(data, tensorsOf(asked).tree.name);
      assert.equal(sums.length, levels.flat().length);
      for (const [at, { sum }] of levels.flat().entries()) near(sums[at] ?? 0, sum);
      for (const level of levels) assert.equal(level.length, 2 * state.beams, link);
      const cell = { tensor: tensorsOf(asked).tree.name, index: [0, 0], gradient: false };
      assert.equal((await session.explain(cell)).value, sums[0]);
      const { places } = levelsOf(asked.nodes);
      for (const { name, row, sums: tensor } of listedOf(asked)) {
        if (!name.startsWith("beam")) continue;
        const node = asked.ranked[Number(name.slice(5)) - 1]?.node ?? -1;
        assert.equal(places[node], row);
        const { data: stored } = await session.tensor(tensor);
        near(Number(stored[row]), asked.nodes[node]?.sum ?? 0);
      }
    });
  }
});

test("translate: a penalty ranks again without searching again", async () => {
  const requests: GenerateRequest[] = [];
  const counting = new Proxy(engine, {
    get(target, name) {
      if (name !== "model") return Reflect.get(target, name).bind(target);
      return async (given: Parameters<Engine["model"]>[0]) => {
        const made = await target.model(given as TransformerConfig);
        return new Proxy(made, {
          get(own, key) {
            const value = Reflect.get(own, key);
            if (typeof value !== "function") return value;
            return (...all: unknown[]) => {
              if (key === "generate") requests.push(all[0] as GenerateRequest);
              return value.apply(own, all);
            };
          },
        });
      };
    },
  });
  const session = view.open(counting);
  const link = "text=Elle%20aime%20le%20livre.";
  const first = await session.update(stateOf(`${link}&penalty=0`));
  const asked = requests.length;
  assert.equal(asked, 2);
  const source = first.asked.source.map(({ id }) => id);
  const fresh = await model.generate({ source, beams: 4, maxLength: 24 });
  while (!(await fresh.beamStep()).done);
  const winners = new Set<string>();
  for (const exponent of [0, 0.6, 1, 1.5, 2]) {
    const data = await session.update(stateOf(`${link}&penalty=${exponent}`));
    const ranked = await fresh.ranked({ exponent });
    assert.deepEqual(
      data.asked.ranked.map(({ tokens, score }) => [tokens, score]),
      ranked.map(({ tokens, score }) => [tokens, score]),
    );
    const scores = numbers(data, "ranking").slice(1);
    for (const [at, score] of scores.entries()) near(score, ranked[at]?.score ?? 0);
    winners.add(data.asked.ranked[0]?.text ?? "");
  }
  assert.equal(requests.length, asked);
  assert.ok(winners.size > 1, [...winners].join());
  await session.update(stateOf(`${link}&penalty=2&head=1&step=1`));
  assert.equal(requests.length, asked);
  await session.update(stateOf(`${link}&beams=2`));
  assert.equal(requests.length, asked + 1);
  await Promise.all([session.dispose(), fresh.dispose()]);
});

test("translate: an opened candidate and an opened node are gone on with, and keep their numbers", async () => {
  const session = view.open(engine);
  const open = async (state: TranslateState, data: Data, tensor: string, index: number[]) => {
    const cell = `${tensor}[${index.join()}]`;
    const next = view.change(state, { open: cell }, "en", data);
    return { next, before: (await session.explain({ tensor, index, gradient: false })).value };
  };
  const state = stateOf(`${NEAR_TIE}&step=1`);
  const data = await session.update(state);
  const [, second] = data.asked.greedy.choices[1] ?? [];
  const token = second?.token ?? -1;
  const { next, before } = await open(state, data, "probabilities", [0, 0, token]);
  const forced = await session.update(next);
  assert.deepEqual(forced.asked.written.tokens.slice(0, 2), [data.asked.greedy.tokens[0], token]);
  assert.equal(numbers(forced, "probabilities")[token], before);
  assert.ok(forced.asked.written.choices[1]?.some(({ removed_by }) => removed_by === "forced"));
  assert.deepEqual(forced.asked.greedy, data.asked.greedy);
  // A node of the tree that now begins there.
  const { name } = tensorsOf(forced.asked).tree;
  const node = await open(next, forced, name, [9, 0]);
  const further = await session.update(node.next);
  const ids = node.next.forced.split(",").map(Number);
  assert.equal(ids.length, 4);
  assert.deepEqual(further.asked.written.tokens.slice(0, 4), ids);
  const found = await session.explain({ tensor: "tree.4.sums", index: [0, 0], gradient: false });
  near(found.value, node.before);
  await session.dispose();
});

test("translate: what is not in the vocabulary is named, and the rest goes on", async () => {
  const session = view.open(engine);
  const data = await session.update(stateOf("text=Je%20lis%20un%20zzyzx%20et%20un%20☃."));
  assert.deepEqual(data.asked.unknown, ["zzyzx", "☃"]);
  for (const language of ["en", "zh"] as const) {
    const { notes } = view.describe(data, { language });
    assert.ok(notes.some((note) => note.includes("zzyzx") && note.includes("[UNK]")));
  }
  assert.deepEqual((await session.update(stateOf(""))).asked.unknown, []);
  // A beginning of tokens that there are not, or that goes on behind its end.
  const refused = await session.update(stateOf("forced=30,99999"));
  assert.deepEqual([refused.asked.forced, refused.asked.refused], [[], true]);
  assert.ok(view.describe(refused, { language: "en" }).notes.some((one) => one.includes("99999")));
  const ended = await session.update(stateOf("forced=30,2,30"));
  assert.deepEqual(ended.asked.written.tokens, [30, 2]);
  assert.ok(!view.describe(ended, { language: "en" }).bands.some(({ id }) => id === "tree"));
  const long = await session.update(stateOf(`text=${"le livre ".repeat(22)}`));
  assert.deepEqual([long.asked.truncated, long.asked.source.length], [true, 40]);
  const empty = await session.update(stateOf("text=%20"));
  assert.deepEqual(view.describe(empty, { language: "en" }).bands, []);
  await session.dispose();
});

test("translate: what lies several tokens ahead is written by itself, token by token", async () => {
  const session = view.open(engine);
  const start = await session.update(stateOf("step=0"));
  assert.ok(!start.unfinished);
  const state = stateOf("step=23");
  const steps: number[] = [];
  const began = performance.now();
  for (let goesOn = true; goesOn; ) {
    const data = await session.update(state);
    steps.push(data.asked.step);
    goesOn = data.unfinished === true;
  }
  assert.deepEqual(steps, [1, 2, 3]);
  assert.ok(performance.now() - began > 1000);
  // Back, and of another text, at once; and a pause waits for nothing.
  assert.equal((await session.update(stateOf("step=1"))).asked.step, 1);
  assert.equal((await session.update(stateOf("step=3&direction=zh&text=我爱你。"))).asked.step, 3);
  await session.update(stateOf("step=0"));
  const playing = assert.rejects(session.update(state), { name: "AbortError" });
  const paused = session.update(stateOf("step=0"));
  await playing;
  assert.equal((await paused).asked.step, 0);
  await session.dispose();
});

test("translate: the task is solved by the near second, and by nothing before", async () => {
  const solvedWith = (forced: string) =>
    shown(`${lesson.begin}&forced=${forced}`, (data, session) =>
      lesson.solved({
        ...{ state: data.state, summary: "", tensor: (name) => session.tensor(name) },
        explain: (tensor, index) => session.explain({ tensor, index, gradient: false }),
      }),
    );
  const id = (piece: string) => model.vocabulary?.indexOf(piece);
  assert.equal(await solvedWith(""), false);
  assert.equal(await solvedWith(`${id("▁We")},${id("▁like")}`), false);
  assert.equal(await solvedWith(`${id("▁We")},${id("▁hate")}`), false);
  assert.equal(await solvedWith(`${id("▁We")},${id("▁love")}`), true);
});

test("translate: nothing is left behind", async () => {
  const before = (await engine.memory()).used;
  const session = view.open(engine);
  for (const link of ["", "beams=2", NEAR_TIE, `${NEAR_TIE}&forced=44`, "penalty=2"]) {
    await session.update(stateOf(link));
  }
  const older = session.update(stateOf("direction=zh&text=我爱你。"));
  const superseded = assert.rejects(older, { name: "AbortError" });
  await session.update(stateOf("text=Je%20lis"));
  await superseded;
  await session.dispose();
  assert.equal((await engine.memory()).used, before);
});
