// The figure on information: its numbers against formulas written here and the chapter's values.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createEngine } from "clearhead/engine.js";
import { parse } from "../../web/state/codec.js";
import { information as view } from "../../web/views/information.js";
import { chapterFolder } from "../support/vectors.js";

const engine = await createEngine();
const session = view.open(engine);
after(async () => {
  await session.dispose();
  await engine.dispose();
});

async function at(link: string) {
  const { state, ignored } = parse(view.table, link);
  assert.deepEqual(ignored, [], link);
  const data = await session.update(state);
  const list = (name: string) => Array.from(data.tensors[name]?.data ?? [], Number);
  const { notes } = view.describe(data, { language: "en", claims: true });
  return { list, notes: notes.join("\n") };
}

const close = (value: number | undefined, expected: number, off = 1e-6) =>
  assert.ok(Math.abs(Number(value) - expected) < off, `${value}, not ${expected}`);
const sum = (values: number[]) => values.reduce((total, one) => total + one, 0);
const entropy = (p: number[]) => -sum(p.map((one) => (one > 0 ? one * Math.log2(one) : 0)));

/** Of eight counts, x₁ x₂ x₃ from 000 to 111. */
function expected(counts: number[]) {
  const p = counts.map((one) => one / sum(counts));
  const grouped = (size: number, key: (text: number) => number) =>
    Array.from({ length: size }, (_, one) => sum(p.filter((_, text) => key(text) === one)));
  const x = entropy(grouped(2, (text) => text >> 2));
  const y = entropy(grouped(4, (text) => text & 3));
  const two = entropy(grouped(4, (text) => text >> 1));
  const joint = entropy(p);
  return {
    measures: [x, y, joint, joint - y, joint - x, x + y - joint],
    chain: [x, two - x, joint - two, joint],
  };
}

async function agrees(link: string, counts: number[]) {
  const { list } = await at(link);
  const { measures, chain } = expected(counts);
  for (const [place, one] of measures.entries()) close(list("measures")[place], one);
  for (const [place, one] of chain.entries()) close(list("chain")[place], one);
  close(sum(list("joint")), 1);
  close(sum(list("marginal_x")), 1);
  close(sum(list("marginal_y")), 1);
}

test("entropies, shared bits and the chain rule of every example", async () => {
  await agrees("", [4, 1, 2, 3, 1, 5, 1, 3]);
  await agrees("example=independent", [1, 2, 3, 2, 1, 2, 3, 2]);
  await agrees("example=copy", [1, 0, 0, 0, 0, 0, 0, 1]);
  close((await at("example=independent")).list("measures")[5], 0);
  close((await at("example=copy")).list("measures")[5], 1);
});

test("counts that the reader sets are made into a distribution", async () => {
  await agrees("edits=counts[0,0,0]=9;counts[0,1,3]=0", [9, 1, 2, 3, 1, 5, 1, 0]);
  const zeros = "edits=counts[0,0,0]=0;counts[0,0,3]=0;counts[0,1,1]=0;counts[0,1,2]=0";
  await agrees(`example=independent&${zeros}`, [0, 2, 3, 0, 1, 0, 0, 2]);
  const { list } = await at(`example=independent&${zeros}`);
  close(list("measures")[5], list("measures")[0] ?? Number.NaN);
  const nothing = "edits=counts[0,0,0]=0;counts[0,1,3]=0";
  assert.deepEqual((await at(`example=copy&${nothing}`)).list("joint"), Array(8).fill(0));
});

test("other tensors and negative counts are not taken", () => {
  for (const edits of ["joint[0,0,0]=1", "counts[0,0,0]=-1"]) {
    const { state, ignored } = parse(view.table, { edits });
    assert.equal(state.edits, "");
    assert.equal(ignored[0]?.reason, "range");
  }
  const { state, ignored } = parse(view.table, { edits: "counts[0,0,0]=2;counts[0,0,1]=-2" });
  assert.equal(state.edits, "counts[0,0,0]=2");
  assert.equal(ignored[0]?.given, "counts[0,0,1]=-2");
});

test("what the chapter claims, beside what is measured", async () => {
  const text = await at("");
  assert.match(text.notes, /half of the information\. It does not hold here\. .* 2\.766 of 2\.766/);
  assert.doesNotMatch(text.notes, /weights/);
  assert.match((await at("example=copy")).notes, /I\(X;Y\) = 1 has reached its bound H\(X\) = 1/);
});

const absent = chapterFolder === undefined && "the chapter's values are not here";
test("the chapter's text of three bits", { skip: absent }, async () => {
  const path = join(chapterFolder ?? "", "values.json");
  const values = JSON.parse(readFileSync(path, "utf8")).information;
  const { list } = await at("");
  for (const [place, p] of values["p_x1x2x3_order_000..111"].entries()) {
    close(list("joint")[place], p);
  }
  for (const [place, one] of values.H_xi_given_past.entries()) close(list("chain")[place], one);
  close(list("chain")[3], values.sum_causal);
  close(list("measures")[2], values.H_joint_bits);
});
