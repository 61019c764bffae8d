// The figure on ranks: its numbers against what is known of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import type { ProgramData } from "../../web/figures/program.js";
import type { RankState } from "../../web/figures/rank/parameters.js";
import { ranksOf } from "../../web/figures/rank/words.js";
import { parse } from "../../web/state/codec.js";
import { rank as view } from "../../web/views/rank.js";
import { chapterFolder } from "../support/vectors.js";

const engine = await createEngine();
const session = view.open(engine);
after(async () => {
  await session.dispose();
  await engine.dispose();
});

async function dataOf(link: string): Promise<ProgramData<RankState>> {
  const { state, ignored } = parse(view.table, link);
  assert.deepEqual(ignored, [], link);
  return session.update(state);
}

const ranks = async (link: string) => ranksOf(await dataOf(link));
const notes = async (link: string, language: "en" | "zh" = "en") =>
  view.describe(await dataOf(link), { language, claims: true }).notes.join("\n");
const close = (value: unknown, expected: number, off = 1e-5) =>
  assert.ok(Math.abs(Number(value) - expected) < off, `${value}, not ${expected}`);

test("d_k bounds the scores and the logarithm of the weights, not the weights", async () => {
  for (const d_k of [1, 2, 4, 8]) {
    const found = await ranks(`length=16&d_k=${d_k}`);
    assert.equal(found.scores, d_k);
    assert.equal(found.logarithm, d_k + 1);
    assert.ok(found.weights > d_k + 1, `${d_k}: ${found.weights}`);
  }
  assert.equal((await ranks("length=12&d_k=4")).weights, 12);
});

test("the counterexample in fractions", async () => {
  const data = await dataOf("example=counterexample");
  const exact = [1 / 3, 1 / 3, 1 / 3, 1 / 7, 2 / 7, 4 / 7, 1 / 13, 3 / 13, 9 / 13];
  for (const [at, value] of exact.entries()) close(data.tensors.weights?.data[at], value, 1e-6);
  const { scores, logarithm, weights } = ranksOf(data);
  assert.deepEqual([scores, logarithm, weights], [1, 2, 3]);
  // |det A| is the product of the singular values.
  const sigma = Array.from(data.tensors.spectra?.data ?? [], Number).slice(-3);
  close(
    sigma.reduce((product, one) => product * one, 1),
    2 / 273,
    1e-6,
  );
  const scene = view.describe(data, { language: "en", claims: true });
  const panel = scene.bands[1]?.panels[1];
  assert.deepEqual(
    [0, 1, 2].map((column) => panel?.text(2, column)),
    ["1/13", "3/13", "9/13"],
  );
  assert.match(scene.notes.join("\n"), /= 1\. It does not hold here\. Measured: 3\./);
});

test("the chapter's matrices", async () => {
  const data = await dataOf("example=matrix");
  const expected = [1.0144207940484165, 0.702721541198294, 0.6, 0.5891798436284754];
  for (const [at, value] of expected.entries()) close(data.tensors.spectra?.data[at], value, 1e-6);
  assert.equal(ranksOf(data).weights, 4);
  assert.match(await notes("example=matrix"), /2 to 3\. It does not hold here\. Measured: 4\./);
  assert.equal((await ranks("example=head-1")).weights, 2);
  assert.match(await notes("example=head-1"), /= 2\. It holds\. Measured: 2\./);
  assert.equal((await ranks("example=head-2")).weights, 3);
  assert.match(await notes("example=head-2"), /= 2\. It does not hold here\. Measured: 3\./);
  // Its first head with one number set: the rows are three, and so is the rank.
  assert.equal((await ranks("example=head-1&edits=weights[0,0,2,0]=0.5")).weights, 3);
});

test("the chapter's program", async () => {
  const one = await ranks("example=code");
  assert.ok(one.weights >= 127, String(one.weights));
  assert.deepEqual([one.scores, one.logarithm, one.output], [64, 65, 64]);
  assert.match(await notes("example=code", "zh"), /54\/128。这里不成立。实测是 12[78]\/128。/);
  const eight = await ranks("example=code&heads=8");
  assert.equal(eight.joined, 128);
  assert.deepEqual(eight.outputs, Array(8).fill(64));
});

test("the output has the rank of the narrower, whatever d_k is", async () => {
  const found = await ranks("length=12&d_k=1&d_v=3");
  assert.equal(found.output, 3);
  const joined = await ranks("length=12&d_k=4&d_v=4&heads=2");
  assert.deepEqual(joined.outputs, [4, 4]);
  assert.equal(joined.joined, 8);
  assert.equal((await ranks("length=12&d_k=4&d_v=4&heads=8")).joined, 12);
});

test("a causal mask, the head shown, temperature and edits reach the numbers", async () => {
  const causal = await ranks("length=8&mask=causal");
  assert.deepEqual([causal.logarithm, causal.weights], [undefined, 8]);
  const data = await dataOf("heads=3&head=2&length=6");
  const { weights, spectra } = data.tensors;
  const third = weights?.data.slice(2 * 36, 3 * 36) as Float32Array;
  const again = await engine.singularValues({ a: { shape: [6, 6], data: third } });
  for (const [at, value] of Array.from(again.output.data).entries()) {
    close(spectra?.data[2 * 6 + at], Number(value), 1e-6);
  }
  const warm = await ranks("length=16&d_k=4&temperature=10&threshold=1e-3");
  assert.ok(warm.weights < 16, String(warm.weights));
});

const absent = chapterFolder === undefined && "the chapter's values are not here";
test("ranks by d_k at n = 128", { skip: absent }, async () => {
  const values = readFileSync(join(chapterFolder ?? "", "values.json"), "utf8");
  const byWidth: Record<string, Record<string, number>> = JSON.parse(values).rank[
    "n128_threshold1e-5_100seeds_by_dk"
  ];
  for (const [d_k, known] of Object.entries(byWidth)) {
    if (!["1", "2", "4"].includes(d_k)) continue;
    const { min = 0, max = 0, rank_log_A } = known;
    const found = await ranks(`length=128&d_k=${d_k}`);
    // Ours counts by a share of σ₁, which lies a little above 1.
    assert.ok(found.weights >= min - 3 && found.weights <= max, `${d_k}: ${found.weights}`);
    assert.equal(found.logarithm, rank_log_A);
  }
});
