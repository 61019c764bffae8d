// Models, runs, explanations and gradients through the public interface.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createEngine, type Explanation, type Tensor } from "clearhead/engine.js";
import { exact, random, tokens } from "./support/model.js";

const engine = await createEngine();
after(() => engine.dispose());

function close(actual: ArrayLike<number>, expected: number[], tolerance = 1e-6): void {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < expected.length; ++i) {
    const [a, e] = [actual[i] as number, expected[i] as number];
    assert.ok(Math.abs(a - e) <= tolerance, `[${i}]: ${a} instead of ${e}`);
  }
}

/** The value of a term from its children, recomputed. */
function value(explanation: Explanation, at: number): number {
  const {
    kind,
    value: stored,
    children,
    omitted,
  } = explanation.terms[at] as Explanation["terms"][0];
  const parts = children.map((child) => value(explanation, child));
  const [a, b] = parts as [number, number];
  switch (kind) {
    case "sum":
      return parts.reduce((sum, part) => sum + part, omitted?.value ?? 0);
    case "product":
      return parts.reduce((product, part) => product * part, 1);
    case "difference":
      return a - b;
    case "quotient":
      return a / b;
    case "negative":
      return -a;
    case "exponential":
      return Math.exp(a);
    case "square_root":
      return Math.sqrt(a);
    case "maximum":
      return Math.max(...parts);
    case "sine":
      return Math.sin(a);
    case "cosine":
      return Math.cos(a);
    case "power":
      return a ** b;
    default:
      return stored;
  }
}

function checkExplanation(explanation: Explanation): void {
  const { root, terms } = explanation;
  if (root === undefined) {
    assert.equal(terms.length, 0);
    return;
  }
  if (!Number.isFinite(explanation.value)) return;
  const given = value(explanation, root);
  const scale = terms.reduce((most, term) => Math.max(most, Math.abs(term.value)), 0);
  const expected = explanation.was ?? explanation.value;
  assert.ok(
    Math.abs(given - expected) <= 1e-6 + 1e-5 * Math.min(scale, 1e6),
    `${explanation.tensor}[${explanation.index}]: ${given} instead of ${expected}`,
  );
}

test("the example worked by hand has the weights 1/4 1/2 1/4 · 1/7 2/7 4/7 · 1/10 8/10 1/10", async () => {
  const model = await engine.model(exact);
  const run = await model.run({ tokens });
  const { shape, data } = await run.tensor("weights");
  assert.deepEqual(shape, [1, 1, 3, 3]);
  close(data, [1 / 4, 1 / 2, 1 / 4, 1 / 7, 2 / 7, 4 / 7, 1 / 10, 8 / 10, 1 / 10]);
  await model.dispose();
});

test("every tensor of the catalogue can be read and has the shape that it announces", async () => {
  const model = await engine.model(random);
  const run = await model.run({ tokens });
  const names = run.catalogue.map(({ name }) => name);
  for (const name of ["tokens", "embedding.table", "x", "query", "heads.key", "scores", "mask"]) {
    assert.ok(names.includes(name), `${name} in ${names}`);
  }
  for (const { name, shape, axes, dtype } of run.catalogue) {
    const tensor = await run.tensor(name);
    assert.deepEqual(tensor.shape, shape, name);
    assert.deepEqual(
      axes.map(({ size }) => size),
      shape,
      name,
    );
    assert.equal(
      { f32: Float32Array, i32: Int32Array, u8: Uint8Array }[dtype],
      tensor.data.constructor,
      name,
    );
    assert.equal(
      tensor.data.length,
      shape.reduce((cells, size) => cells * size, 1),
      name,
    );
  }
  assert.ok(run.bytes > 0);
  await model.dispose();
});

test("every cell opens, its explanation computes the stored value, its operands exist", async () => {
  const model = await engine.model(random);
  const run = await model.run({ tokens });
  const names = new Set(run.catalogue.map(({ name }) => name));
  for (const { name, shape } of run.catalogue) {
    const { data } = await run.tensor(name);
    for (let flat = 0; flat < data.length; flat += 3) {
      const index = indexAt(shape, flat);
      const explanation = await run.explain(name, index);
      assert.equal(explanation.gradient, false);
      assert.ok(Object.is(explanation.value, data[flat]), `${name}[${index}]`);
      checkExplanation(explanation);
      for (const term of explanation.terms) {
        if (term.kind === "operand") assert.ok(names.has(term.tensor as string), `${term.tensor}`);
      }
      if (explanation.root === undefined) assert.ok(explanation.origin, `${name}[${index}]`);
    }
  }
  await model.dispose();
});

test("every gradient cell opens as its chain rule", async () => {
  const model = await engine.model(random);
  const run = await model.run({ tokens });
  const gradients = await run.gradients({ of: { tensor: "output", index: [0, 1, 0] } });
  const output = await run.tensor("output");
  assert.equal(gradients.value, output.data[8]);
  for (const name of ["x", "query.weight", "weights", "scores", "value"]) {
    assert.ok(gradients.names.includes(name), `${name} in ${gradients.names}`);
  }
  for (const name of gradients.names) {
    const tensor = await gradients.tensor(name);
    for (let flat = 0; flat < tensor.data.length; flat += 5) {
      const explanation = await gradients.explain(name, indexAt(tensor.shape, flat));
      assert.equal(explanation.gradient, true);
      assert.ok(Object.is(explanation.value, tensor.data[flat]), `${name} ${flat}`);
      checkExplanation(explanation);
    }
  }
  await model.dispose();
});

test("an intervention is followed by everything after it and remembers what was there", async () => {
  const model = await engine.model(exact);
  const before = await (await model.run({ tokens })).tensor("scores");
  const run = await model.run(
    { tokens },
    { interventions: [{ tensor: "scores", action: "set", indices: [2], values: [9] }] },
  );
  const scores = await run.tensor("scores");
  assert.equal(scores.data[2], 9);
  const explanation = await run.explain("scores", [0, 0, 0, 2]);
  assert.equal(explanation.was, before.data[2]);
  const entry = run.catalogue.find(({ name }) => name === "scores");
  assert.deepEqual(entry?.edits, [{ index: 2, was: before.data[2] }]);
  const weights = await run.tensor("weights");
  assert.ok((weights.data[2] as number) > 0.9);
  await model.dispose();
});

test("less recording keeps less and gives the same output", async () => {
  const model = await engine.model(random);
  const many = { tokens: Array.from({ length: 64 }, (_, i) => `word ${i}`) };
  const inspect = await model.run(many);
  const train = await model.run(many, { record: "train" });
  assert.ok(train.bytes < inspect.bytes, `${train.bytes} < ${inspect.bytes}`);
  const [a, b] = [await inspect.tensor("output"), await train.tensor("output")];
  close(b.data, [...(a.data as Float32Array)], 2e-6);
  await model.dispose();
});

test("the gradient map has a row per output position and is causal where the mask is", async () => {
  const model = await engine.model(random);
  const map: Tensor = await (await model.run({ tokens })).gradientMap();
  assert.deepEqual(map.shape, [3, 3]);
  assert.deepEqual([map.data[1], map.data[2], map.data[5]], [0, 0, 0]);
  assert.ok([0, 3, 4, 6, 7, 8].every((i) => (map.data[i] as number) > 0));
  await model.dispose();
});

test("a cell of the gradient map opens as the root of its squares, down to the chain rule", async () => {
  const model = await engine.model(random);
  const edit = { tensor: "weights", action: "set" as const, indices: [3], values: [0.75] };
  for (const interventions of [[], [edit]]) {
    const run = await model.run({ tokens }, { interventions });
    const map = await run.gradientMap();
    for (const [i, j] of [
      [1, 0],
      [2, 2],
      [0, 1],
    ] as const) {
      const cell = await run.explain("gradient_map", [i, j], { limit: 0 });
      assert.deepEqual([cell.operation, cell.value], ["gradient_map", map.data[i * 3 + j]]);
      const root = cell.terms[cell.root as number] as Explanation["terms"][0];
      assert.equal(root.kind, "square_root");
      assert.ok(Math.abs(value(cell, cell.root as number) - cell.value) <= 1e-6 * (1 + cell.value));
      const slope = cell.terms.find(({ kind }) => kind === "operand") as Explanation["terms"][0];
      const { tensor, index = [], of = [] } = slope;
      assert.deepEqual([tensor, index.slice(0, 2), of.slice(0, 2)], ["x", [0, j], [0, i]]);
      const gradients = await run.gradients({ of: { tensor: "output", index: of } });
      const chain = await gradients.explain("x", index);
      assert.ok(Math.abs(chain.value - slope.value) <= 1e-6 + 1e-5 * Math.abs(chain.value));
      await gradients.dispose();
    }
  }
  await model.dispose();
});

test("a mask may be given per sentence, head or query", async () => {
  const cells = (shape: number[], step: number) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) =>
      Math.sin(step * (i + 1)),
    ),
  });
  const [q, k, v] = [cells([2, 2, 2, 4], 1), cells([2, 2, 3, 4], 2), cells([2, 2, 3, 4], 3)];
  for (const shape of [
    [2, 3],
    [1, 1, 2, 3],
    [2, 1, 1, 3],
    [2, 2, 2, 3],
  ]) {
    const [B = 1, H = 1, T = 1, S = 3] = [1, 1, ...shape].slice(-4);
    const mask = {
      shape,
      data: Uint8Array.from({ length: B * H * T * S }, (_, i) => ((i % 3) % 2) ^ 1),
    };
    const full = Uint8Array.from({ length: 24 }, (_, at) => {
      const [b, h, t, s] = [
        Math.floor(at / 12),
        Math.floor(at / 6) % 2,
        Math.floor(at / 3) % 2,
        at % 3,
      ];
      return mask.data[(((b % B) * H + (h % H)) * T + (t % T)) * S + s] as number;
    });
    const given = await engine.attention({ q, k, v, mask });
    const written = await engine.attention({ q, k, v, mask: { shape: [2, 2, 2, 3], data: full } });
    assert.deepEqual(given.output, written.output, String(shape));
  }
});

test("operations give their stages and gradients on request", async () => {
  const cells = (count: number, step: number) =>
    Float32Array.from({ length: count }, (_, i) => Math.sin(step * (i + 1)));
  const q = { shape: [1, 1, 2, 2], data: cells(4, 1) };
  const k = { shape: [1, 1, 3, 2], data: cells(6, 2) };
  const v = { shape: [1, 1, 3, 2], data: cells(6, 3) };
  const outputGradient = { shape: [1, 1, 2, 2], data: Float32Array.of(1, 1, 1, 1) };
  const plain = await engine.attention({ q, k, v, causal: true });
  const full = await engine.attention({ q, k, v, causal: true, stages: true, outputGradient });
  close(full.output.data, [...(plain.output.data as Float32Array)], 2e-6);
  assert.equal(full.output, full.tensors.output);
  for (const name of ["scores", "scaled", "masked", "weights"]) {
    assert.deepEqual(full.tensors[name]?.shape, [1, 1, 2, 3], name);
  }
  assert.deepEqual(Object.keys(full.gradients ?? {}).sort(), ["k", "q", "v"]);
  assert.deepEqual(full.gradients?.k?.shape, k.shape);
  const same = await engine.apply("attention", { q, k, v }, { causal: true });
  assert.deepEqual(same.output, plain.output);
});

test("tokenize gives offsets into the given text and says when there is more", async () => {
  const text = "Il dit: 我喜欢猫 😀!";
  const { tokens: found, truncated, limit } = await engine.tokenize(text);
  assert.equal(truncated, false);
  for (const { text: word, start, end } of found) assert.equal(text.slice(start, end), word);
  assert.deepEqual(
    found.map((token) => token.text),
    ["Il", "dit", ":", "我", "喜", "欢", "猫", "😀", "!"],
  );
  const long = await engine.tokenize("word ".repeat(2000));
  assert.equal(long.truncated, true);
  assert.equal(long.tokens.length, limit);
});

function indexAt(shape: number[], flat: number): number[] {
  const index: number[] = [];
  let rest = flat;
  for (const size of [...shape].reverse()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}
