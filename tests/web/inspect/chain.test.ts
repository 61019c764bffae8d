import assert from "node:assert/strict";
import { test } from "node:test";
import type { Explanation } from "../../../web/engine/types.js";
import { tokens, unfold } from "../../../web/inspect/chain.js";
import { line, written } from "../../../web/inspect/fold.js";
import { latex } from "../../../web/inspect/latex.js";
import { origin } from "../../../web/inspect/speech.js";
import { text } from "../../../web/inspect/text.js";
import { type Address, beside, lines, operands, under } from "../../../web/inspect/tree.js";
import { chainRule, stage, Terms } from "./model.js";

const cell = (tensor: string, ...index: number[]): Address => ({ tensor, index, gradient: false });
const names = (steps: Explanation[]) => steps.map(({ tensor }) => tensor);

function hasOperand(steps: Explanation[], address: Address): boolean {
  return steps.some(({ terms }) =>
    terms.some(
      ({ tensor, index }) => tensor === address.tensor && `${index}` === `${address.index}`,
    ),
  );
}

test("from a weight to a token id in three openings", async () => {
  const { explain } = stage();
  const weight = await unfold(cell("weights", 0, 0, 1, 2), explain);
  assert.deepEqual(names(weight), ["weights", "masked", "scaled", "scores"]);
  assert.ok(hasOperand(weight, cell("query", 0, 1, 2)));
  const query = await unfold(cell("query", 0, 1, 2), explain);
  assert.deepEqual(names(query), ["query"]);
  assert.ok(hasOperand(query, cell("x", 0, 1, 1)));
  const x = await unfold(cell("x", 0, 1, 1), explain);
  assert.deepEqual(names(x), ["embeddings", "embedding.table", "tokens"]);
  assert.deepEqual(tokens(x), [{ tensor: "tokens", index: [0, 1], id: 1 }]);
});

test("a hidden key leads to the mask and its rule in words", async () => {
  const { explain, catalogue } = stage({ causal: true });
  const steps = await unfold(cell("weights", 0, 0, 1, 2), explain);
  assert.deepEqual(names(steps), ["weights", "masked", "mask"]);
  const source = { explanation: steps[2] as Explanation, catalogue };
  assert.equal(origin("en", source), "0: key sat comes after query cat; the causal mask hides it");
  assert.equal(origin("zh", source), "0：键 sat 在查询 cat 之后，被因果掩码遮住");
});

test("the origin of an input is told in both languages", async () => {
  const { catalogue } = stage();
  const explanation = (from: Explanation["origin"]): Explanation => ({
    ...cell("embedding.table", 1, 0),
    value: 0.25,
    operation: "input",
    terms: [],
    ...(from && { origin: from }),
  });
  const told = (from: Explanation["origin"]) =>
    (["en", "zh"] as const).map((language) =>
      origin(language, { explanation: explanation(from), catalogue }),
    );
  const [en, zh] = told({ kind: "drawn", word: "猫", hash: "0x1f", seed: 4294967295 });
  assert.match(en ?? "", /“猫” \(hash 0x1f\) and the seed 4294967295/);
  assert.match(zh ?? "", /“猫”（哈希值 0x1f）和种子 4294967295/);
  assert.deepEqual(told({ kind: "drawn", word: "", seed: 3 }), [
    "drawn at random from the seed 3",
    "由种子 3 随机抽出",
  ]);
  assert.deepEqual(told({ kind: "constructed" }), ["made for this example", "为这个例子特意设定"]);
  assert.deepEqual(told(undefined), [undefined, undefined]);
});

test("a gradient folds what has one reader, and stops at several", async () => {
  const terms = new Terms();
  const o = terms.add("operand", 0.5, [], {
    tensor: "scaled",
    index: [0, 0, 1, 2],
    gradient: true,
  });
  const product = terms.add("product", 0.25, [
    o,
    terms.add("constant", 0.5, [], { name: "∂o/∂x" }),
  ]);
  const root = terms.add("sum", 0.25, [product]);
  const scores: Explanation = {
    ...cell("scores", 0, 0, 1, 2),
    gradient: true,
    value: 0.25,
    operation: "gradient",
    root,
    terms: terms.list,
  };
  const explain = async (address: Address): Promise<Explanation> =>
    address.tensor === "scores" ? scores : { ...chainRule(), ...address };
  const steps = await unfold({ ...cell("scores", 0, 0, 1, 2), gradient: true }, explain);
  assert.deepEqual(names(steps), ["scores", "scaled"]);
  const source = { explanation: scores, catalogue: stage().catalogue, fractions: true };
  assert.deepEqual(
    lines(scores).map((id) => written(line(source, id, text), text)),
    ["ds[cat,sat] = ds′[cat,sat]·∂s′[cat,sat]/∂s[cat,sat] = 1/2·1/2 = 1/4"],
  );
});

test("the target's own share and a gradient of nothing are written", () => {
  const terms = new Terms();
  const root = terms.add("sum", 1, [terms.add("constant", 1, [], { name: "∂L/∂x" })]);
  const own: Explanation = {
    ...cell("head_outputs", 0, 0, 1, 0),
    gradient: true,
    value: 1,
    operation: "gradient",
    root,
    terms: terms.list,
  };
  const { catalogue } = stage();
  const of = (explanation: Explanation, print = text) =>
    lines(explanation).map((id) => written(line({ explanation, catalogue }, id, print), print));
  assert.deepEqual(of(own), ["do[cat,1] = ∂L/∂o[cat,1] = 1"]);
  assert.match(of(own, latex)[0] ?? "", /\\frac\{\\partial L\}\{\\partial o_/);
  const nothing = new Terms();
  const none = { ...own, value: 0, root: nothing.add("sum", 0), terms: nothing.list };
  assert.deepEqual(of(none), ["do[cat,1] = 0"]);
});

test("operands are listed once, the formula's first", () => {
  const terms = new Terms();
  const id = terms.add("operand", 1, [], { tensor: "tokens", index: [0, 1] });
  const row = terms.add("operand", 0.5, [id], { tensor: "embedding.table", index: [1, 0] });
  const twice = terms.add("operand", 0.5, [], { tensor: "embedding.table", index: [1, 0] });
  const root = terms.add("sum", 1, [row, twice]);
  const explanation: Explanation = {
    ...cell("x", 0, 0, 0),
    gradient: false,
    value: 1,
    operation: "add",
    root,
    terms: terms.list,
  };
  assert.deepEqual(operands(explanation), [row, id]);
});

test("every operand is listed: a contribution to the main sum, or beside it", async () => {
  const terms = new Terms();
  const operand = (tensor: string, at: number) =>
    terms.add("operand", 0.5, [], { tensor, index: [0, at], derivative: 1 });
  const parts = [0, 1, 2].map((at) =>
    terms.add("product", 0.25, [operand("a", at), operand("b", at)]),
  );
  const sum = terms.add("sum", 0.75, parts);
  const root = terms.add("quotient", 1.5, [sum, operand("scale", 0)]);
  const mask = operand("mask", 1);
  const explanation: Explanation = {
    ...cell("scores", 0, 0),
    value: 1.5,
    operation: "test",
    root,
    terms: terms.list,
  };
  assert.deepEqual(
    beside(explanation).map(({ tensor }) => tensor),
    ["scale", "mask"],
  );
  assert.equal(explanation.terms[mask]?.tensor, "mask");
  const listed = [...parts.flatMap((id) => under(explanation, id)), ...beside(explanation)];
  assert.equal(listed.length, operands(explanation).length);
  const weights = await stage().explain(cell("weights", 0, 0, 1, 2));
  assert.deepEqual(beside(weights), []);
});
