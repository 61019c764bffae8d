import assert from "node:assert/strict";
import { test } from "node:test";
import type { Explanation, Term } from "../../../web/engine/types.js";
import { line, type Printer, written } from "../../../web/inspect/fold.js";
import { asLatex, latex } from "../../../web/inspect/latex.js";
import { mathml } from "../../../web/inspect/mathml.js";
import { numberText } from "../../../web/inspect/number.js";
import { sentence, speech, where } from "../../../web/inspect/speech.js";
import { asText, text } from "../../../web/inspect/text.js";
import { evaluate, lines, type Source } from "../../../web/inspect/tree.js";
import { chainRule, stage, Terms } from "./model.js";

const cell = (tensor: string, ...index: number[]) => ({ tensor, index, gradient: false });
const printers: [string, Printer][] = [
  ["mathml", mathml],
  ["latex", latex],
  ["text", text],
  ["en", speech("en")],
  ["zh", speech("zh")],
];

/** Every line of an explanation in one notation. */
function all(source: Source, print: Printer): string[] {
  return lines(source.explanation).map((id) => written(line(source, id, print), print));
}

async function opened(tensor: string, index: number[], setting = {}): Promise<Source> {
  const { explain, catalogue } = stage(setting);
  return { explanation: await explain(cell(tensor, ...index)), catalogue, fractions: true };
}

/** One tree with a term of every kind. */
function everyKind(): Explanation {
  const terms = new Terms();
  const value = (id: number) => (terms.list[id] as Term).value;
  const x = terms.add("operand", 0.3, [], { tensor: "x", index: [0, 0, 0], derivative: 1 });
  const two = terms.add("constant", 2);
  const angle = terms.add("product", 0.6, [x, two], { name: "angle" });
  const parts = [
    terms.add("difference", value(x) - 2, [x, two]),
    terms.add("quotient", 0.15, [x, two]),
    terms.add("negative", -0.3, [x]),
    terms.add("exponential", Math.exp(0.3), [x]),
    terms.add("logarithm", Math.log(0.3), [x]),
    terms.add("square_root", Math.sqrt(0.3), [x]),
    terms.add("maximum", 2, [x, two]),
    terms.add("sine", Math.sin(0.6), [angle]),
    terms.add("cosine", Math.cos(0.6), [angle]),
    terms.add("power", 0.09, [x, two]),
    terms.add("hyperbolic_tangent", Math.tanh(0.3), [x]),
    terms.add("float32", Math.fround(0.3), [x]),
    terms.add("float16", 0.300048828125, [x]),
    terms.add("error_function", 0.3286267594591274, [x]),
  ];
  const omitted = { count: 3, value: 0.5 };
  const total = parts.reduce((sum, id) => sum + value(id), omitted.value);
  const root = terms.add("sum", total, parts, { omitted });
  return { ...cell("x", 0, 0, 1), value: total, operation: "test", root, terms: terms.list };
}

/** Tags open and close in order, and no attribute or entity is broken. */
function wellFormed(markup: string): void {
  const open: string[] = [];
  const rest = markup.replace(
    /<(\/?)([a-z]+)((?: [a-z-]+="[^"<>&]*")*)(\/?)>/g,
    (_, end, name, __, empty) => {
      if (empty) return "";
      if (end) assert.equal(open.pop(), name, markup);
      else open.push(name);
      return "";
    },
  );
  assert.deepEqual(open, [], markup);
  assert.doesNotMatch(rest, /[<>]|&(?!(#x?[0-9a-f]+|amp|lt|gt|quot);)/, markup);
}

function balanced(source: string): void {
  let depth = 0;
  for (const brace of source.match(/\\[{}]|[{}]/g) ?? []) {
    if (brace === "{") depth++;
    if (brace === "}") depth--;
    assert.ok(depth >= 0, source);
  }
  assert.equal(depth, 0, source);
  const count = (word: RegExp) => source.match(word)?.length ?? 0;
  assert.equal(count(/\\left\b/g), count(/\\right\b/g), source);
}

const cells: [string, number[]][] = [
  ["weights", [0, 0, 1, 2]],
  ["masked", [0, 0, 1, 0]],
  ["scaled", [0, 0, 1, 2]],
  ["scores", [0, 0, 1, 2]],
  ["query", [0, 1, 2]],
  ["output", [0, 1, 0]],
  ["embeddings", [0, 1, 1]],
];

test("the softmax of the exact example reads 4/7 in every notation", async () => {
  const source = await opened("weights", [0, 0, 1, 2]);
  const [a, max, total] = all(source, text);
  assert.equal(a, "a[cat,sat] = exp(s″[cat,sat] − max) ÷ Σ = exp(1.386 − 1.386) ÷ (7/4) = 4/7");
  assert.equal(max, "max = max_j s″[cat,j] = max(0, 0.6931, 1.386) = 1.386");
  assert.equal(
    total,
    "Σ = Σ_j exp(s″[cat,j] − max) = exp(0 − 1.386) + exp(0.6931 − 1.386) + exp(1.386 − 1.386) = 7/4",
  );
  assert.match(asLatex([source]), /a_\{\\text\{cat\},\\,\\text\{sat\}\} &= \\frac\{e\^\{/);
  assert.match(asLatex([source]), /\\tfrac\{4\}\{7\}/);
  assert.match(all(source, mathml)[0] ?? "", /<mfrac><mn>4<\/mn><mn>7<\/mn><\/mfrac>$/);
  assert.match(sentence("en", source), /^weights · query cat → key sat: .*which is 4 over 7$/);
  assert.match(sentence("zh", source), /^注意力权重 · 查询 cat → 键 sat：.*，等于 7 分之 4$/);
});

test("a dot product keeps its roles, its operands and its name", async () => {
  const source = await opened("scores", [0, 0, 1, 2]);
  const [only = ""] = all(source, mathml);
  assert.match(only, /class="role-query" data-term="\d+"/);
  assert.match(only, /class="role-key" data-term="\d+"/);
  assert.equal(
    all(source, text)[0],
    "s[cat,sat] = Σ_c q[cat,c]·k[sat,c] = 0·0 + 1·0 + 2·1.386 + 0·0 = 2.773",
  );
  // Every tag that opens a cell is that of an operand.
  for (const [, id] of only.matchAll(/data-term="(\d+)"/g)) {
    assert.equal(source.explanation.terms[Number(id)]?.kind, "operand");
  }
});

test("evaluating a tree gives the stored value", async () => {
  for (const [tensor, index] of cells) {
    const { explanation } = await opened(tensor, index);
    const difference = Math.abs(evaluate(explanation) - explanation.value);
    assert.ok(difference <= 1e-6, `${tensor}[${index}]: ${difference}`);
  }
  assert.equal(evaluate(everyKind()), everyKind().value);
  assert.equal(evaluate(chainRule()), chainRule().value);
});

test("a weight of 0 takes nothing of ∞ where the engine says so", () => {
  const sumOf = (product: number) => {
    const terms = new Terms();
    const [nothing, infinite] = [terms.add("constant", 0), terms.add("constant", Infinity)];
    const root = terms.add("sum", product + 1, [
      terms.add("product", product, [nothing, infinite]),
      terms.add("constant", 1),
    ]);
    return evaluate({ ...chainRule(), root, terms: terms.list });
  };
  assert.equal(sumOf(0), 1);
  assert.ok(Number.isNaN(sumOf(Number.NaN)));
});

test("a hidden key is −∞ and its weight 0", async () => {
  const masked = await opened("masked", [0, 0, 1, 2], { causal: true });
  assert.deepEqual(all(masked, text), ["s″[cat,sat] = −∞"]);
  assert.deepEqual(all(masked, latex), ["s''_{\\text{cat},\\,\\text{sat}} = -\\infty"]);
  const weight = await opened("weights", [0, 0, 1, 2], { causal: true });
  assert.equal(evaluate(weight.explanation), 0);
  assert.match(all(weight, speech("en"))[0] ?? "", /minus infinity/);
  assert.match(all(weight, speech("zh"))[0] ?? "", /负 无穷大/);
});

test("every kind of term prints in every notation", () => {
  const source = { explanation: everyKind(), catalogue: [] };
  for (const [name, print] of printers) {
    for (const term of source.explanation.terms.keys()) {
      const printed = line(source, term, print);
      for (const part of Object.values(printed)) assert.doesNotMatch(`${part}`, /undefined|NaN/);
      if (name === "mathml") wellFormed(written(printed, print));
      if (name === "latex") balanced(written(printed, print));
    }
  }
  assert.match(all(source, text)[0] ?? "", / \+ … = /);
});

test("a chain rule names d_o · ∂o/∂x for every consumer", () => {
  const { catalogue } = stage();
  const source = { explanation: chainRule(), catalogue, fractions: true };
  assert.equal(
    all(source, text)[0],
    "dq[cat,2] = Σ_j ds[cat,j]·∂s[cat,j]/∂q[cat,2] = 1/4·1 + (−1/2)·2 + 1/8·3 = −3/8",
  );
  assert.match(all(source, mathml)[0] ?? "", /role-gradient/);
  assert.match(all(source, latex)[0] ?? "", /\\mathrm\{d\}q.*\\frac\{\\partial s/);
});

const hostile = [
  '<img src=x onerror="alert(1)">',
  "</math><script>x</script>",
  "a&b\"c'd",
  "\\end{aligned}$%#_{}~^\\",
  "  ",
  "\u0000\ud800",
  "𝓤𝓷𝓲 👩‍👩‍👧",
  "אבג",
];

test("hostile token names stay text", async () => {
  for (const word of hostile) {
    const words = [word, "cat", word];
    const source = await opened("weights", [0, 0, 0, 2], { words });
    for (const id of lines(source.explanation)) {
      const markup = written(line(source, id, mathml), mathml);
      wellFormed(markup);
      assert.doesNotMatch(markup, /<(img|script)/);
    }
    balanced(asLatex([source]));
    assert.equal(asLatex([source]).match(/\\end\{aligned\}/g)?.length, 1);
  }
});

test("two tokens that look the same are told apart", async () => {
  const { catalogue } = stage({ words: ["the", "cat", "the"] });
  assert.equal(
    where("en", catalogue, cell("weights", 0, 0, 0, 2)),
    "weights · query the₁ → key the₃",
  );
  assert.equal(
    where("zh", catalogue, cell("query.weight", 1, 2)),
    "查询权重 W_Q · 第 2 行，第 3 列",
  );
  assert.equal(where("en", catalogue, cell("x", 0, 1, 0)), "input X · cat, feature 1");
});

test("a long sum spells its three largest terms", async () => {
  const wide = (rows: number, columns: number, value: (i: number) => number) =>
    Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (_, c) => value(r * columns + c)),
    );
  const matrix = wide(70, 70, (i) => Math.fround(Math.sin(i)));
  const { explain, catalogue } = stage({
    table: wide(3, 70, Math.cos),
    query: matrix,
    key: matrix,
    value: matrix,
  });
  const explanation = await explain(cell("query", 0, 0, 0));
  const [root = ""] = all({ explanation, catalogue }, text);
  assert.equal(root.split(" = ")[1], "Σ_c x[The,c]·W_Q[c,1]");
  assert.equal(root.split(" = ")[2]?.split(" + ").length, 4);
  assert.ok(Math.abs(evaluate(explanation) - explanation.value) < 1e-5);
});

test("numbers keep their meaning", () => {
  const cases: [number, string][] = [
    [0, "0"],
    [-0, "0"],
    [4 / 7, "4/7"],
    [-0.375, "−3/8"],
    [0.7313371, "0.7313"],
    [12345.678, "12346"],
    [-1.25e-7, "−1.25×10⁻⁷"],
    [3.4e38, "3.4×10³⁸"],
    [Number.NEGATIVE_INFINITY, "−∞"],
    [Number.NaN, "NaN"],
    [Math.fround(1 / 3), "1/3"],
  ];
  for (const [value, expected] of cases) assert.equal(numberText(value, true), expected);
  // 20/147 by the former rule: a weight of a random model.
  assert.equal(numberText(0.136054799, true), "0.1361");
  assert.equal(numberText(4 / 7), "0.5714");
});

test("a copied text holds where, how and from what", async () => {
  const { explain, catalogue } = stage();
  const steps = [
    { explanation: await explain(cell("x", 0, 1, 1)), catalogue },
    { explanation: await explain(cell("tokens", 0, 1)), catalogue },
  ];
  assert.equal(
    asText("en", steps),
    "embeddings E · cat, feature 2 = 1\n  e[cat,2] = E[cat,2] = 1\n" +
      "token ids · cat = 1\n  the id of the token “cat”: its row in the table\n",
  );
});

/** ‖∂o_1/∂x_2‖ with two features on both sides: a cell of the map as the engine opens it. */
function mapCell(): Source {
  const { catalogue } = stage();
  const terms = new Terms();
  const squares = [3, -1, 0.5, 2].map((value, at) => {
    const place = { tensor: "x", index: [0, 1, at % 2], of: [0, 0, Math.floor(at / 2)] };
    const slope = terms.add("operand", value, [], { ...place, gradient: true });
    return terms.add("product", value * value, [slope, slope]);
  });
  const sum = terms.add("sum", 14.25, squares);
  const root = terms.add("square_root", Math.sqrt(14.25), [sum]);
  const map = { tensor: "gradient_map", index: [0, 1], gradient: false };
  const made = { value: Math.sqrt(14.25), operation: "gradient_map" };
  return { explanation: { ...map, ...made, root, terms: terms.list }, catalogue };
}

test("a cell of the gradient map is the root of all its squared slopes", () => {
  const source = mapCell();
  assert.equal(evaluate(source.explanation), Math.sqrt(14.25));
  const [written] = all(source, text);
  assert.match(written as string, /√\(Σ_e,c \(∂o\[\S+,e\]\/∂x\[\S+,c\]\)\^\(2\)\)/);
  assert.match(written as string, /√\(\(3\)\^\(2\) \+ \(−1\)\^\(2\) \+ \(0\.5\)\^\(2\)/);
  assert.match(asLatex([source]), /\\lVert\\partial o\/\\partial x\\rVert_/);
  wellFormed(all(source, mathml).join(""));
  assert.match(all(source, mathml)[0] as string, /<msup><mrow><mrow><mo>\(<\/mo>/);
  for (const language of ["en", "zh"] as const) {
    assert.equal(/undefined|\{/.test(all(source, speech(language)).join()), false);
  }
});

test("a slope is named by the cell above and the cell below", () => {
  const { explanation, catalogue } = mapCell();
  const { tensor = "", index = [], of = [] } = explanation.terms[0] as Term;
  const slope = { tensor, index, of, gradient: true };
  assert.match(where("en", catalogue, slope), /^slope of output · .+ by input X · .+$/);
  assert.match(where("zh", catalogue, slope), /^输出 · .+ 对 .+ 的偏导数$/);
});
