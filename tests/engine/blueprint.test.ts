// The blueprint: it fits the shipped model, every box is what its lines say, what is measured is what
// it is called, and its task is solved by the weight that it asks for.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { addends, boxes, boxOf, LAYERS } from "../../web/figures/blueprint/boxes.js";
import type { Data } from "../../web/figures/blueprint/data.js";
import { blueprintFigure } from "../../web/figures/blueprint/figure.js";
import {
  type BlueprintState,
  blueprintTable,
  HEADS,
  MOST_TOKENS,
} from "../../web/figures/blueprint/parameters.js";
import { unfold } from "../../web/inspect/chain.js";
import { blueprint as lesson } from "../../web/lessons/blueprint.js";
import { parse } from "../../web/state/codec.js";
import { viewOf } from "../../web/views/registry.js";

const engine = await createEngine();
after(() => engine.dispose());
const view = await viewOf("blueprint");

const stateOf = (link: string) => parse(blueprintTable, `view=blueprint&${link}`).state;

async function opened(link = "") {
  const session = view.open(engine);
  const state = stateOf(link);
  const data = (await session.update(state)) as Data;
  /** Rows of the last axis. */
  const rows = async (name: string): Promise<number[][]> => {
    const { shape, data } = await session.tensor(name);
    const width = shape.at(-1) ?? 1;
    return Array.from({ length: data.length / width }, (_, row) =>
      Array.from(data.subarray(row * width, (row + 1) * width), Number),
    );
  };
  const scene = view.describe(data, { language: "en", claims: true });
  return { session, state, data, rows, scene, said: [scene.summary, ...scene.notes].join("\n") };
}

const near = (found: number | undefined, wanted: number, by = 1e-5) =>
  assert.ok(
    Math.abs((found ?? NaN) - wanted) <= by * Math.max(1, Math.abs(wanted)),
    `${found}, ${wanted}`,
  );
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

test("the boxes are those of the shipped model", async () => {
  const { session, data } = await opened();
  const { settings } = data.model;
  const { encoder_layers, decoder_layers, heads, order, norm, activation, gated } = settings;
  assert.deepEqual([encoder_layers, decoder_layers, heads], [LAYERS, LAYERS, HEADS]);
  assert.deepEqual([order, norm, activation, gated], ["pre", "layer", "relu", false]);
  const [map] = view.describe(data, { language: "en" }).bands;
  assert.deepEqual(
    map?.diagram?.boxes.map(({ id }) => id),
    boxes.map(({ id }) => id),
  );
  await session.dispose();
});

test("a sum is its addends, and the three rows of one token are its parts, with their lengths", async () => {
  for (const box of boxes.filter(({ kind }) => kind === "sum" || kind === "embedding")) {
    const { session, state, rows } = await opened(`box=${box.id}&token=6&word=2`);
    const [a, b] = addends(box);
    const at = box.stack === "encoder" ? 6 : 2;
    const parts = [await rows(a), await rows(b), await rows(box.id)];
    for (const [c, sum] of (parts[2]?.[at] ?? []).entries()) {
      near(sum, (parts[0]?.[at]?.[c] ?? 0) + (parts[1]?.[at]?.[c] ?? 0));
    }
    assert.deepEqual(
      await rows("rows"),
      parts.map((part) => part[at]),
      state.box as string,
    );
    for (const [row, length] of ((await rows("lengths"))[0] ?? []).entries()) {
      near(length, Math.hypot(...(parts[row]?.[at] ?? [])));
    }
    await session.dispose();
  }
});

test("a norm takes the mean and the deviation that are shown; its row opens into the run", async () => {
  for (const box of boxes.filter(({ kind }) => kind === "norm")) {
    const { session, rows } = await opened(`box=${box.id}`);
    const [before, [mu = [], sigma = []]] = [await rows(box.x), await rows("statistics")];
    for (const [token, row] of before.entries()) {
      const centre = mean(row);
      near(mu[token], centre, 1e-4);
      near(sigma[token], Math.sqrt(mean(row.map((x) => (x - centre) ** 2))), 1e-4);
    }
    const cell = { tensor: "statistics", gradient: false, index: [0, 1] };
    const [step] = await unfold(cell, (address, options) => session.explain(address, options));
    assert.deepEqual([step?.tensor, step?.index], [`${box.id}.mean`, [0, 1]]);
    await session.dispose();
  }
});

test("the points on the curve are the hidden units of the token, the shares those that are 0", async () => {
  for (const box of boxes.filter(({ kind }) => kind === "feed_forward")) {
    const { session, rows } = await opened(`box=${box.id}&token=3&word=1`);
    const at = box.stack === "encoder" ? 3 : 1;
    const [hidden, activated] = [await rows(`${box.id}.hidden`), await rows(`${box.id}.activated`)];
    const [units = []] = await rows("units");
    const [bent = []] = await rows("bent");
    const width = hidden[at]?.length ?? 0;
    assert.deepEqual(units.slice(0, width), hidden[at]);
    assert.deepEqual(bent.slice(0, width), activated[at]);
    const curve = units.slice(width);
    assert.deepEqual(
      [Math.min(...curve), Math.max(...curve)],
      [Math.min(...units), Math.max(...units)],
    );
    assert.deepEqual(
      bent,
      units.map((z) => Math.max(0, z)),
    );
    const shares = activated.map((row) => mean(row.map((unit) => Number(unit === 0))));
    for (const [token, share] of ((await rows("share"))[0] ?? []).entries())
      near(share, shares[token] ?? -1);
    await session.dispose();
  }
});

test("each row of the decoder foretells the next token that the model writes", async () => {
  for (const [direction, written] of [
    ["fr", "▁I▁love▁you"],
    ["zh", "▁I▁love▁you."],
    ["de", "▁Das▁Haus▁ist▁wunderbar."],
  ] as const) {
    const { text } = blueprintFigure.change?.(stateOf(""), { direction }, "en") ?? stateOf("");
    const { session, data, rows } = await opened(`direction=${direction}&text=${text}&box=logits`);
    const target = data.catalogue.find(({ name }) => name === "target")?.axes.at(-1)?.labels ?? [];
    assert.equal(target.slice(1).join(""), written);
    for (const [at, row] of (await rows("probabilities")).entries()) {
      near(
        row.reduce((a, b) => a + b),
        1,
        1e-4,
      );
      const next = data.model.vocabulary?.[row.indexOf(Math.max(...row))];
      assert.equal(next, target[at + 1] ?? "[EOS]");
    }
    await session.dispose();
  }
});

test("what the decoder has read can be given, and what no vocabulary holds is told", async () => {
  const given = await opened("target=You like");
  assert.deepEqual(
    given.data.catalogue.find(({ name }) => name === "target")?.axes.at(-1)?.labels?.[0],
    "[BOS]",
  );
  assert.match(given.said, /has read 3\./);
  await given.session.dispose();
  const odd = await opened("text=Je ☃ aime");
  assert.match(odd.said, /cannot read it: ☃/);
  await odd.session.dispose();
  const long = await opened(`text=${"Je t'aime ".repeat(20)}`);
  assert.match(long.said, new RegExp(`first ${MOST_TOKENS} tokens`));
  await long.session.dispose();
  const empty = await opened("text=");
  assert.match(empty.said, /sentence is empty/);
  await empty.session.dispose();
});

test("a weight that is set changes what comes after it, and nothing before", async () => {
  const weights = "decoder.1.cross_attention.weights";
  const plain = await opened("box=logits");
  const set = await opened(`box=logits&edits=${weights}[0,0,1,7]=0;${weights}[0,0,1,5]=1`);
  assert.deepEqual(set.data.ignored, []);
  for (const [name, same] of [
    ["encoder.norm", true],
    ["decoder.1.self_attention_sum", true],
    ["decoder.1.cross_attention_sum", false],
    ["probabilities", false],
  ] as const) {
    const both = [await plain.rows(name), await set.rows(name)];
    if (same) assert.deepEqual(both[0], both[1], name);
    else assert.notDeepEqual(both[0], both[1], name);
  }
  await Promise.all([plain.session.dispose(), set.session.dispose()]);
});

test("an opened cell makes its head and its token those that are followed", () => {
  const change = (values: Partial<BlueprintState>, link = "") =>
    blueprintFigure.change?.(stateOf(link), values, "en") as BlueprintState;
  const seen = ({ head, token, word }: BlueprintState) => [head, token, word];
  assert.deepEqual(seen(change({ open: "decoder.1.cross_attention.weights[0,2,3,5]" })), [2, 5, 3]);
  assert.deepEqual(
    seen(change({ open: "decoder.1.cross_attention.heads.key[0,1,4,9]" })),
    [1, 4, 1],
  );
  const own = "box=encoder.0.self_attention";
  assert.deepEqual(
    seen(change({ open: "encoder.0.self_attention.scaled[0,3,2,6]" }, own)),
    [3, 2, 1],
  );
  const norm = "box=decoder.0.self_attention_norm";
  assert.deepEqual(seen(change({ open: "statistics[1,3]" }, norm)), [0, 7, 3]);
  assert.deepEqual(seen(change({ open: "decoder.0.self_attention_norm[0,2,8]" }, norm)), [0, 7, 2]);
  const other = change({ direction: "zh" }, "target=I&edits=logits[0,0,0]=1");
  assert.deepEqual([other.text, other.target, other.edits], ["我爱你。", "", ""]);
  assert.equal(change({ direction: "zh" }, "text=Il pleut").text, "Il pleut");
  assert.equal(boxOf("nothing"), boxes[0]);
});

test("the task asks for the weight with which the row of I fetches aime", async () => {
  const weights = "decoder.1.cross_attention.weights";
  const cell = (index: string) => `open=${weights}[${index}]`;
  const { session, rows } = await opened();
  const [queries, all] = [4, await rows(weights)];
  await session.dispose();
  const large = (head: number) => (all[head * queries + 1]?.[7] ?? 0) > 0.5;
  assert.ok(large(0));
  for (const [link, solved] of [
    [lesson.begin, false],
    ...[0, 1, 2, 3].map((head) => [cell(`0,${head},1,7`), large(head)] as const),
    // The row of "love" writes the word after it; another key, sentence, layer.
    [cell("0,0,2,7"), false],
    [cell("0,0,1,5"), false],
    [`text=Il pleut&${cell("0,0,1,7")}`, false],
    ["open=decoder.0.cross_attention.weights[0,3,1,7]", false],
  ] as const) {
    const own = await opened(link);
    const run = { state: own.state, tensor: (name: string) => own.session.tensor(name) };
    assert.equal(await lesson.solved(run as never), solved, link);
    await own.session.dispose();
  }
});
