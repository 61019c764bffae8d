// The figure `parameters`: numbers of the chapter and of real models, and parts that add up.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { parametersFigure } from "../../web/figures/parameters/figure.js";
import { change, isPreset, parametersTable } from "../../web/figures/parameters/parameters.js";
import { parse } from "../../web/state/codec.js";
import { parameters as view } from "../../web/views/parameters.js";
import { chapterFolder } from "../support/vectors.js";

const engine = await createEngine();
after(() => engine.dispose());

async function numbersOf(link: string) {
  const { state } = parse(parametersTable, `view=parameters&${link}`);
  const run = await engine.compute(parametersFigure.program(state, []), { record: "inspect" });
  const made: Record<string, number[]> = {};
  for (const name of parametersFigure.drawn(state)) {
    made[name] = Array.from((await run.tensor(name)).data, Number);
  }
  await run.dispose();
  return { ...made, exact: (made.total?.[0] ?? 0) + (made["total.remainder"]?.[0] ?? 0) } as Record<
    string,
    number[]
  > & { exact: number };
}

test("parameters: models and layers have the numbers known of them, part by part", async () => {
  for (const [link, total, parts] of [
    ["", 1_048_576, [262_144, 262_144, 262_144, 262_144]],
    ["model=encoder_layer&bias=true", 3_152_384, [1_050_624, 2_099_712, 2048]],
    ["model=decoder_layer&bias=true", 4_204_032, [1_050_624, 1_050_624, 2_099_712, 3072]],
    [
      "model=bert",
      109_482_240,
      [23_440_896, 393_216, 1536, 28_348_416, 56_669_184, 38_400, 590_592],
    ],
    ["model=gpt2", 124_439_808, [38_597_376, 786_432, 28_348_416, 56_669_184, 38_400]],
    [
      "model=t5",
      60_506_624,
      [16_449_536, 6_291_456, 6_291_456, 6_291_456, 25_165_824, 16_384, 512],
    ],
  ] as const) {
    const numbers = await numbersOf(link);
    assert.equal(numbers.exact, total, link);
    assert.deepEqual(numbers.parts, [...parts, total], link);
    assert.equal(
      parts.reduce((sum, part) => sum + part, 0),
      total,
      link,
    );
  }
});

test("parameters: the parts add up for other sizes too, and groups are of equal size", async () => {
  for (const model of ["attention", "encoder_layer", "decoder_layer", "bert", "gpt2", "t5"]) {
    for (const bias of [true, false]) {
      const sizes = "width=48&heads=6&groups=4&head_width=10&hidden=77&layers=3";
      const link = `model=${model}&bias=${bias}&${sizes}&vocabulary=101&positions=33`;
      assert.equal(parse(parametersTable, `view=parameters&${link}`).state.groups, 3);
      const { parts = [], exact } = await numbersOf(link);
      assert.equal(parts.at(-1), exact);
      assert.equal(
        parts.slice(0, -1).reduce((sum, part) => sum + part, 0),
        exact,
        link,
      );
    }
  }
});

test("parameters: attention's variants, and BERT with fewer projections beside what is claimed", async () => {
  const numbers = await numbersOf("");
  const { width, rotary } = { width: 512, rotary: 32 };
  const mla =
    width * 8 * 64 + width * 8 * rotary + width * (256 + rotary) + 2 * 256 * 512 + 512 * width;
  assert.deepEqual(numbers.variants, [1_048_576, 655_360, 589_824, mla]);
  assert.deepEqual(numbers["bert.claims"], [
    ...[109_482_240, 102_395_136, 102_395_136, 88_220_928],
    ...[110e6, 91e6, 91e6, 72e6],
  ]);
  assert.deepEqual(numbers["bert.projections"], [7_087_104]);
  assert.deepEqual(numbers["mqa.claims"], [589_824, 524_288]);
});

test("parameters: the values of the chapter's audit", {
  skip: chapterFolder === undefined,
}, async () => {
  const { params } = JSON.parse(readFileSync(join(chapterFolder ?? "", "values.json"), "utf8"));
  const numbers = await numbersOf("model=bert");
  const wrong = params.CLAIMED_WRONG_bert;
  assert.deepEqual(numbers["bert.claims"]?.slice(1), [
    ...[params["bert_share_V=K"], params["bert_share_Q=K"], params.bert_no_QKV_projection],
    ...[110e6, wrong["V=K"], wrong["Q=K"], wrong.none],
  ]);
  assert.equal(numbers.exact, params.bert_base_uncased_total);
  assert.equal((await numbersOf("model=t5")).exact, params.t5_small_total);
  assert.equal(numbers["mqa.claims"]?.[1], params.CLAIMED_WRONG_mqa);
});

test("parameters: another model brings its sizes, more heads keep keys of their own", () => {
  const { state } = parse(parametersTable, "view=parameters");
  assert.ok(isPreset(state));
  const bert = change(state, { model: "bert" });
  assert.ok(isPreset(bert) && bert.width === 768);
  const more = change(bert, { heads: 24 });
  assert.deepEqual([more.groups, more.width, isPreset(more)], [24, 768, false]);
  assert.equal(change({ ...bert, groups: 4 }, { heads: 24 }).groups, 4);
  // One more group: the next number that divides the heads.
  const dozen = { ...bert, heads: 12, groups: 4 };
  for (const [wanted, groups] of [
    [5, 6],
    [3, 3],
    [99, 12],
  ] as const) {
    assert.equal(change(dozen, { groups: wanted }).groups, groups);
  }
});

/** The scene of a link. */
async function shown(link: string) {
  const session = view.open(engine);
  const { state } = parse(parametersTable, `view=parameters&${link}`);
  const scene = view.describe(await session.update(state), { language: "en" });
  await session.dispose();
  const panel = (id: string) => scene.bands[0]?.panels.find((one) => one.id === id);
  const digits = (id: string) =>
    Array.from(panel(id)?.values ?? [], (_, row) =>
      Number(panel(id)?.text(row, 0).replaceAll(",", "")),
    );
  return { scene, digits, words: [scene.summary, ...scene.notes].join("\n") };
}

test("parameters: what is written with all its digits has the right ones, in parts, sums and variants", async () => {
  const odd = "width=17&heads=127&head_width=255";
  const { digits } = await shown(`model=attention&${odd}`);
  const [latent, rotary, all] = [4 * 255, 128, 127 * 255];
  const mla = 17 * all + 17 * 127 * rotary + 17 * (latent + rotary) + 2 * latent * all + all * 17;
  assert.equal(digits("variants")[3], mla);
  const large = "hidden=65535&layers=127&vocabulary=299999&positions=131071";
  for (const model of ["attention", "encoder_layer", "decoder_layer", "bert", "gpt2", "t5"]) {
    for (const sizes of [`${odd}&${large}`, `width=16383&heads=127&head_width=255&${large}`]) {
      const { digits, scene } = await shown(`model=${model}&${sizes}`);
      const parts = digits("parts");
      const total = parts.pop() ?? 0;
      const sum = parts.reduce((all, one) => all + one, 0);
      assert.equal(sum, total, `${model} ${sizes}`);
      assert.ok(scene.summary.includes(total.toLocaleString("en")), scene.summary);
      for (const part of parts) assert.ok(scene.summary.includes(part.toLocaleString("en")));
    }
  }
});

test("parameters: a model with other sizes is not called by its name alone, nor its shares told", async () => {
  const told = /Every fifth|One third|half is attention|Eight heads/;
  for (const model of ["attention", "encoder_layer", "decoder_layer", "bert"]) {
    assert.match((await shown(`model=${model}`)).words, told, model);
    for (const sizes of ["width=96", "heads=4", "head_width=32"]) {
      assert.doesNotMatch((await shown(`model=${model}&${sizes}`)).words, told, model);
    }
  }
  for (const [model, name] of [
    ["bert", "BERT-base"],
    ["gpt2", "GPT-2 small"],
    ["t5", "T5-small"],
  ]) {
    assert.ok((await shown(`model=${model}`)).words.startsWith(`${name},`));
    assert.ok(
      (await shown(`model=${model}&width=96`)).words.startsWith(`${name} with other sizes,`),
    );
  }
});
